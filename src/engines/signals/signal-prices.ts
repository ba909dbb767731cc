import { assetOf } from '../../feed/asset.ts';
import type { Input } from '../../sources/format.ts';
import { barSeriesOf } from '../../sources/ohlcv/bar-series.ts';
import { closeOfBar } from '../../sources/ohlcv/interval.ts';
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

/** The asset a group of `priceGroupOf` is about; null for another group and for a coin without symbol. */
export async function assetOfGroup(group: string, inputs: InputReader): Promise<string | null> {
  if (group.startsWith('asset:')) return group.slice('asset:'.length);
  if (!group.startsWith('coin:')) return null;
  const coins = await inputs.newest('coin'); // not the coin's own list, which grows with every day
  const coin = coins.find(({ series }) => series === group.slice('coin:'.length));
  return coin ? symbolOfCoin(coin) : null;
}

/** Finds the last known price of an instrument: the newest of its bars and, in USD, of its coin; null without one. */
export type FindPrice = (symbol: string, type: Market['type']) => KnownPrice | null;

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
      instrumentOf({ symbol: asset, asset, type: 'crypto', isPerpetual: false }),
      known(coin.data.price, Date.parse(coin.key)),
    );
  }
  return (symbol, type) => {
    const market = type === null ? null : marketOf(symbol);
    if (market === null) return null;
    const own = prices.get(instrumentOf({ ...market, type }));
    return own ?? prices.get(instrumentOf({ ...market, type, isPerpetual: !market.isPerpetual })) ?? null;
  };
}

const DOLLARS = new Set(['USD', 'USDT', 'USDC', 'BUSD', 'FDUSD', 'TUSD']);

function instrumentOf({ symbol, asset, type, isPerpetual }: Market): string {
  const quote = symbol.split('/')[1] ?? 'USD';
  return [type, asset, DOLLARS.has(quote) ? 'USD' : quote, isPerpetual ? 'perpetual' : 'spot'].join('|');
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
    const asset = symbolOfCoin(coin);
    const before = asset === null ? undefined : best.get(asset);
    if (asset !== null && (!before || rankOf(coin) < rankOf(before))) best.set(asset, coin);
  }
  return best;
}

function rankOf({ data }: Input): number {
  return typeof data.rank === 'number' ? data.rank : Number.POSITIVE_INFINITY;
}

function symbolOfCoin({ data }: Input): string | null {
  return typeof data.symbol === 'string' ? assetOf(data.symbol) : null;
}
