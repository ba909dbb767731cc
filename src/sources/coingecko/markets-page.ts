import { isObject } from '../../feed/json.ts';
import { outperformers } from '../../feeds/aoe/feed.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import { type Item, type Parser, SourceError } from '../format.ts';
import { type CoinEntry, coinEntry, isoTime } from './coin.ts';

/** One answer of `/coins/markets`. */
export interface CoinMarketsPage {
  /** What rejections name: the file or the URL. */
  readonly source: string;
  /** Time of the capture where a wrapper states it, ISO 8601 UTC. */
  readonly updatedAt: string | null;
  readonly entries: readonly CoinEntry[];
}

/**
 * Reads one page of `GET /api/v3/coins/markets?vs_currency=usd&order=market_cap_desc&per_page=250&page=1
 * &price_change_percentage=24h,7d,30d`: pages count from 1, hold at most 250 coins, and the last one is shorter or empty.
 * Amounts are in `vs_currency`, which the answer does not repeat: always ask for USD. Also reads a page wrapped as
 * `{ updated, data }`. Throws `SourceError` for what is no page, with CoinGecko's own message where it is an error.
 */
export function parseCoinMarketsPage(json: unknown, source: string): CoinMarketsPage {
  const data = isObject(json) ? json.data : json;
  if (!Array.isArray(data)) throw new SourceError(`${source}: ${errorOf(json) ?? NOT_MARKETS}`);
  const entries = data.map(coinEntry);
  if (entries.length > 0 && entries.every(({ id }) => id === null)) {
    throw new SourceError(`${source}: ${NOT_MARKETS}`);
  }
  return { source, updatedAt: isObject(json) ? isoTime(json.updated) : null, entries };
}

const NOT_MARKETS = 'not an answer of /coins/markets: must be an array of coins with "id"';

/** CoinGecko answers `{"status":{"error_code":429,"error_message":"…"}}` or `{"error":"…"}`. */
function errorOf(json: unknown): string | null {
  if (!isObject(json)) return null;
  const { status, error } = json;
  if (isObject(status) && typeof status.error_message === 'string') return status.error_message;
  return typeof error === 'string' ? error : null;
}

/** Series of the inputs of kind `scan`. */
export const SCAN_SERIES = 'coingecko';

/** Data of an input of kind `scan`: the coins of one complete scan of the market, in the order of the provider. */
export interface Scan {
  /** Ids of the coins that have an input of kind `coin` with the key of the scan. */
  readonly coins: readonly string[];
  /** Ids of coins that are in the market but could not be read this time. */
  readonly unread: readonly string[];
}

/** Above this share of unreadable entries it is the format that changed: such a scan would remove what is known. */
const MAX_UNREAD_SHARE = 0.1;

/**
 * The inputs of one scan of the market. Hand in all its pages: a coin that is on none of them is taken as gone. The key of
 * all inputs is one time: that of the first page that states one, else the newest `last_updated` of the coins.
 * Comes last: the input of kind `scan`, so that it never stands in the store before its coins.
 * `at`: the time, where it is known already.
 */
export function scanItems(pages: readonly CoinMarketsPage[], at: string | null = null): readonly Item[] {
  const all = pages.flatMap((page) =>
    page.entries.map((entry, index) => ({ entry, file: page.source, at: `record ${index + 1}` })),
  );
  const place = pages[0]?.source ?? '';
  if (all.length === 0) {
    const skipped: Item = { kind: 'skipped', reason: 'an empty page is no scan' };
    return [captureMark(MARKETS, place), jsonEntry(WHOLE, null), skipped];
  }
  const key = at ?? scanTime(pages);
  const mark = captureMark(MARKETS, place, { at: key });
  const coins = new Set<string>();
  const unread = new Set<string>();
  const itemOf = ({ entry, file, at }: (typeof all)[number]): Item => {
    if (!entry.ok) {
      if (entry.id !== null) unread.add(entry.id);
      return { kind: 'rejected', file, at, field: entry.field, reason: entry.reason, raw: entry.raw };
    }
    // A coin whose rank fell between two requests is on both pages.
    if (coins.has(entry.id)) return { kind: 'skipped', reason: 'coin is on an earlier page as well' };
    coins.add(entry.id);
    return { kind: 'input', input: { kind: 'coin', series: entry.id, key, data: { ...entry.coin } } };
  };
  const items = all.flatMap((one): readonly Item[] => [jsonEntry(one.at, one.entry.raw), itemOf(one)]);
  const rejected = items.filter(({ kind }) => kind === 'rejected').length;
  if (rejected > all.length * MAX_UNREAD_SHARE) {
    return [mark, ...items, { kind: 'noted', reason: 'too many coins cannot be read: not taken as a scan' }];
  }
  const data: Scan & Record<string, unknown> = {
    coins: [...coins],
    unread: [...unread.difference(coins)],
  };
  const scan: Item = { kind: 'input', input: { kind: 'scan', series: SCAN_SERIES, key, data } };
  return [mark, ...items, jsonEntry(WHOLE, { coins: all.length }), scan];
}

const MARKETS = { name: 'coingecko-markets', version: 3, captures: 'state' } as const;

/** Place of the entry that stands for the pages as a whole. */
const WHOLE = 'scan';

/** Reads the coins of scans again. */
export const scanParser: Parser = {
  ...MARKETS,
  feed: outperformers,
  async *reread({ place, context, entries }) {
    const coins: unknown[] = [];
    for await (const { at, content } of entries) if (at !== WHOLE) coins.push(JSON.parse(content));
    yield* scanItems(
      [parseCoinMarketsPage(coins, place)],
      typeof context.at === 'string' ? context.at : null,
    );
  },
};

function scanTime(pages: readonly CoinMarketsPage[]): string {
  const stated = pages.find(({ updatedAt }) => updatedAt !== null)?.updatedAt;
  if (stated) return stated;
  const times = pages.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.ok && entry.updatedAt !== null ? [entry.updatedAt] : [])),
  );
  const newest = times.toSorted().at(-1);
  if (newest === undefined) {
    throw new SourceError(
      `${pages[0]?.source}: neither "updated" nor a coin's "last_updated" tells its time`,
    );
  }
  return newest;
}
