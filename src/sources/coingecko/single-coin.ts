import { isObject } from '../../feed/json.ts';
import { outperformers } from '../../feeds/aoe/feed.ts';
import { type EntryPlace, entryParser } from '../entry-parser.ts';
import type { Item } from '../format.ts';
import { type Coin, coinId, isoTime, isRank, number, text } from './coin.ts';
import { coinFacts } from './coin-facts.ts';

type JsonObject = Readonly<Record<string, unknown>>;
type SingleCoin = JsonObject & { readonly market_data: JsonObject };

/** Whether it is an answer of `GET /coins/{id}`. */
export const isSingleCoin = (json: unknown): json is SingleCoin =>
  isObject(json) && isObject(json.market_data);

/**
 * The coin of an answer of `GET /coins/{id}`. It is an observation, never a scan: it makes no record of its own. A capture
 * without `id` is named by its file, `coins_<id>.json`.
 */
function singleCoinItems(json: SingleCoin, { file, context }: EntryPlace): Item[] {
  const { market_data: data } = json;
  const reject = (field: string, reason: string): Item[] => [
    { kind: 'rejected', file, at: 'record 1', field, reason, raw: json },
  ];
  const stated = coinId(json.id);
  const id = stated ?? idOfFileName(String(context.file));
  if (id === null) return reject('id', 'no coin id');
  const key = isoTime(json.last_updated) ?? isoTime(data.last_updated);
  if (key === null) return reject('last_updated', 'no time');
  const price = usd(data.current_price);
  if (price === null || price < 0) return reject('market_data.current_price.usd', 'not a price');
  const rank = number(data.market_cap_rank);
  const coin: Coin = {
    symbol: text(json.symbol),
    name: text(json.name),
    price,
    market_cap: usd(data.market_cap),
    volume_24h: usd(data.total_volume),
    rank: rank !== null && isRank(rank) ? rank : null,
    perf_24h: performance(data, '24h'),
    perf_7d: performance(data, '7d'),
    perf_30d: performance(data, '30d'),
    updated_at: key,
    ...coinFacts({
      amount: (name) => usd(data[name]),
      count: (name) => number(data[name]),
      time: (name) => isoTime(usdTextOf(data[name])),
    }),
  };
  const input: Item = { kind: 'input', input: { kind: 'coin', series: id, key, data: { ...coin } } };
  return stated === null ? [input, { kind: 'noted', reason: 'coin id taken from the file name' }] : [input];
}

/** The name of the file is part of what it says. */
export const singleCoinParser = entryParser<SingleCoin>({
  name: 'coingecko-coin',
  version: 3,
  feed: outperformers,
  captures: 'state',
  read: singleCoinItems,
});

/** The plain percentage is in USD as well. */
const performance = (data: JsonObject, window: string): number | null =>
  usd(data[`price_change_percentage_${window}_in_currency`]) ??
  number(data[`price_change_percentage_${window}`]);

const usd = (amounts: unknown): number | null => (isObject(amounts) ? number(amounts.usd) : null);

const usdTextOf = (texts: unknown): unknown => (isObject(texts) ? texts.usd : null);

const idOfFileName = (name: string): string | null =>
  /^coins_([a-z0-9][a-z0-9_.-]*?)\.json(?:\.gz)?$/.exec(name)?.[1] ?? null;
