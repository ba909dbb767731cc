import { closeOfBar, intervalMs } from '../../feed/interval.ts';
import type { Input } from '../../sources/format.ts';
import type { Backtest, BacktestTrade } from '../../sources/freqtrade/backtest.ts';
import { type BarSeries, barSeriesName, barSeriesOf, displayOf } from '../../sources/ohlcv/bar-series.ts';
import { type Bar, barsOf } from '../bars.ts';
import type { InputReader } from '../engine.ts';
import type { Mark, MarkedTrade } from '../performance/marked-account.ts';
import { valueWhileOpen } from './trade-value.ts';

/**
 * Every trade of a run with its value bar by bar, where stored bars of its market cover every trade of the run without a gap;
 * null where they do not. Of several series of a pair that cover its trades the one with the shortest bars counts, of these
 * the first by name. A series that does not hold the rates of a trade in the bars of its opening and closing, to 1 %, is of
 * another market: spot and perpetual differ by less than that in calm times, wrong instruments by more.
 */
export async function markedTrades(
  run: Backtest,
  inputs: InputReader,
): Promise<readonly MarkedTrade[] | null> {
  const candidates = candidatesOf(run, await inputs.series('bar'));
  const byPair = Map.groupBy(run.trades, ({ pair }) => pair);
  if ([...byPair.keys()].some((pair) => !candidates.has(pair))) return null;
  const marked: MarkedTrade[] = [];
  for (const [pair, trades] of byPair) {
    const found = await coveredBy(candidates.get(pair) ?? [], trades, run, inputs);
    if (found === null) return null;
    marked.push(...found);
  }
  return marked;
}

/** The series of a run's pairs in its kind of market, shortest bars first. */
export function candidatesOf(run: Pick<Backtest, 'settings'>, names: readonly string[]) {
  const suffix = run.settings?.trading_mode === 'futures' ? '.P' : '';
  const series = names.flatMap((name) => barSeriesOf(name) ?? []);
  const shortestFirst = series.toSorted((one, other) => {
    const difference = intervalMs(one.interval) - intervalMs(other.interval);
    return difference !== 0 ? difference : barSeriesName(one) < barSeriesName(other) ? -1 : 1;
  });
  const ofMarket = shortestFirst.filter(({ ticker }) => ticker.endsWith('.P') === (suffix !== ''));
  return Map.groupBy(ofMarket, ({ ticker }) => pairOf(ticker));
}

/** `BTC/USDT` of `BINANCE:BTCUSDT` and of `BINANCE:BTCUSDT.P`, as trades of both kinds of market have it. */
export const pairOf = (ticker: string): string => displayOf(ticker.replace(/\.P$/, ''));

async function coveredBy(
  candidates: readonly BarSeries[],
  trades: readonly BacktestTrade[],
  run: Backtest,
  inputs: InputReader,
): Promise<readonly MarkedTrade[] | null> {
  for (const series of candidates) {
    const marked: MarkedTrade[] = [];
    for (const trade of trades) {
      const found = marksOf(trade, series, await barsWhileOpen(trade, series, run, inputs), run);
      if (found === null) break;
      marked.push(found);
    }
    if (marked.length === trades.length) return marked;
  }
  return null;
}

/** The bars from the one that holds the opening to the one that holds the closing, or the end of the tested period. */
async function barsWhileOpen(
  trade: BacktestTrade,
  { ticker, interval }: BarSeries,
  run: Backtest,
  inputs: InputReader,
) {
  const openedAt = Date.parse(trade.opened_at);
  const until = trade.closed_at ?? run.to;
  const stored: readonly Input[] = await inputs.between('bar', barSeriesName({ ticker, interval }), {
    from: new Date(openedAt - intervalMs(interval)).toISOString(),
    to: until,
  });
  return barsOf(stored).filter(({ openAt }) => closeOfBar(openAt, interval).getTime() > openedAt);
}

const TOLERANCE = 0.01;

function marksOf(
  trade: BacktestTrade,
  { interval }: BarSeries,
  bars: readonly Bar[],
  run: Backtest,
): MarkedTrade | null {
  const [first, last] = [bars[0], bars.at(-1)];
  const openedAt = new Date(trade.opened_at);
  const closedAt = trade.closed_at === null ? null : new Date(trade.closed_at);
  if (!first || !last || first.openAt > openedAt || !holds(first, trade.open_rate)) return null;
  if (closeOfBar(last.openAt, interval) < (closedAt ?? new Date(run.to))) return null;
  if (trade.close_rate !== null && !holds(last, trade.close_rate)) return null;
  const marks: Mark[] = [];
  let expected = first.openAt.getTime();
  for (const bar of bars) {
    const endsAt = closeOfBar(bar.openAt, interval);
    if (bar.openAt.getTime() !== expected) return null;
    expected = endsAt.getTime();
    // A trade that closed at the open of a bar was not in it.
    if (closedAt !== null && bar.openAt >= closedAt) continue;
    const mark = markOf(trade, bar, closedAt !== null && endsAt >= closedAt ? closedAt : endsAt);
    if (mark === null) return null;
    marks.push(mark);
  }
  return { openedAt, closedAt, profit: closedAt === null ? 0 : trade.profit_abs, marks };
}

/** The worst rate of a bar is no worse than the worst that the trade saw: its first and last bar are its own in part. */
function markOf(trade: BacktestTrade, bar: Bar, at: Date): Mark | null {
  const { execution, is_short: isShort } = trade;
  const worstRate = isShort
    ? Math.min(bar.high, execution?.highest_rate ?? bar.high)
    : Math.max(bar.low, execution?.lowest_rate ?? bar.low);
  const value = valueWhileOpen(trade, at, bar.close);
  // Before an order that closes it at that moment.
  const worst = valueWhileOpen(trade, new Date(at.getTime() - 1), worstRate);
  return value === null || worst === null ? null : { at, value, worst: Math.min(worst, value) };
}

const holds = ({ low, high }: Bar, rate: number): boolean =>
  rate >= low * (1 - TOLERANCE) && rate <= high * (1 + TOLERANCE);
