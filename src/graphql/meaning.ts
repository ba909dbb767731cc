import { createHash } from 'node:crypto';
import { stripIgnoredCharacters } from 'graphql';
import { type Documents, hashIn } from './documents.ts';
import { checkVariables } from './limits.ts';

/**
 * What a request asks, however it is written: the same for documents that differ in blanks, commas and comments, for
 * variables in any order, for GET and POST, and for documents named by their hash. Null for what is no well-formed request, or might be read in more ways
 * than one.
 * @param body of a POST; null for a GET.
 */
export function meaningOf(url: string, body: string | null, documents: Documents): string | null {
  try {
    const params = body === null ? paramsOfUrl(url) : url.includes('?') ? null : JSON.parse(body);
    return isParams(params) ? meaningOfParams(params, documents) : null;
  } catch {
    return null; // whoever executes it says what is wrong
  }
}

interface Params {
  readonly query?: string | null;
  readonly operationName?: string | null;
  readonly variables?: object | null;
  readonly extensions?: object | null;
}

function meaningOfParams(
  { query, operationName, variables, extensions }: Params,
  documents: Documents,
): string | null {
  const sha256 = hashIn(extensions);
  const document = query ?? (sha256 === undefined ? null : documents.find(sha256));
  if (document === null) return null;
  documents.take(document, sha256);
  checkVariables(variables);
  checkVariables(extensions);
  const { persistedQuery: _known, ...others } = (extensions ?? {}) as Record<string, unknown>; // an object, by isParams
  const parts = [stripIgnoredCharacters(document), operationName ?? null, variables ?? {}, others];
  return createHash('sha256').update(JSON.stringify(parts, inOrder)).digest('base64url');
}

/** Members of objects by their names: their order means nothing. */
function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const JSON_PARAMS = new Set(['variables', 'extensions']);

function paramsOfUrl(url: string): unknown {
  const at = url.indexOf('?');
  if (at < 0 || url.includes('#')) return null;
  const pairs = [...new URLSearchParams(url.slice(at + 1))];
  const names = new Set(pairs.map(([name]) => name));
  if (names.size < pairs.length) return null;
  return Object.fromEntries(
    pairs.map(([name, text]) => [name, JSON_PARAMS.has(name) ? JSON.parse(text) : text]),
  );
}

const NAMES = new Set(['query', 'operationName', 'variables', 'extensions']);

function isParams(params: unknown): params is Params {
  if (!isObject(params) || !Object.keys(params).every((name) => NAMES.has(name))) return false;
  const { query, operationName, variables, extensions } = params as Record<keyof Params, unknown>;
  return (
    (query == null || typeof query === 'string') &&
    (operationName == null || typeof operationName === 'string') &&
    (variables == null || isObject(variables)) &&
    (extensions == null || isObject(extensions))
  );
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
