import { knownExactly } from '../../feed/known.ts';
import type { Strategy } from '../../feeds/mte/feed.ts';
import type { Input } from '../../sources/format.ts';
import type { Backtest, BacktestTrade, Trials } from '../../sources/freqtrade/backtest.ts';
import type { MarkedTrade } from '../performance/marked-account.ts';
import { performanceOf } from '../performance/performance.ts';
import { backtestBlock, reportedBlock } from './strategy-backtest.ts';
import { worstOf } from './trade-value.ts';

/** The run of a strategy that is listed: the latest by the time it ran. Null when there is none. */
export function listedRun(runs: readonly Input[]): Backtest | null {
  const last = runs.at(-1);
  return last ? backtestOf(last) : null;
}

const backtestOf = (input: Input): Backtest => input.data as unknown as Backtest; // checked when it was read

/** What is known of the listed run beside its file. */
export interface ListedWith {
  /** How many configurations were tried before. */
  readonly trials?: Input | undefined;
  /** Its trades bar by bar; null where bars do not cover them. */
  readonly marked?: readonly MarkedTrade[] | null;
}

/** The listing of a strategy out of all its runs, oldest first; published with the first of them. */
export function listingOf(
  slug: string,
  runs: readonly Input[],
  { trials, marked = null }: ListedWith = {},
): Strategy | null {
  const listed = listedRun(runs);
  const [first] = runs;
  if (!listed || !first) return null;
  const { performance, grade, ungraded } = performanceOf({
    trades: listed.trades.map((trade) => exposureOf(trade, listed)),
    startingBalance: listed.starting_balance,
    from: new Date(listed.from),
    to: new Date(listed.to),
    trials: trials ? (trials.data as unknown as Trials).trials : null, // as it was read
    marked,
  });
  const [pair, ...otherPairs] = listed.pairs;
  return {
    name: listed.name,
    slug,
    symbol: pair !== undefined && otherPairs.length === 0 ? pair : null,
    timeframe: listed.timeframe,
    asset_class: 'crypto',
    grade,
    ungraded_reason: ungraded,
    source: 'freqtrade',
    status: 'active',
    performance,
    backtest: backtestBlock(listed),
    reported: reportedBlock(listed),
    signals: operationsOf(listed.trades),
    created_at: new Date(backtestOf(first).ran_at),
    ...knownExactly(new Date(listed.ran_at)),
  };
}

function exposureOf(trade: BacktestTrade, run: Backtest) {
  const { opened_at: openedAt, closed_at: closedAt, profit_abs: profit, is_win: isWin } = trade;
  return {
    openedAt: new Date(openedAt),
    closedAt: closedAt === null ? null : new Date(closedAt),
    profit: closedAt === null ? 0 : profit,
    isWin,
    worst: worstOf(trade, run),
  };
}

/** Names freqtrade gives to the columns of its signals; a strategy that never went short is taken as long only. */
function operationsOf(trades: readonly BacktestTrade[]): readonly string[] {
  const long = ['enter_long', 'exit_long'];
  return trades.some((trade) => trade.is_short) ? [...long, 'enter_short', 'exit_short'] : long;
}
