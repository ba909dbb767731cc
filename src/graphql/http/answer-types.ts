import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { EVENT_STREAM } from '../live/event-stream.ts';

export const JSON_TYPE = 'application/json';
export const GRAPHQL_RESPONSE_TYPE = 'application/graphql-response+json';

/** Media types of answers, without parameters. */
export type AnswerType = typeof JSON_TYPE | typeof GRAPHQL_RESPONSE_TYPE | typeof EVENT_STREAM;

/** What a client takes, by its `Accept`. */
export interface Acceptable {
  /** Type of the answer to a query or mutation; null: the client takes none of them. */
  readonly best: AnswerType | null;
  /** Whether a subscription can be answered with server-sent events. */
  readonly takesEvents: boolean;
  /** Whether a GET is best answered with a page. */
  readonly takesPage: boolean;
}

/** Reads `Accept` headers; the same ones come again and again. */
export type ReadAccept = (accept: string | undefined) => Acceptable;

/** In the order of our preference where a client has none (a wildcard). */
const TYPES: readonly AnswerType[] = [JSON_TYPE, GRAPHQL_RESPONSE_TYPE, EVENT_STREAM];
const PAGE_TYPE = 'text/html';
/** So that `application/json; charset=utf-8` is met: a range with parameters matches what has the same. */
const CHARSET = '; charset=utf-8';

const MAX_HEADERS = 200;

/**
 * Negotiates after RFC 9110, section 12.5.1: by `q`, then by the more specific range, then by the client's order; a stream
 * of events loses every tie, since a client that takes JSON as well has no use for one.
 */
export function createReadAccept(): ReadAccept {
  const known = new LRUCache<string, Acceptable>({ max: MAX_HEADERS });
  return (accept) => {
    const header = accept || '*/*';
    const found = known.get(header);
    if (found) return found;
    const read = readAccept(header);
    known.set(header, read);
    return read;
  };
}

function readAccept(accept: string): Acceptable {
  const takenOf = (header: string, types: readonly string[]) =>
    new Negotiator({ headers: { accept: header } })
      .mediaTypes(types.map((type) => type + CHARSET))
      .map((type) => type.slice(0, -CHARSET.length));
  const taken = takenOf(accept, TYPES) as readonly AnswerType[]; // some of TYPES
  const backwards = accept.split(',').reverse().join();
  const isStreamBest = [accept, backwards].every((header) => takenOf(header, TYPES)[0] === EVENT_STREAM);
  const best = isStreamBest ? EVENT_STREAM : taken.find((type) => type !== EVENT_STREAM);
  return {
    best: best ?? null,
    takesEvents: taken.includes(EVENT_STREAM),
    takesPage: takenOf(accept, [...TYPES, PAGE_TYPE])[0] === PAGE_TYPE,
  };
}
