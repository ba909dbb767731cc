/** What a strategy is judged by. */
export interface ScoredFigures {
  readonly sharpe: number | null;
  readonly sortino: number | null;
  /** % of the peak, 0 or negative. */
  readonly maxDrawdownPct: number;
  /** % of the closed trades. */
  readonly winRate: number;
  /** % of the starting balance a year, not compounded. */
  readonly annualPnlPct: number;
  readonly trades: number;
}

/** Fewer closed trades than this prove little: the score shrinks with the root of their share. */
const ENOUGH_TRADES = 30;

/**
 * Overall score, 0 to 100, ours: a weighted sum of figures, each put on 0 to 1 between a bad and a good value.
 *
 * | figure | weight | 0 at | 1 at |
 * |---|---|---|---|
 * | Sharpe | 30 | 0 | 3 |
 * | Sortino | 20 | 0 | 4 |
 * | max drawdown | 25 | -50 % | 0 % |
 * | annual profit | 15 | 0 % | 100 % |
 * | win rate | 10 | 30 % | 70 % |
 *
 * An undefined Sharpe (no variation) counts 0, an undefined Sortino (no losing day) as the Sharpe does; for a strategy
 * that lost money both count 0 (their mean of daily returns may be positive still). The sum is multiplied by
 * √(trades / 30) while there are fewer than 30.
 */
export function scoreOf(figures: ScoredFigures): number {
  const hasGained = figures.annualPnlPct > 0;
  const sharpe = hasGained && figures.sharpe !== null ? between(figures.sharpe, 0, 3) : 0;
  const sortino = hasGained && figures.sortino !== null ? between(figures.sortino, 0, 4) : sharpe;
  const sum =
    30 * sharpe +
    20 * sortino +
    25 * between(figures.maxDrawdownPct, -50, 0) +
    15 * between(figures.annualPnlPct, 0, 100) +
    10 * between(figures.winRate, 30, 70);
  return sum * Math.min(1, Math.sqrt(figures.trades / ENOUGH_TRADES));
}

function between(value: number, bad: number, good: number): number {
  return Math.min(1, Math.max(0, (value - bad) / (good - bad)));
}

/** Least score of each grade. A strategy that lost money reaches 35 at most, which is an F. */
const GRADES: readonly (readonly [string, number])[] = [
  ['A', 80],
  ['B', 65],
  ['C', 50],
  ['D', 40],
];

/** Grade letter A, B, C, D or F of a score. */
export function gradeOf(score: number): string {
  return GRADES.find(([, least]) => score >= least)?.[0] ?? 'F';
}
