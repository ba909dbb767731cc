import { SourceError } from '../format.ts';
import type { Answer } from './answer.ts';

/** The entries of a page: the answer itself, or its member. Throws `SourceError` where they are no array. */
export function listIn({ json, url }: Answer, member?: string): readonly unknown[] {
  const list = member === undefined ? json : memberOf(json, member);
  if (Array.isArray(list)) return list;
  throw new SourceError(
    `${url}: ${member === undefined ? 'the answer' : `"${member}"`} must be a JSON array`,
  );
}

/** A member that is a text or a number, as text; empty otherwise. */
export function textIn(value: unknown, member: string): string {
  const found = memberOf(value, member);
  return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
}

function memberOf(value: unknown, member: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[member]; // any object may be asked for any name
}
