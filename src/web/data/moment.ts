import type { Client, TypedDocument } from '../../client/client.ts';
import { now } from '../clock.ts';

/** Another time that a page is of: what could be known at a moment, or what this service answered once. */
export type Moment =
  | { readonly asOf: string; readonly snapshot?: undefined }
  | { readonly snapshot: string; readonly asOf?: undefined };

/** What the address asks for; null: now. */
export const MOMENT: Moment | null = momentIn(globalThis.location?.search ?? ''); // tests read modules without a page

export function momentIn(search: string): Moment | null {
  const params = new URLSearchParams(search);
  const [asOf, snapshot] = [params.get('as_of'), params.get('snapshot')];
  if (asOf) return { asOf };
  return snapshot ? { snapshot } : null;
}

/** What is wrong with the time that the address asks for, in a sentence without its period; null: nothing as far as the page knows. */
export const wrongMoment = (): string | null =>
  MOMENT?.asOf !== undefined && Number.isNaN(Date.parse(MOMENT.asOf))
    ? `as_of must be an ISO 8601 time such as 2026-03-14T15:30:00Z, not “${MOMENT.asOf.slice(0, 40)}”`
    : null;

/** This page at another time; null: now. */
export function addressAt(moment: Moment | null): string {
  const params = new URLSearchParams(location.search);
  for (const name of ['as_of', 'snapshot']) params.delete(name);
  if (moment?.asOf !== undefined) params.set('as_of', moment.asOf);
  if (moment?.snapshot !== undefined) params.set('snapshot', moment.snapshot);
  const text = params.toString();
  return `${location.pathname}${text === '' ? '' : `?${text}`}`;
}

/** An address of this site, at the moment of this page: links of a page that is turned back lead to pages of then. */
export function addressOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  const all = { ...params, ...(MOMENT?.asOf !== undefined && { as_of: MOMENT.asOf }) };
  const text = new URLSearchParams(all).toString();
  return `${path}${text === '' ? '' : `?${text}`}`;
}

/** When the page is of, in epoch milliseconds: ages on it are counted from then. */
export function shownNow(): number {
  const then = MOMENT?.asOf === undefined ? Number.NaN : Date.parse(MOMENT.asOf);
  return Number.isNaN(then) ? now() : then;
}

/** A client whose questions are of another time: all but the caller is asked for below `at`. */
export function clientAt(client: Client, moment: Moment): Client {
  return {
    ...client,
    async query<T, V>(document: TypedDocument<T, V>, variables: V) {
      const below = documentAt(String(document)) as unknown as TypedDocument<Below<T>, object>; // as it is put together
      const { data, ...answer } = await client.query(below, { ...variables, ...moment });
      const { at, ...rest } = data;
      return { ...answer, data: { ...rest, ...at } as T };
    },
  } as Client;
}

interface Below<T> {
  readonly at: Partial<T>;
}

const OPERATION = /^\s*query (\w+)\s*(?:\(([^)]*)\))?\s*\{\n([\s\S]*?)\n\}/;
const CALLER = /^ {2}viewer \{[^}]*\}\n?/m;

/** A printed query with everything but the caller below `at`. */
export function documentAt(text: string): string {
  return text.replace(OPERATION, (_, name: string, variables = '', fields: string) => {
    const [caller = ''] = CALLER.exec(fields) ?? [];
    const declared = ['$asOf: DateTime', '$snapshot: String', variables]
      .filter((one) => one !== '')
      .join(', ');
    return `query ${name}(${declared}) {
${caller}
  at(asOf: $asOf, snapshot: $snapshot) {
${fields.replace(caller, '')}
  }
}`;
  });
}
