import { isAdjusted } from '../../feed/stock-series.ts';
import { signals } from '../../feeds/trade-feed/feed.ts';
import { type EntryPlace, entryParser, type Placed } from '../entry-parser.ts';
import { type Format, type ImportOptions, type Item, SourceError } from '../format.ts';
import { readText } from '../read-file.ts';
import { readEach } from '../sec/read-each.ts';
import { type NativeDay, type StockBarContext, stockBarItem } from './stock-bar.ts';

/** A file of trading days, opened. */
export interface StockBarFile {
  readonly context: StockBarContext;
  readonly entries: readonly Placed[];
}

/** How a provider writes trading days. */
export interface StockBarLayout {
  /** Name of the format, and of what reads its entries again. */
  readonly name: string;
  readonly description: string;
  /** Throws `SourceError` for what is not this layout at all. Several: securities of their own. */
  open(file: string, text: string, options: ImportOptions): StockBarFile | readonly StockBarFile[];
  /** What an entry says; null for one that is not of this layout. */
  day(raw: unknown, context: StockBarContext): NativeDay | null;
}

/** The format of a layout: its files hold bars of stocks and funds, one a trading day. */
export function stockBarFormat({ name, description, open, day }: StockBarLayout): Format {
  const parser = entryParser({
    name,
    version: 1,
    feed: signals,
    captures: 'state',
    read: (raw, { file, at, context }: EntryPlace): Iterable<Item> => {
      const place = { file, at, raw };
      const said = context as unknown as StockBarContext; // as a file of this layout was opened with
      const native = day(raw, said);
      if (native === null) return [{ kind: 'rejected', field: null, reason: 'not a bar', ...place }];
      return [stockBarItem(native, said, place)];
    },
  });
  async function* read(file: string, options: ImportOptions): AsyncGenerator<Item> {
    const opened = open(file, await readText(file), options);
    for (const { context, entries } of Array.isArray(opened)
      ? (opened as StockBarFile[])
      : [opened as StockBarFile]) {
      if (isAdjusted(context.basis) && context.at === undefined) {
        throw new SourceError(
          `${file}: its prices are adjusted up to the day they were fetched, which the file does not say: give it with --at`,
        );
      }
      yield* parser.parse(file, entries, { ...context });
    }
  }
  return {
    name,
    description,
    feed: signals,
    read: (files, options) =>
      readEach(
        files,
        (file) => file,
        (file) => read(file, options),
      ),
    parsers: [parser],
  };
}

/** The time of a capture that the file does not state, as `--at` gives it. */
export const fetchedAt = ({ at }: ImportOptions): Pick<StockBarContext, 'at'> =>
  at === undefined ? {} : { at: at.toISOString() };
