import { newYorkInstant } from '../../feed/new-york-time.ts';
import { type DirectoryName, listings } from '../../feeds/symbols/feed.ts';
import { type EntryPlace, entryParser, type Placed } from '../entry-parser.ts';
import { type Format, type Item, type Rejection, SourceError } from '../format.ts';
import { readText } from '../read-file.ts';
import { timeIn } from './capture-time.ts';
import { captureItem, listingItem } from './listing.ts';

/** A line by its columns; of the trailer `{captured_at}`. */
type Raw = Readonly<Record<string, string>>;

const parser = entryParser<Raw>({
  name: 'nasdaq-trader',
  version: 1,
  feed: listings,
  captures: 'events', // each says what was listed at its time
  read: (raw, place) => [itemOf(raw, place)],
});

/**
 * Nasdaq Trader's symbol directory, `nasdaqlisted.txt` and `otherlisted.txt`: columns between `|`, behind the last line the
 * time of the file in New York (`File Creation Time: 0721202521:31`). Described at nasdaqtrader.com, "Symbol Look-Up/Directory
 * Data Fields & Definitions".
 */
export const nasdaqTrader: Format = {
  name: 'nasdaq-trader',
  description: 'Nasdaq Trader: nasdaqlisted.txt and otherlisted.txt',
  feed: listings,
  async *read(files) {
    for (const file of files) {
      const [head = '', ...lines] = (await readText(file)).trimEnd().split(/\r?\n/);
      const columns = head.split('|');
      const directory = directoryOf(columns, file);
      const at = creationTime(lines.at(-1) ?? '', file).toISOString();
      yield* parser.parse(file, linesOf(columns, lines.slice(0, -1), at), { directory, at });
    }
  },
  parsers: [parser],
};

function directoryOf(columns: readonly string[], file: string): DirectoryName {
  if (columns[0] === 'Symbol' && columns.includes('Market Category')) return 'nasdaq-listed';
  if (columns[0] === 'ACT Symbol') return 'nasdaq-other';
  throw new SourceError(`${file}: line 1: must be the columns of nasdaqlisted.txt or otherlisted.txt`);
}

/** A file without its last line was cut off: what is missing from it may be listed all the same. */
function creationTime(line: string, file: string): Date {
  const match = /^File Creation Time: ?(\d\d)(\d\d)(\d{4})(\d\d):(\d\d)/.exec(line);
  if (!match) throw new SourceError(`${file}: does not end with its "File Creation Time"`);
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0] = match.slice(1).map(Number);
  return newYorkInstant({ year, month, day, hour, minute, second: 0 });
}

function* linesOf(columns: readonly string[], lines: readonly string[], at: string): Generator<Placed<Raw>> {
  yield { at: 'file', raw: { captured_at: at } };
  for (const [nth, line] of lines.entries()) {
    const values = line.split('|');
    const raw =
      values.length === columns.length
        ? Object.fromEntries(columns.map((name, column) => [name, (values[column] ?? '').trim()]))
        : { line };
    yield { at: `line ${nth + 2}`, raw };
  }
}

/** Letters of `Exchange` in otherlisted.txt. */
const EXCHANGES: Readonly<Record<string, string>> = {
  A: 'NYSE American',
  N: 'NYSE',
  P: 'NYSE Arca',
  Z: 'Cboe BZX',
  V: 'IEX',
};

function itemOf(raw: Raw, { file, at, context }: EntryPlace): Item {
  const directory: DirectoryName = context.directory === 'nasdaq-listed' ? 'nasdaq-listed' : 'nasdaq-other';
  const captured = timeIn(context);
  if (raw.captured_at !== undefined) return captureItem(directory, captured);
  const reject = (field: string | null, reason: string): Rejection => ({
    kind: 'rejected',
    file,
    at,
    field,
    reason,
    raw,
  });
  if (raw.line !== undefined) return reject(null, 'wrong number of columns');
  if (raw['Test Issue'] === 'Y') return { kind: 'skipped', reason: 'test issue' };
  const field = directory === 'nasdaq-listed' ? 'Symbol' : 'ACT Symbol';
  const symbol = raw[field] ?? '';
  if (symbol === '') return reject(field, 'no symbol');
  const name = raw['Security Name'] ?? '';
  if (name === '') return reject('Security Name', 'no name');
  const exchange = directory === 'nasdaq-listed' ? 'Nasdaq' : (EXCHANGES[raw.Exchange ?? ''] ?? null);
  const isEtf = raw.ETF === 'Y' ? true : raw.ETF === 'N' ? false : null;
  return listingItem(directory, { symbol, name, asset_type: 'stock', exchange, is_etf: isEtf }, captured);
}
