import { type Closing, sum } from './performance-ratios.ts';

/** A trade as far as the account's value while it is open is concerned. */
export interface Exposure {
  readonly openedAt: Date;
  /** Null: open at the end of the run. */
  readonly closedAt: Date | null;
  /** Profit or loss when it closed, after fees, in the currency of the balance; 0 while open. */
  readonly profit: number;
  /** What closing it at its worst moment would have made, 0 or negative; null where nothing tells. */
  readonly worst: number | null;
}

/** How deep the account fell below an earlier peak, in % of the peak, 0 or negative. */
export interface DrawdownBounds {
  /** At least this deep. */
  readonly leastPct: number;
  /** No deeper than this. */
  readonly mostPct: number;
}

/**
 * Deepest fall of the realised balance below an earlier peak, the starting balance being the first, in % of that peak;
 * 0 or negative. Trades that close at one instant are one step: their order is not known. What is open does not count, so
 * an account may have stood far lower: `drawdownBounds`.
 */
export function closedDrawdownPct(closings: readonly Closing[], startingBalance: number): number {
  const steps = [...Map.groupBy(closings, ({ closedAt }) => closedAt.getTime())].sort(([a], [b]) => a - b);
  let balance = startingBalance;
  let peak = startingBalance;
  let deepest = 0;
  for (const [, closed] of steps) {
    balance += sum(closed.map(({ profit }) => profit));
    peak = Math.max(peak, balance);
    deepest = Math.min(deepest, depthPct(balance, peak));
  }
  return deepest;
}

/**
 * Bounds of the drawdown of the account with its open trades valued at the market, out of the worst moment of each trade.
 * When that moment came is not known, only that it came while the trade was open.
 *
 * - At least: the trade alone at its worst, at the moment of its life that makes the least of it; of all trades the deepest.
 *   Other trades that were in profit just then could have made it less.
 * - At most: all trades that are open together at their worst, at the moment that makes the most of it.
 *
 * Both are measured from the highest realised balance so far, as a peak of open profits is not known either. Null when the
 * worst moment of any trade is not known.
 */
export function drawdownBounds(
  exposures: readonly Exposure[],
  startingBalance: number,
): DrawdownBounds | null {
  const open = new Map<Exposure, number>();
  let balance = startingBalance;
  let peak = startingBalance;
  let leastPct = 0;
  let mostPct = 0;

  const look = () => {
    let together = 0;
    for (const [exposure, mildestPct] of open) {
      const worst = exposure.worst ?? 0;
      together += worst;
      open.set(exposure, Math.max(mildestPct, depthPct(balance + worst, peak)));
    }
    mostPct = Math.min(mostPct, depthPct(balance + together, peak));
  };
  const settle = (closed: readonly Exposure[]) => {
    for (const exposure of closed) {
      balance += exposure.profit;
      leastPct = Math.min(leastPct, open.get(exposure) ?? 0);
      open.delete(exposure);
    }
    peak = Math.max(peak, balance);
  };

  for (const { opening, closing } of stepsOf(exposures)) {
    settle(closing.filter((exposure) => open.has(exposure)));
    for (const exposure of opening) {
      if (exposure.worst === null) return null;
      open.set(exposure, Number.NEGATIVE_INFINITY);
    }
    look();
    // What opened and closed in this instant.
    settle(closing.filter((exposure) => open.has(exposure)));
    look();
  }
  for (const mildestPct of open.values()) leastPct = Math.min(leastPct, mildestPct);
  const closedPct = closedDrawdownPct(closingsOf(exposures), startingBalance);
  return { leastPct: Math.min(leastPct, closedPct), mostPct: Math.min(mostPct, leastPct, closedPct) };
}

function stepsOf(exposures: readonly Exposure[]) {
  const steps = new Map<number, { opening: Exposure[]; closing: Exposure[] }>();
  const stepAt = (at: Date) => {
    const step = steps.get(at.getTime()) ?? { opening: [], closing: [] };
    steps.set(at.getTime(), step);
    return step;
  };
  for (const exposure of exposures) {
    stepAt(exposure.openedAt).opening.push(exposure);
    if (exposure.closedAt !== null) stepAt(exposure.closedAt).closing.push(exposure);
  }
  return [...steps].sort(([a], [b]) => a - b).map(([, step]) => step);
}

const closingsOf = (exposures: readonly Exposure[]): readonly Closing[] =>
  exposures.flatMap(({ closedAt, profit }) =>
    closedAt === null ? [] : [{ closedAt, profit, isWin: profit > 0 }],
  );

/** A balance that is spent cannot fall any further: -100 %. */
const depthPct = (value: number, peak: number): number =>
  Math.max(-100, Math.min(0, ((value - peak) / peak) * 100));
