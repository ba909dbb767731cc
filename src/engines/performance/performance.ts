import type { Strategy } from '../../feeds/mte/feed.ts';
import { deflatedSharpe, probabilisticSharpe } from './deflated-sharpe.ts';
import { closedDrawdownPct, drawdownBounds, type Exposure } from './drawdown.ts';
import { type MarkedTrade, markedAccount } from './marked-account.ts';
import {
  type Closing,
  DAYS_PER_YEAR,
  dailyReturns,
  sharpeRatio,
  sortinoRatio,
  sum,
} from './performance-ratios.ts';
import { type Assessment, assess, LEAST_DAYS } from './performance-score.ts';

/** The trades of a run on one balance. */
export interface Run {
  readonly trades: readonly (Exposure & { readonly isWin: boolean })[];
  /** Positive. */
  readonly startingBalance: number;
  /** The tested period. */
  readonly from: Date;
  readonly to: Date;
  /** Configurations that were tried before this one was chosen; null where nobody says. */
  readonly trials: number | null;
  /** The same trades bar by bar; null where no bars cover them. */
  readonly marked: readonly MarkedTrade[] | null;
}

export interface Assessed {
  readonly performance: Strategy['performance'];
  readonly grade: Assessment['grade'];
  readonly ungraded: Assessment['ungraded'];
}

const DAY_MS = 86_400_000;

/**
 * Performance of a run. `total_pnl_pct`: sum of the profits of closed trades over the starting balance, %. `win_rate`: trades
 * that won among all closed ones (a draw is no win), %. Where bars cover the trades, ratios and drawdown are of the account
 * at their closes; else the ratios are of the daily returns of the realised balance, and the drawdown values open trades at
 * their worst. Without a closed trade only the number of trades is known.
 */
export function performanceOf(run: Run): Assessed {
  const { trades, startingBalance, trials } = run;
  const closings = trades.flatMap(closingOf);
  const days = Math.floor((run.to.getTime() - run.from.getTime()) / DAY_MS);
  if (closings.length === 0)
    return { performance: { ...NOTHING, days, trials }, grade: null, ungraded: 'FEW_TRADES' };
  const account = run.marked && markedAccount(run.marked, startingBalance, run);
  const returns = account ? account.returns : dailyReturns(closings, startingBalance, run);
  const bounds = account ?? drawdownBounds(trades, startingBalance);
  const totalPnlPct = (sum(closings.map(({ profit }) => profit)) / startingBalance) * 100;
  const annualReturnPct = compoundedPct(totalPnlPct, (run.to.getTime() - run.from.getTime()) / DAY_MS);
  const probabilistic = returns && probabilisticSharpe(returns);
  const deflated = trials === null || returns === null ? null : deflatedSharpe(returns, trials);
  const { score, grade, ungraded } = assess({
    maxDrawdownPct: bounds?.mostPct ?? null,
    annualReturnPct,
    sharpeProbability: deflated ?? probabilistic,
    trades: closings.length,
    days,
  });
  const performance = {
    total_pnl_pct: totalPnlPct,
    win_rate: (closings.filter(({ isWin }) => isWin).length / closings.length) * 100,
    total_trades: closings.length,
    sharpe: returns && sharpeRatio(returns),
    sortino: returns && sortinoRatio(returns),
    max_drawdown_pct: bounds?.mostPct ?? null,
    score,
    least_drawdown_pct: bounds?.leastPct ?? null,
    closed_drawdown_pct: closedDrawdownPct(closings, startingBalance),
    drawdown_method: bounds && (account ? ('BARS' as const) : ('TRADE_EXTREMES' as const)),
    days,
    annual_return_pct: days < LEAST_DAYS ? null : annualReturnPct,
    probabilistic_sharpe: probabilistic,
    trials,
    deflated_sharpe: deflated,
  };
  return { performance, grade, ungraded };
}

function closingOf({ closedAt, profit, isWin }: Run['trades'][number]): readonly Closing[] {
  return closedAt === null ? [] : [{ closedAt, profit, isWin }];
}

/** The return a year that, compounded over the days, makes this total; -100 % for a balance that is spent. */
function compoundedPct(totalPct: number, days: number): number {
  const growth = 1 + totalPct / 100;
  return growth <= 0 ? -100 : (growth ** (DAYS_PER_YEAR / Math.max(1, days)) - 1) * 100;
}

const NOTHING: Strategy['performance'] = {
  total_pnl_pct: null,
  win_rate: null,
  total_trades: 0,
  sharpe: null,
  sortino: null,
  max_drawdown_pct: null,
  score: null,
  least_drawdown_pct: null,
  closed_drawdown_pct: null,
  drawdown_method: null,
  days: null,
  annual_return_pct: null,
  probabilistic_sharpe: null,
  trials: null,
  deflated_sharpe: null,
};
