import { congress } from '../../feeds/congress/feed.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import { listParser } from '../entry-parser.ts';
import type { Item, Parser } from '../format.ts';
import { readText } from '../read-file.ts';
import type { Chamber } from './chamber.ts';
import { entriesOf } from './entries.ts';
import { nativeOf } from './native-trade.ts';
import { type TradeResult, toTrade } from './trade.ts';
import { createTradeIds } from './trade-id.ts';

/** The trades of JSON files of one chamber. */
export async function* readTrades(chamber: Chamber, files: readonly string[]): AsyncGenerator<Item> {
  for (const file of files) {
    yield* parseTrades(chamber, entriesOf(await readText(file), file, chamber.filer), file);
  }
}

/** Reads rows of a chamber again. */
export const tradeParser = (chamber: Chamber): Parser =>
  listParser({ ...nameOf(chamber), feed: congress }, (rows, { place }) => parseTrades(chamber, rows, place));

const nameOf = ({ origin, version }: Chamber) => ({ name: origin, version, captures: 'state' }) as const;

/** The trades of one list of a chamber, in the order of the file: what a row says may stand in the next. */
export function* parseTrades(chamber: Chamber, entries: readonly unknown[], file: string): Generator<Item> {
  const idOf = createTradeIds(chamber.name);
  const natives = entries.map((raw) => nativeOf(chamber, raw));
  const lineOf = countedLines();
  const texts = chamber.textsOf(natives.map((native) => (native.ok ? native.trade : null)));
  yield captureMark(nameOf(chamber), file);
  for (const [index, raw] of entries.entries()) {
    const at = `record ${index + 1}`;
    yield jsonEntry(at, raw);
    const [native, text] = [natives[index], texts[index]];
    if (!native || !text) continue; // both have one for each entry
    const line = lineOf(native.ok ? native.trade.link : null);
    const result = native.ok ? toTrade(chamber, native.trade, text, line, idOf) : native;
    if (result.ok) yield* tradeItems(result);
    else yield { kind: 'rejected', file, at, field: result.field, reason: result.reason, raw };
  }
}

/** The place of each row in its report, from 1: rows of a file come in the order of the report. */
function countedLines(): (link: string | null) => number {
  const lines = new Map<string | null, number>();
  return (link) => {
    const line = (lines.get(link) ?? 0) + 1;
    lines.set(link, line);
    return line;
  };
}

function* tradeItems({ trade, notes }: Extract<TradeResult, { ok: true }>): Generator<Item> {
  yield { kind: 'record', record: trade };
  for (const reason of notes) yield { kind: 'noted', reason };
}
