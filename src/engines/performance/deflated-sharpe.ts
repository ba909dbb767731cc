import { normalQuantile, normalShare } from '../normal-distribution.ts';
import { meanOf, NO_RISK } from './performance-ratios.ts';

/**
 * Probability that the true Sharpe ratio is above zero, 0 to 1, given these daily returns: the probabilistic Sharpe ratio of
 * Bailey and López de Prado ("The Sharpe Ratio Efficient Frontier", Journal of Risk 15, 2012, equation 11).
 * Null for fewer than three returns, and where they do not vary.
 */
export const probabilisticSharpe = (returns: readonly number[]): number | null =>
  probabilityAbove(returns, 0);

/**
 * The same against the best that `trials` strategies without any skill would have shown by chance, 0 to 1: the deflated
 * Sharpe ratio of Bailey and López de Prado ("The Deflated Sharpe Ratio", Journal of Portfolio Management 40, 2014). Their
 * formula takes the variance of the trials' ratios; files do not hold the trials, so it is what chance alone gives, 1/(T-1)
 * for T returns. Trials that differ more than by chance would deflate further.
 */
export function deflatedSharpe(returns: readonly number[], trials: number): number | null {
  if (returns.length < 3) return null;
  return probabilityAbove(returns, expectedMaximum(trials) / Math.sqrt(returns.length - 1));
}

/** Expected maximum of this many standard normal draws, 0 for one (the paper's equation with Euler's constant). */
export function expectedMaximum(trials: number): number {
  if (trials <= 1) return 0;
  const draw = (of: number) => normalQuantile(1 - 1 / of);
  return (1 - EULER) * draw(trials) + EULER * draw(trials * Math.E);
}

const EULER = 0.5772156649015329;

function probabilityAbove(returns: readonly number[], benchmark: number): number | null {
  const moments = momentsOf(returns);
  return moments && sharpeProbability(moments, benchmark);
}

/** Of daily returns: their Sharpe ratio, not annualised, skewness, kurtosis (3 for a normal distribution) and number. */
export interface ReturnMoments {
  readonly sharpe: number;
  readonly skewness: number;
  readonly kurtosis: number;
  readonly count: number;
}

/** Probability that the true ratio of one day is above a benchmark; null where the moments leave no spread. */
export function sharpeProbability(moments: ReturnMoments, benchmark: number): number | null {
  const { sharpe, skewness, kurtosis, count } = moments;
  const spread = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe ** 2;
  if (spread <= 0) return null;
  return normalShare(((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(spread));
}

function momentsOf(returns: readonly number[]): ReturnMoments | null {
  const count = returns.length;
  if (count < 3) return null;
  const mean = meanOf(returns);
  const central = (power: number) => meanOf(returns.map((value) => (value - mean) ** power));
  const deviation = Math.sqrt(central(2));
  if (deviation <= NO_RISK) return null;
  return {
    sharpe: mean / (deviation * Math.sqrt(count / (count - 1))),
    skewness: central(3) / deviation ** 3,
    kurtosis: central(4) / deviation ** 4,
    count,
  };
}
