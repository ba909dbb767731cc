import { hash } from 'node:crypto';
import { stripIgnoredCharacters } from 'graphql';
import { LRUCache } from 'lru-cache';
import { isObject } from '../../feed/json.ts';
import { checkVariables } from '../cost/limits.ts';
import type { GraphqlParams } from './operation-runner.ts';
import { type Documents, hashIn } from './persisted-documents.ts';

/** What a request asks for. */
export interface ReadOperation {
  /**
   * The operation key: the same for documents that differ in blanks, commas and comments, for variables in any order, for GET and POST, and
   * for documents named by their hash.
   */
  readonly key: string;
  readonly params: GraphqlParams;
}

/**
 * Null for what is no well-formed request, or might be read in more ways than one.
 * @param body of a POST; null for a GET.
 */
export type OperationReader = (url: string, body: string | null) => ReadOperation | null;

/** For digests of documents; the ones used longest ago are made again. */
const MAX_BYTES = 4 * 1024 * 1024;

export function createOperationReader(documents: Documents): OperationReader {
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
      const given = body === null ? paramsOfUrl(url) : url.includes('?') ? null : JSON.parse(body);
      const params = paramsIn(given, documents);
      if (params === null) return null;
      const { extensions } = given as Params; // since they are well-formed
      checkVariables(extensions);
      const { persistedQuery: _known, ...others } = (extensions ?? {}) as Record<string, unknown>; // an object, by isParams
      const parts = [params.operationName, params.variables ?? {}, others];
      return { key: digestOf(params.text) + shortened(canonical(parts)), params };
    } catch {
      return null; // Yoga says what is wrong
    }
  };
}

const sha256 = (text: string): string => hash('sha256', text, 'base64url');

interface Params {
  readonly query?: string | null;
  readonly operationName?: string | null;
  readonly variables?: object | null;
  readonly extensions?: object | null;
}

/** What the body of a POST asks for; null where yoga has to say what is wrong with it. */
export function readParams(body: string, documents: Documents): GraphqlParams | null {
  try {
    return paramsIn(JSON.parse(body), documents);
  } catch {
    return null;
  }
}

/** Null for what is no well-formed request. Throws as `Documents` and `checkVariables`. */
export function paramsIn(given: unknown, documents: Documents): GraphqlParams | null {
  if (!isParams(given)) return null;
  const { query, operationName = null, variables = null, extensions } = given;
  const sha256 = hashIn(extensions);
  if (query == null && sha256 === undefined) return null;
  const text = query ?? documents.named(sha256 ?? '');
  documents.take(text, sha256);
  checkVariables(variables);
  return { text, operationName, variables: variables as GraphqlParams['variables'] }; // an object, by isParams
}

/** Of a JSON value, with members of objects by their names: their order means nothing. */
function canonical(value: unknown): string {
  if (typeof value === 'number') return String(value); // 1e999 is read as a number that JSON has no text for
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`;
}

/** Keys are held in memory: longer ones as a digest. */
const SHORT = 200;
const shortened = (text: string): string => (text.length <= SHORT ? text : sha256(text));

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
