import type { Input } from '../../sources/format.ts';
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
/** Moves that only a token pegged to the dollar stays below over a day, a week and a month alike, in per cent. */
const PEGGED_MOVE_PCT = 1;
/** Claims on something else, not coins of their own. */
const CLAIM = /\b(wrapped|bridged|(re)?staked|gold|fund|treasury)\b/i;

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
  readonly name: string;
  readonly marketCap: number;
  /** Performance in per cent over 24 hours, 7 and 30 days; null where CoinGecko does not say. */
  readonly moves: readonly [day: number | null, week: number | null, month: number | null];
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
      const moves = [numberOf(data.perf_24h), numberOf(data.perf_7d), numberOf(data.perf_30d)] as const;
      const list = days.get(day) ?? [];
      list.push({ id, name: String(data.name ?? ''), marketCap, moves });
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
  const bitcoin = coins.find(({ id }) => id === BITCOIN)?.moves[2] ?? null;
  if (bitcoin === null) return null;
  const alts = coins.filter((coin) => coin.id !== BITCOIN && !isClaim(coin)).slice(0, BREADTH_COINS);
  const months = alts.map(({ moves }) => moves[2]).filter((month) => month !== null);
  if (months.length < MIN_BREADTH_COINS) return null;
  return (100 * months.filter((month) => month > bitcoin).length) / months.length;
}

function isClaim({ name, moves }: Coin): boolean {
  return CLAIM.test(name) || moves.every((move) => move !== null && Math.abs(move) < PEGGED_MOVE_PCT);
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
