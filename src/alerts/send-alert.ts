import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { AlertEndpoints } from '../core/alerts/alert-endpoints.ts';
import { literalOf } from '../core/alerts/alert-endpoints.ts';
import type { SendAlert, SentMessage } from '../core/alerts/alert-sender.ts';
import { retryAfterMs } from '../core/alerts/retry-plan.ts';
import { webhookHeaders } from '../core/alerts/webhook-signature.ts';
import type { Clock } from '../core/ports.ts';

/** All addresses of a name; rejects when there are none. */
export type ResolveName = (
  name: string,
) => Promise<readonly { readonly address: string; readonly family: 4 | 6 }[]>;

interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly answer: string;
}

/** An endpoint that has not answered by then has not taken it. */
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 1_000;
const MAX_HEADER_BYTES = 8 * 1024;
const IDLE_MS = 5_000;
const GONE = 410;

/**
 * Sends by HTTPS to addresses that the rules allow, and to no others: the address of the URL itself, or else each address that its
 * name leads to, is looked at before anything is sent, and what was looked at is what is connected to. Redirects are not
 * followed.
 */
export function createSendAlert(deps: {
  readonly endpoints: AlertEndpoints;
  readonly resolve: ResolveName;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}): { readonly send: SendAlert; close(): void } {
  const { endpoints, resolve, clock, timeoutMs = TIMEOUT_MS } = deps;
  const options = { keepAlive: true, timeout: IDLE_MS };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };

  const lookUp = async (url: URL) => {
    const literal = literalOf(url);
    const addresses =
      literal === null ? await resolve(url.hostname) : [{ address: literal, family: 4 as const }];
    if (addresses.length === 0 || !addresses.every(({ address }) => endpoints.allows(url, address)))
      throw new Refused('the name of the endpoint leads to an address that alerts are not sent to');
    return addresses;
  };
  const lookupFor =
    (url: URL): LookupFunction =>
    (_name, { all }, done) => {
      lookUp(url).then(
        (addresses) => {
          const [first] = addresses;
          if (all) done(null, [...addresses]);
          else done(null, first?.address ?? '', first?.family);
        },
        (error: Error) => done(error, ''),
      );
    };

  const exchange = (
    url: URL,
    headers: http.OutgoingHttpHeaders,
    body: string,
    signal: AbortSignal,
  ): Promise<Answered> =>
    new Promise((found, failed) => {
      const secure = url.protocol === 'https:';
      const request = (secure ? https : http).request(url, {
        method: 'POST',
        headers,
        agent: agents[secure ? 'https:' : 'http:'],
        lookup: lookupFor(url),
        maxHeaderSize: MAX_HEADER_BYTES,
        signal,
      });
      request.on('error', (error) => {
        // A connection that was kept, and closed at the other end meanwhile: nothing of this was read.
        const isStale = request.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
        if (isStale) exchange(url, headers, body, signal).then(found, failed);
        else failed(error);
      });
      request.on('response', (response) => {
        const { statusCode = 0, headers: got } = response;
        readStart(response).then(
          (answer) => found({ status: statusCode, retryAfter: got['retry-after'], answer }),
          failed,
        );
      });
      request.end(body);
    });

  const send = async (
    { url: text, secret, formerSecret }: Parameters<SendAlert>[0],
    message: Parameters<SendAlert>[1],
    signal?: AbortSignal,
  ): Promise<Omit<SentMessage, 'durationMs'>> => {
    const now = clock.now();
    const none = { status: null, answer: null, retryAfterMs: null, isGone: false };
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const url = endpoints.check(text); // the rules may be others by now
      const former = formerSecret && formerSecret.until > now ? [formerSecret.secret] : [];
      const { status, answer, retryAfter } = await exchange(
        url,
        {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(message.body),
          'user-agent': 'Alpha-Data-Alerts/1.0',
          ...webhookHeaders(message, [secret, ...former], now),
        },
        message.body,
        signal ? AbortSignal.any([signal, timeout]) : timeout,
      );
      if (status >= 200 && status < 300) return { ...none, status, error: null };
      const error = `the endpoint answered ${status}${status < 400 ? ', and redirects are not followed' : ''}`;
      return {
        status,
        error,
        answer: clean(answer),
        isGone: status === GONE,
        retryAfterMs: retryAfterMs(retryAfter, now),
      };
    } catch (error) {
      const isLate = timeout.aborted ? `no answer within ${timeoutMs / 1000} seconds` : null;
      return { ...none, error: isLate ?? reasonOf(error) };
    }
  };

  return {
    async send(alert, message, signal) {
      const startedAt = performance.now();
      const sent = await send(alert, message, signal);
      return { ...sent, durationMs: Math.round(performance.now() - startedAt) };
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** The first bytes of an answer; the rest is not read. */
function readStart(response: http.IncomingMessage): Promise<string> {
  return new Promise((found, failed) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const end = () => found(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8'));
    response.on('error', failed).on('end', end);
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= MAX_ANSWER_BYTES) return;
      end();
      response.destroy();
    });
  });
}

class Refused extends Error {}

/** PostgreSQL takes no NUL; an answer that is cut may end within a character. */
const clean = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Never more of a failed look-up than its code: names of a private network are nobody's business. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the endpoint cannot be reached';
  if (error instanceof Refused || error.name === 'AppError') return error.message;
  if (error.name === 'AbortError') return 'broken off: this process is shutting down';
  const code = 'code' in error ? String(error.code) : error.name;
  return REASONS[code] ?? `the endpoint cannot be reached (${code})`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name of the endpoint is not known',
  ENODATA: 'the name of the endpoint has no address',
  ECONNREFUSED: 'the endpoint refuses connections',
  ECONNRESET: 'the endpoint closed the connection without an answer',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too long',
};
