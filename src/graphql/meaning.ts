import { hash } from 'node:crypto';
import { stripIgnoredCharacters } from 'graphql';
import { LRUCache } from 'lru-cache';
import { isObject } from '../feed/json.ts';
import { type Documents, hashIn } from './documents.ts';
import { checkVariables } from './limits.ts';

/**
 * What a request asks, however it is written: the same for documents that differ in blanks, commas and comments, for
 * variables in any order, for GET and POST, and for documents named by their hash. Null for what is no well-formed
 * request, or might be read in more ways than one.
 * @param body of a POST; null for a GET.
 */
export type MeaningOf = (url: string, body: string | null) => string | null;

/** For digests of documents; the ones used longest ago are made again. */
const MAX_BYTES = 4 * 1024 * 1024;

export function createMeaningOf(documents: Documents): MeaningOf {
  const digests = new LRUCache<string, string>({
    maxSize: MAX_BYTES,
    sizeCalculation: (_, document) => 2 * document.length + 200,
  });
  const digestOf = (document: string): string => {
    const known = digests.get(document);
    if (known !== undefined) return known;
    const digest = sha256(stripIgnoredCharacters(document));
    digests.set(document, digest);
    return digest;
  };
  return (url, body) => {
    try {
      const params = body === null ? paramsOfUrl(url) : url.includes('?') ? null : JSON.parse(body);
      if (!isParams(params)) return null;
      const document = documentOf(params, documents);
      if (document === null) return null;
      const { operationName, variables, extensions } = params;
      checkVariables(variables);
      checkVariables(extensions);
      const { persistedQuery: _known, ...others } = (extensions ?? {}) as Record<string, unknown>; // an object, by isParams
      const parts = [digestOf(document), operationName ?? null, variables ?? {}, others];
      return sha256(JSON.stringify(parts, inOrder));
    } catch {
      return null; // whoever executes it says what is wrong
    }
  };
}

const sha256 = (text: string): string => hash('sha256', text, 'base64url');

export interface Params {
  readonly query?: string | null;
  readonly operationName?: string | null;
  readonly variables?: object | null;
  readonly extensions?: object | null;
}

/** The parameters in the body of a POST; null for what is no well-formed request. Throws where it is no JSON. */
export function readParams(body: string): Params | null {
  const params: unknown = JSON.parse(body);
  return isParams(params) ? params : null;
}

/** The document a request sends or names; null: it does neither. Throws as `documents.take`. */
export function documentOf({ query, extensions }: Params, documents: Documents): string | null {
  const sha256 = hashIn(extensions);
  const document = query ?? (sha256 === undefined ? null : documents.find(sha256));
  if (document !== null) documents.take(document, sha256);
  return document;
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
