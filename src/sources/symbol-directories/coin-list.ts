import { isObject } from '../../feed/json.ts';
import { listings } from '../../feeds/symbols/feed.ts';
import { type EntryPlace, entryParser, numbered } from '../entry-parser.ts';
import { type Format, type Item, type Rejection, SourceError } from '../format.ts';
import { captureTime, readJsonFile, timeIn } from './capture-time.ts';
import { captureItem, listingItem } from './listing.ts';

const parser = entryParser({
  name: 'coingecko-coins',
  version: 1,
  feed: listings,
  captures: 'events', // each says what was listed at its time
  read: (raw, place) => [itemOf(raw, place)],
});

/** CoinGecko's `/coins/list`, with or without platforms. It does not say when it is of, and symbols in it are not unique. */
export const coingeckoCoins: Format = {
  name: 'coingecko-coins',
  description: 'CoinGecko: /coins/list, captured at --at',
  feed: listings,
  async *read(files, options) {
    for (const file of files) {
      const at = captureTime(file, options);
      const list = await readJsonFile(file);
      if (!Array.isArray(list) || (list.length > 0 && !list.some(isCoin)))
        throw new SourceError(`${file}: must be a list of coins with id, symbol and name`);
      yield* parser.parse(file, [{ at: 'file', raw: { captured_at: at } }, ...numbered('coin', list)], {
        at,
      });
    }
  },
  parsers: [parser],
};

/** Lists of another answer hold none. */
const isCoin = (raw: unknown): boolean =>
  isObject(raw) && [raw.id, raw.symbol, raw.name].every((member) => typeof member === 'string');

function itemOf(raw: unknown, { file, at, context }: EntryPlace): Item {
  const captured = timeIn(context);
  if (isObject(raw) && 'captured_at' in raw) return captureItem('coingecko', captured);
  const reject = (field: string | null, reason: string): Rejection => ({
    kind: 'rejected',
    file,
    at,
    field,
    reason,
    raw,
  });
  if (!isObject(raw)) return reject(null, 'not an object');
  const { id, symbol, name } = raw;
  if (typeof id !== 'string' || id === '') return reject('id', 'no id');
  if (typeof symbol !== 'string' || symbol.trim() === '') return reject('symbol', 'no symbol');
  if (typeof name !== 'string' || name.trim() === '') return reject('name', 'no name');
  const listed = {
    symbol: symbol.trim().toUpperCase(),
    name: name.trim(),
    asset_type: 'crypto',
    coin_id: id,
  } as const;
  return listingItem('coingecko', listed, captured);
}
