import type { Strategy } from '../../feeds/mte/feed.ts';
import {
  type Closing,
  DAYS_PER_YEAR,
  dailyReturns,
  maxDrawdownPct,
  sharpeRatio,
  sortinoRatio,
  sum,
} from './performance-ratios.ts';
import { scoreOf } from './performance-score.ts';

/** The closed trades of a run on one balance. */
export interface Run {
  readonly closings: readonly Closing[];
  /** Positive. */
  readonly startingBalance: number;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Performance of a run, from its closed trades alone. `total_pnl_pct`: sum of profits over the starting balance, %.
 * `win_rate`: trades that won among all closed ones (a draw is no win), %. The ratios are those of the
 * daily returns of the realised balance; what is open does not count. Without a closed trade only their number is known.
 */
export function performanceOf(run: Run): Strategy['performance'] {
  const { closings, startingBalance } = run;
  if (closings.length === 0) return { ...NOTHING };
  const returns = dailyReturns(closings, startingBalance, run);
  const figures = {
    sharpe: returns && sharpeRatio(returns),
    sortino: returns && sortinoRatio(returns),
    maxDrawdownPct: maxDrawdownPct(closings, startingBalance),
    winRate: (closings.filter(({ isWin }) => isWin).length / closings.length) * 100,
    totalPnlPct: (sum(closings.map(({ profit }) => profit)) / startingBalance) * 100,
  };
  const days = returns?.length ?? DAYS_PER_YEAR;
  const annualPnlPct = (figures.totalPnlPct * DAYS_PER_YEAR) / days;
  return {
    total_pnl_pct: figures.totalPnlPct,
    win_rate: figures.winRate,
    total_trades: closings.length,
    sharpe: figures.sharpe,
    sortino: figures.sortino,
    max_drawdown_pct: figures.maxDrawdownPct,
    score: scoreOf({ ...figures, annualPnlPct, trades: closings.length }),
  };
}

const NOTHING: Strategy['performance'] = {
  total_pnl_pct: null,
  win_rate: null,
  total_trades: 0,
  sharpe: null,
  sortino: null,
  max_drawdown_pct: null,
  score: null,
};
