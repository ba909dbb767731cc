import { isObject } from '../../feed/json.ts';
import { listings } from '../../feeds/symbols/feed.ts';
import { type EntryPlace, entryParser, type Placed } from '../entry-parser.ts';
import { type Format, type Item, type Rejection, SourceError } from '../format.ts';
import { captureTime, readJsonFile, timeIn } from './capture-time.ts';
import { captureItem, listingItem } from './listing.ts';

/** A line of one of the files as cik, name, ticker and exchange; of the file itself the time of the capture. */
type Raw = readonly [unknown, unknown, unknown, unknown] | { readonly captured_at: string };

const parser = entryParser<Raw>({
  name: 'sec-tickers',
  version: 1,
  feed: listings,
  captures: 'events', // each says what was listed at its time
  read: (raw, place) => [itemOf(raw, place)],
});

/**
 * The SEC's tables of tickers: `company_tickers.json` (an object of objects) and `company_tickers_exchange.json`
 * (`{fields, data}`), at www.sec.gov/files. They do not say when they are of.
 */
export const secTickers: Format = {
  name: 'sec-tickers',
  description: 'SEC: company_tickers.json or company_tickers_exchange.json, captured at --at',
  feed: listings,
  async *read(files, options) {
    for (const file of files) {
      const at = captureTime(file, options);
      const json = await readJsonFile(file);
      yield* parser.parse(file, linesOf(json, file, at), { at });
    }
  },
  parsers: [parser],
};

function* linesOf(json: unknown, file: string, at: string): Generator<Placed<Raw>> {
  yield { at: 'file', raw: { captured_at: at } };
  if (isObject(json) && Array.isArray(json.fields) && Array.isArray(json.data)) {
    const places = ['cik', 'name', 'ticker', 'exchange'].map((name) =>
      (json.fields as unknown[]).indexOf(name),
    );
    if (places.slice(0, 3).includes(-1))
      throw new SourceError(`${file}: "fields" has no cik, name and ticker`);
    for (const [row, values] of json.data.entries()) {
      const of = (nth: number): unknown => (Array.isArray(values) ? values[places[nth] ?? -1] : undefined);
      yield { at: `row ${row + 1}`, raw: [of(0), of(1), of(2), of(3) ?? null] };
    }
    return;
  }
  const entries = isObject(json) ? Object.entries(json) : [];
  if (!entries.some(([, one]) => isObject(one) && 'cik_str' in one))
    throw new SourceError(
      `${file}: must be company_tickers.json or company_tickers_exchange.json of the SEC`,
    );
  for (const [key, one] of entries) {
    const { cik_str, title, ticker } = isObject(one) ? one : {};
    yield { at: `entry ${key}`, raw: [cik_str, title, ticker, null] };
  }
}

function itemOf(raw: Raw, { file, at, context }: EntryPlace): Item {
  const captured = timeIn(context);
  if ('captured_at' in raw) return captureItem('sec', captured);
  const reject = (field: string, reason: string): Rejection => ({
    kind: 'rejected',
    file,
    at,
    field,
    reason,
    raw,
  });
  const [cik, name, ticker, exchange] = raw;
  if (typeof cik !== 'number' || !Number.isSafeInteger(cik) || cik <= 0)
    return reject('cik', 'no SEC number');
  if (typeof name !== 'string' || name.trim() === '') return reject('name', 'no name');
  if (typeof ticker !== 'string' || ticker.trim() === '') return reject('ticker', 'no ticker');
  const listed = {
    symbol: ticker.trim().toUpperCase(),
    name: name.trim(),
    asset_type: 'stock',
    issuer_cik: String(cik).padStart(10, '0'),
    exchange: typeof exchange === 'string' && exchange !== '' ? exchange : null,
  } as const;
  return listingItem('sec', listed, captured);
}
