import { type AssetKind, assetKey, assetOf, coinOf } from '../../feed/asset.ts';
import { closeOfBar } from '../../feed/interval.ts';
import type { Input } from '../../sources/format.ts';
import { barSeriesOf } from '../../sources/ohlcv/bar-series.ts';
import { type Market, marketOf } from '../../sources/tradingview/market.ts';
import type { Changed, InputReader } from '../engine.ts';

/** A price and when it was one. */
export interface KnownPrice {
  readonly price: number;
  readonly atMs: number;
}

/** Kinds of input that hold prices. */
export const PRICE_KINDS = ['bar', 'coin'] as const;

/** The group of a price: of a bar its asset; a coin's symbol stands in its data alone, so it is a group by its id. */
export function priceGroupOf({ kind, series }: Changed): string | null {
  if (kind === 'coin') return `coin:${series}`;
  const asset = kind === 'bar' ? marketOfBar(series)?.asset : undefined;
  return asset === undefined ? null : assetGroup(asset);
}

export const assetGroup = (asset: string): string => `asset:${asset}`;

/** The key of the asset that a group of `priceGroupOf` is about; null for another group and for a coin without symbol. */
export async function assetOfGroup(group: string, inputs: InputReader): Promise<string | null> {
  if (group.startsWith('asset:')) return group.slice('asset:'.length);
  if (!group.startsWith('coin:')) return null;
  const coins = await inputs.newest('coin'); // not the coin's own list, which grows with every day
  const coin = coins.find(({ series }) => series === group.slice('coin:'.length));
  return coin ? assetOfCoin(coin) : null;
}

/** Finds the last known price of an instrument: the newest of its bars and, in USD, of its coin; null without one. */
export type FindPrice = (symbol: string, kind: AssetKind | null) => KnownPrice | null;

/**
 * A price belongs to the same kind of asset in the same quote currency, the dollar and what is pegged to it being one:
 * a coin is not the company of the same letters, and BTC/EUR is not BTC/USDT. Of coins that share a symbol the one
 * ranked highest by market capitalisation counts. A signal takes the price of its own market, spot or perpetual future;
 * of the other one, whose price differs by the basis, only where its own has none.
 */
export async function priceFinder(inputs: InputReader): Promise<FindPrice> {
  const bars = await inputs.newest('bar');
  const coins = await inputs.newest('coin');
  const prices = new Map<string, KnownPrice>();
  const keep = (key: string, known: KnownPrice | null) => {
    const before = prices.get(key);
    if (known && (!before || known.atMs > before.atMs)) prices.set(key, known);
  };
  for (const bar of bars) {
    const market = marketOfBar(bar.series);
    if (market) keep(instrumentOf(market), priceOfBar(bar));
  }
  for (const [asset, coin] of bestRanked(coins)) {
    keep(
      instrumentOf({ asset, symbol: '', isPerpetual: false }),
      known(coin.data.price, Date.parse(coin.key)),
    );
  }
  return (symbol, kind) => {
    const market = kind === null ? null : marketOf(symbol);
    const named = market && assetOf(market.symbol, kind);
    if (market === null || named === null) return null;
    const asset = assetKey(named);
    const own = prices.get(instrumentOf({ ...market, asset }));
    return own ?? prices.get(instrumentOf({ ...market, asset, isPerpetual: !market.isPerpetual })) ?? null;
  };
}

const DOLLARS = new Set(['USD', 'USDT', 'USDC', 'BUSD', 'FDUSD', 'TUSD']);

/** An asset in its quote currency; what is no pair is quoted in dollars. */
function instrumentOf({ symbol, asset, isPerpetual }: Omit<Market, 'type'>): string {
  const quote = symbol.split('/')[1] ?? 'USD';
  return [asset, DOLLARS.has(quote) ? 'USD' : quote, isPerpetual ? 'perpetual' : 'spot'].join('|');
}

const marketOfBar = (series: string): Market | null => marketOf(series.split('|')[0] ?? '');

/** The key is the time a bar opened; its last price is as late as its close. */
function priceOfBar({ series, key, data }: Input): KnownPrice | null {
  const interval = barSeriesOf(series)?.interval;
  return interval === undefined ? null : known(data.c, closeOfBar(new Date(key), interval).getTime());
}

function known(price: unknown, atMs: number): KnownPrice | null {
  return typeof price === 'number' && price > 0 && Number.isFinite(atMs) ? { price, atMs } : null;
}

function bestRanked(coins: readonly Input[]): ReadonlyMap<string, Input> {
  const best = new Map<string, Input>();
  for (const coin of coins) {
    const asset = assetOfCoin(coin);
    const before = asset === null ? undefined : best.get(asset);
    if (asset !== null && (!before || rankOf(coin) < rankOf(before))) best.set(asset, coin);
  }
  return best;
}

function rankOf({ data }: Input): number {
  return typeof data.rank === 'number' ? data.rank : Number.POSITIVE_INFINITY;
}

function assetOfCoin({ data }: Input): string | null {
  const asset = typeof data.symbol === 'string' ? coinOf(data.symbol) : null;
  return asset && assetKey(asset);
}
