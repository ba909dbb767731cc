import { isObject } from '../../feed/json.ts';
import { congress } from '../../feeds/congress/feed.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import { listParser } from '../entry-parser.ts';
import type { Item, Parser } from '../format.ts';
import { readText } from '../read-file.ts';
import type { Chamber } from './chamber.ts';
import { entriesOf } from './entries.ts';
import { type NativeTrade, toTrade } from './trade.ts';
import { createTradeIds } from './trade-id.ts';

/** The trades of JSON files of one chamber. */
export async function* readTrades(chamber: Chamber, files: readonly string[]): AsyncGenerator<Item> {
  for (const file of files) {
    yield* parseTrades(chamber, entriesOf(await readText(file), file, chamber.filer), file);
  }
}

/** Reads rows of a chamber again. */
export const tradeParser = (chamber: Chamber): Parser =>
  listParser({ ...nameOf(chamber), feed: congress, captures: 'state' }, (rows, { place }) =>
    parseTrades(chamber, rows, place),
  );

const nameOf = ({ origin, version }: Chamber) => ({ name: origin, version });

/** The trades of one list of a chamber. */
export function* parseTrades(chamber: Chamber, entries: readonly unknown[], file: string): Generator<Item> {
  const idOf = createTradeIds(chamber.name);
  yield captureMark(nameOf(chamber), file);
  for (const [index, raw] of entries.entries()) {
    const at = `record ${index + 1}`;
    yield jsonEntry(at, raw);
    yield* toItems(chamber, raw, { file, at, idOf });
  }
}

interface Place {
  readonly file: string;
  readonly at: string;
  readonly idOf: (identity: readonly (string | null)[]) => string;
}

function toItems(chamber: Chamber, raw: unknown, { file, at, idOf }: Place): readonly Item[] {
  const native = nativeOf(chamber, raw);
  const result = native.ok ? toTrade(chamber, native.trade, idOf) : native;
  if (!result.ok) return [{ kind: 'rejected', file, at, field: result.field, reason: result.reason, raw }];
  const notes = result.notes.map((reason): Item => ({ kind: 'noted', reason }));
  return [{ kind: 'record', record: result.trade }, ...notes];
}

type Native =
  | { readonly ok: true; readonly trade: NativeTrade }
  | { readonly ok: false; readonly field: string | null; readonly reason: string };

function nativeOf(chamber: Chamber, raw: unknown): Native {
  if (!isObject(raw)) return { ok: false, field: null, reason: 'not an object' };
  const fields = {
    filer: chamber.filer,
    link: chamber.link,
    transaction_date: 'transaction_date',
    disclosure_date: 'disclosure_date',
    owner: 'owner',
    ticker: 'ticker',
    asset_description: 'asset_description',
    asset_type: 'asset_type',
    type: 'type',
    amount: 'amount',
    district: 'district',
  } as const;
  const trade: Partial<Record<keyof NativeTrade, string | null>> = {};
  for (const [name, native] of Object.entries(fields)) {
    const value = raw[native] ?? null;
    if (value !== null && typeof value !== 'string')
      return { ok: false, field: native, reason: 'not a text' };
    trade[name as keyof NativeTrade] = value; // the names are those written above
  }
  return { ok: true, trade: trade as NativeTrade }; // every name has been set
}
