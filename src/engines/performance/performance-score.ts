import type { GRADES } from '../../feeds/mte/feed.ts';

/** What a strategy is judged by. */
export interface ScoredFigures {
  /** Worse bound of the account's drawdown, % of the peak, 0 or negative; null where nothing tells. */
  readonly maxDrawdownPct: number | null;
  /** Compounded return a year, %. */
  readonly annualReturnPct: number;
  /**
   * Probability that the true Sharpe ratio is above zero, 0 to 1; deflated where the number of trials is known. Null for
   * returns that do not vary or that ended with nothing: no evidence.
   */
  readonly sharpeProbability: number | null;
  /** Closed trades, and days of the tested period. */
  readonly trades: number;
  readonly days: number;
}

/** Below these a result is an anecdote and gets no grade. */
export const LEAST_DAYS = 60;
export const LEAST_TRADES = 30;

type Grade = (typeof GRADES)[number];

/** Why there is no grade. */
export const UNGRADED_REASONS = ['FEW_TRADES', 'FEW_DAYS', 'UNKNOWN_DRAWDOWN'] as const;
export type UngradedReason = (typeof UNGRADED_REASONS)[number];

export type Assessment =
  | { readonly score: number; readonly grade: Grade; readonly ungraded: null }
  | { readonly score: null; readonly grade: null; readonly ungraded: UngradedReason };

/**
 * Score, 0 to 100, ours: the lowest of three marks, for each says what the others cannot make good. A high return does not
 * undo a fall that nobody sits through, and neither counts if chance explains it.
 *
 * | mark | 100 | 80 (A) | 60 (B) | 40 (C) | 20 (D) | 0 |
 * |---|---|---|---|---|---|---|
 * | drawdown: what is left must gain 0, 1/9, 1/4, 1/2, 1 to be back at the peak | 0 % | -10 % | -20 % | -33 1/3 % | -50 % | -100 % |
 * | return a year over drawdown: years to earn the fall back 1/5, 1/2, 1, 2, 4 | 5 | 2 | 1 | 0.5 | 0.25 | 0 |
 * | probability that the Sharpe ratio is above zero: the usual levels of significance 1, 5, 10 %, then odds of three to one | 1 | 0.99 | 0.95 | 0.9 | 0.75 | 0.5 |
 *
 * Between the columns a mark is linear. The columns follow from the arithmetic named beside them and from no sample of
 * strategies. Win rate and number of trades are no marks: letting losses run makes many small gains.
 */
export function assess(figures: ScoredFigures): Assessment {
  const { maxDrawdownPct, annualReturnPct, sharpeProbability } = figures;
  if (figures.trades < LEAST_TRADES) return ungraded('FEW_TRADES');
  if (figures.days < LEAST_DAYS) return ungraded('FEW_DAYS');
  if (maxDrawdownPct === null) return ungraded('UNKNOWN_DRAWDOWN');
  const score = Math.min(
    markOf(maxDrawdownPct, [0, -10, -20, -100 / 3, -50, -100]),
    markOf(returnOverDrawdown(annualReturnPct, maxDrawdownPct), [5, 2, 1, 0.5, 0.25, 0]),
    markOf(sharpeProbability ?? 0, [1, 0.99, 0.95, 0.9, 0.75, 0.5]),
  );
  return { score, grade: gradeOf(score), ungraded: null };
}

const ungraded = (reason: UngradedReason): Assessment => ({ score: null, grade: null, ungraded: reason });

/** The ratio of Young ("Calmar Ratio: A Smoother Tool", Futures 20, 1991), over the whole tested period. */
function returnOverDrawdown(annualReturnPct: number, maxDrawdownPct: number): number {
  if (annualReturnPct <= 0) return 0;
  return maxDrawdownPct === 0 ? Number.POSITIVE_INFINITY : annualReturnPct / -maxDrawdownPct;
}

/** Columns of the table above: best first, worst last, in either direction. */
type Columns = readonly [number, number, number, number, number, number];

function markOf(value: number, columns: Columns): number {
  const [best] = columns;
  const sign = Math.sign(best - (columns.at(-1) ?? 0));
  for (let index = 1; index < columns.length; index += 1) {
    const [above = 0, below = 0] = columns.slice(index - 1);
    if (sign * value >= sign * above) return 120 - index * 20;
    if (sign * value >= sign * below) return 100 - index * 20 + (20 * (value - below)) / (above - below);
  }
  return 0;
}

/** Least score of each grade. */
const LEAST_SCORES: readonly (readonly [Grade, number])[] = [
  ['A', 80],
  ['B', 60],
  ['C', 40],
  ['D', 20],
];

/** Grade letter A, B, C, D or F of a score. */
export function gradeOf(score: number): Grade {
  return LEAST_SCORES.find(([, least]) => score >= least)?.[0] ?? 'F';
}
