import { knownExactly } from '../../feed/known.ts';
import type { Strategy } from '../../feeds/mte/feed.ts';
import type { Input } from '../../sources/format.ts';
import type { Backtest, BacktestTrade } from '../../sources/freqtrade/backtest.ts';
import { performanceOf } from '../performance/performance.ts';
import { gradeOf } from '../performance/performance-score.ts';

/** The run of a strategy that is listed: the latest by the time it ran. Null when there is none. */
export function listedRun(runs: readonly Input[]): Backtest | null {
  const last = runs.at(-1);
  return last ? backtestOf(last) : null;
}

const backtestOf = (input: Input): Backtest => input.data as unknown as Backtest; // checked when it was read

/** The listing of a strategy out of all its runs, oldest first; published with the first of them. */
export function listingOf(slug: string, runs: readonly Input[]): Strategy | null {
  const listed = listedRun(runs);
  const [first] = runs;
  if (!listed || !first) return null;
  const closings = listed.trades.flatMap(closingOf);
  const performance = performanceOf({
    closings,
    startingBalance: listed.starting_balance,
    from: new Date(listed.from),
    to: new Date(listed.to),
  });
  const [pair, ...otherPairs] = listed.pairs;
  return {
    name: listed.name,
    slug,
    symbol: pair !== undefined && otherPairs.length === 0 ? pair : null,
    timeframe: listed.timeframe,
    asset_class: 'crypto',
    grade: performance.score === null ? null : gradeOf(performance.score),
    source: 'freqtrade',
    status: 'active',
    performance,
    signals: operationsOf(listed.trades),
    created_at: new Date(backtestOf(first).ran_at),
    ...knownExactly(new Date(listed.ran_at)),
  };
}

function closingOf(trade: BacktestTrade) {
  const { closed_at: closedAt, profit_abs: profit, is_win: isWin } = trade;
  return closedAt === null ? [] : [{ closedAt: new Date(closedAt), profit, isWin }];
}

/** Names freqtrade gives to the columns of its signals; a strategy that never went short is taken as long only. */
function operationsOf(trades: readonly BacktestTrade[]): readonly string[] {
  const long = ['enter_long', 'exit_long'];
  return trades.some((trade) => trade.is_short) ? [...long, 'enter_short', 'exit_short'] : long;
}
