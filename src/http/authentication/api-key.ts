import type { IncomingMessage } from 'node:http';

/** Name of the query parameter that stands in for the `X-API-Key` header. */
const PARAM = 'api_key';

/** What a request presents as its key, and its URL without. */
export interface PresentedKey {
  /**
   * The URL without the parameter, so that the token cannot reach a log, a redirect, a `Link` header or an error.
   */
  readonly url: string;
  /**
   * The token: the header, else the parameter. Several of one kind are joined by a comma, which no token contains, so they
   * are refused as malformed.
   */
  readonly token: string | undefined;
}

export function presentedKeyOf(raw: IncomingMessage): PresentedKey {
  const { url, keys } = cutApiKey(raw.url ?? '/');
  const header = raw.headers['x-api-key'];
  // An empty header is what a form sends that was not filled in: no key, not a wrong one.
  if (header !== undefined && header !== '') return { url, token: String(header) }; // Node joins repeated headers by a comma
  return { url, token: keys.length === 0 ? undefined : keys.join(',') };
}
/** Spelled out, or with an escape in it. */
const MAY_NAME_KEY = /api_key|%/;

/** Takes every `api_key` out of the query of a URL, however its name is escaped. */
export function cutApiKey(url: string): { readonly url: string; readonly keys: readonly string[] } {
  const at = url.search(/[?#]/); // the router reads a query behind either
  if (at < 0 || !MAY_NAME_KEY.test(url)) return { url, keys: [] };
  const keys: string[] = [];
  const others = url
    .slice(at + 1)
    .split('&')
    .filter((pair) => {
      const [name, value] = splitPair(pair);
      if (name === PARAM) keys.push(value);
      return name !== PARAM;
    });
  if (keys.length === 0) return { url, keys };
  return { url: others.length === 0 ? url.slice(0, at) : url.slice(0, at + 1) + others.join('&'), keys };
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text; // a broken escape: neither the name nor a token
  }
}
