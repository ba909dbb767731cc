import type { OpenFeed } from './feeds.ts';
import { isSimulated, type Refusal, UNREACHABLE } from './graphql.ts';
import { type Row, rowOf } from './rows.ts';

export type OpenAnswer =
  | {
      readonly ok: true;
      readonly rows: readonly Row[];
      /** The whole answer, for what stands beside the rows. */
      readonly body: Readonly<Record<string, unknown>>;
      readonly isSimulated: boolean;
    }
  | { readonly ok: false; readonly refusal: Refusal };

/** Reads an open feed: no key, limited by address. Never throws. */
export async function readOpenFeed(
  { path, wrapper, key }: OpenFeed,
  type: string,
  params: Readonly<Record<string, string>>,
): Promise<OpenAnswer> {
  try {
    const response = await fetch(`${path}?${new URLSearchParams(params)}`);
    const body = (await response.json()) as Record<string, unknown>; // a wrapper or a problem document
    if (!response.ok) return { ok: false, refusal: refusalOf(body) };
    const records = body[wrapper] as readonly Record<string, unknown>[]; // as the open feed is specified
    const rows = records.map((record) => rowOf(record, type, key));
    return { ok: true, rows, body, isSimulated: isSimulated(response) };
  } catch {
    return { ok: false, refusal: UNREACHABLE };
  }
}

const refusalOf = (problem: Readonly<Record<string, unknown>>): Refusal => ({
  code: String(problem.code ?? 'INTERNAL'),
  message: String(problem.detail ?? problem.title ?? 'The open feed failed'),
  retryAfterSeconds: typeof problem.retry_after === 'number' ? problem.retry_after : null,
});
