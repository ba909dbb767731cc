import { checkText } from '../../core/checks/check-text.ts';
import { AppError } from '../../errors.ts';
import type { Params, Query } from './param.ts';

export interface TakenQuery {
  readonly query: Query;
  /** Parameters that the route does not know, for `X-Unknown-Params`. */
  readonly unknown: readonly string[];
}

/**
 * Sorts the parsed query string into what the route knows and what it does not. A known parameter given twice is
 * refused: taking either would be a guess.
 * @param parsed as Fastify's parser leaves it: texts, and lists where a name repeats.
 */
export function takeQuery(params: Params, parsed: unknown): TakenQuery {
  const query = new Map<string, string>();
  const unknown: string[] = [];
  for (const [name, value] of Object.entries((parsed ?? {}) as Readonly<Record<string, unknown>>)) {
    if (!Object.hasOwn(params, name)) {
      if (name !== 'api_key') unknown.push(name); // the pipeline takes it out; never echoed, should it not
    } else if (Array.isArray(value)) {
      throw new AppError('INVALID_PARAMETER', `${name} must be given once; got it ${value.length} times`, {
        param: name,
      });
    } else {
      query.set(name, checkText(name, String(value)));
    }
  }
  return { query, unknown };
}

const MAX_UNKNOWN = 20;

/** Names for a header: percent-encoded, so that no name can break out of it. */
export function unknownHeader(unknown: readonly string[]): string {
  return unknown
    .slice(0, MAX_UNKNOWN)
    .map((name) => encodeURIComponent(name.toWellFormed()).slice(0, 100))
    .join(', ');
}

/** The query string with some parameters set or, when undefined, taken out. */
export function queryWith(query: Query, changes: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams([...query].filter(([name]) => !Object.hasOwn(changes, name)));
  for (const [name, value] of Object.entries(changes)) {
    if (value !== undefined) search.append(name, value);
  }
  return search.toString();
}
