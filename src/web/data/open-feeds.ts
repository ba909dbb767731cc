import { AlphaError, type AlphaErrorCode } from '../../client/client.ts';
import { isSimulated } from './connect.ts';
import type { OpenFeed } from './feeds.ts';
import { type Row, rowOf } from './rows.ts';
import { unmarked } from './unmarked.ts';

export type OpenAnswer =
  | {
      readonly ok: true;
      readonly rows: readonly Row[];
      /** The whole answer, for what stands beside the rows. */
      readonly body: Readonly<Record<string, unknown>>;
      readonly isSimulated: boolean;
    }
  | { readonly ok: false; readonly error: AlphaError };

/** What a reader is told whose address may not read them right now. */
export const TOO_OFTEN = 'Your address has read the open feeds as often as a minute allows.';

/** Reads an open feed: no key, limited by address. Never throws. */
export async function readOpenFeed(
  { path, wrapper, key }: OpenFeed,
  type: string,
  params: Readonly<Record<string, string>>,
): Promise<OpenAnswer> {
  try {
    const response = await fetch(`${path}?${new URLSearchParams(params)}`);
    const body = (await response.json()) as Record<string, unknown>; // a wrapper or a problem document
    if (!response.ok) return { ok: false, error: errorOf(body) };
    const records = body[wrapper] as readonly Record<string, unknown>[]; // as the open feed is specified
    const rows = unmarked(records.map((record) => rowOf(record, type, key)));
    return { ok: true, rows, body, isSimulated: isSimulated(response) };
  } catch (cause) {
    return { ok: false, error: new AlphaError('UNREACHABLE', 'the open feed cannot be read', {}, cause) };
  }
}

/** Of a problem document. */
const errorOf = ({ code, detail, retry_after: retryAfter }: Readonly<Record<string, unknown>>): AlphaError =>
  new AlphaError((code ?? 'BAD_RESPONSE') as AlphaErrorCode, String(detail), {
    retryAfter: retryAfter as number | undefined, // as the specification has it
  });
