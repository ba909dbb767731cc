import type { Coin as CoinFacts } from '../../sources/coingecko/coin.ts';
import type { Input } from '../../sources/format.ts';
import { isClaim } from '../coin-claims.ts';
import { type Day, parseDay } from './day.ts';
import type { Series } from './observations.ts';

/** Kind of the inputs that hold one coin of a CoinGecko `/coins/markets` capture; their series is the coin's id. */
export const COIN = 'coin';

/** What the coins of a day's last captures say. */
export interface CoinMarket {
  /** BTC's share in per cent of the value of the 250 largest coins. */
  readonly dominance: Series;
  /** Share in per cent of the 50 largest altcoins that gained more than BTC within 30 days. */
  readonly altsBeatingBtc: Series;
}

const BITCOIN = 'bitcoin';
/** Always as many, so that days with longer lists compare. What lies below is some per mille of the market. */
export const DOMINANCE_COINS = 250;
/** As the Altcoin Season Index of blockchaincenter.net, which looks at the 50 largest without pegged tokens. */
const BREADTH_COINS = 50;
const MIN_BREADTH_COINS = 25;

export function coinMarket(coins: ReadonlyMap<string, readonly Input[]>): CoinMarket {
  const days = [...coinsByDay(coins)].sort(([a], [b]) => a - b);
  const series = (measure: (coins: readonly Coin[]) => number | null): Series =>
    days.flatMap(([day, list]) => {
      const value = measure(list);
      return value === null ? [] : [{ day, knownOn: day, value }];
    });
  return { dominance: series(dominanceOf), altsBeatingBtc: series(breadthOf) };
}

interface Coin {
  readonly id: string;
  readonly marketCap: number;
  /** Performance in per cent over 30 days; null where CoinGecko does not say. */
  readonly monthPct: number | null;
  readonly isClaim: boolean;
}

/** Coins by day, the largest first; of several captures on a day the last one of each coin. */
function coinsByDay(coins: ReadonlyMap<string, readonly Input[]>): ReadonlyMap<Day, readonly Coin[]> {
  const days = new Map<Day, Coin[]>();
  for (const [id, captures] of coins) {
    const last = new Map<Day, Input>();
    for (const capture of captures) {
      const day = parseDay(capture.key);
      if (day !== null && capture.key >= (last.get(day)?.key ?? '')) last.set(day, capture);
    }
    for (const [day, { data }] of last) {
      const marketCap = numberOf(data.market_cap);
      if (marketCap === null || marketCap <= 0) continue;
      const coin = data as unknown as CoinFacts; // as coinEntry made it
      const list = days.get(day) ?? [];
      list.push({ id, marketCap, monthPct: numberOf(coin.perf_30d), isClaim: isClaim(id, coin) });
      days.set(day, list);
    }
  }
  // Ties by id: the result must not depend on the order of the inputs.
  for (const list of days.values()) list.sort((a, b) => b.marketCap - a.marketCap || (a.id < b.id ? -1 : 1));
  return days;
}

function dominanceOf(coins: readonly Coin[]): number | null {
  const bitcoin = coins.find(({ id }) => id === BITCOIN);
  if (bitcoin === undefined || coins.length < DOMINANCE_COINS) return null;
  const total = coins.slice(0, DOMINANCE_COINS).reduce((sum, { marketCap }) => sum + marketCap, 0);
  return (100 * bitcoin.marketCap) / total;
}

function breadthOf(coins: readonly Coin[]): number | null {
  const bitcoin = coins.find(({ id }) => id === BITCOIN)?.monthPct ?? null;
  if (bitcoin === null) return null;
  const alts = coins.filter((coin) => coin.id !== BITCOIN && !coin.isClaim).slice(0, BREADTH_COINS);
  const months = alts.map(({ monthPct }) => monthPct).filter((month) => month !== null);
  if (months.length < MIN_BREADTH_COINS) return null;
  return (100 * months.filter((month) => month > bitcoin).length) / months.length;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
