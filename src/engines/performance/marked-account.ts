import type { DrawdownBounds } from './drawdown.ts';

/** A trade with its value at the close of every bar through which it was open, in the currency of the balance. */
export interface MarkedTrade {
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  /** When it closed, after fees; 0 while open. */
  readonly profit: number;
  /** Oldest first; the last bar of a closed trade ends with its closing. */
  readonly marks: readonly Mark[];
}

export interface Mark {
  readonly at: Date;
  /** What closing it at the close of the bar would have made. */
  readonly value: number;
  /** What closing it at the worst rate of the bar would have made. */
  readonly worst: number;
}

/** The account bar by bar. */
export interface MarkedAccount extends DrawdownBounds {
  /** Returns of each UTC day of the tested period; null once the account is spent. */
  readonly returns: readonly number[] | null;
}

const DAY_MS = 86_400_000;

/**
 * Values an account at the close of every bar: realised balance, and every open trade at its last mark. At least as deep as
 * these values show did it fall; no deeper than with every open trade at the worst rate of the same bar. The peak is the
 * highest value so far, the starting balance being the first.
 */
export function markedAccount(
  trades: readonly MarkedTrade[],
  startingBalance: number,
  period: { readonly from: Date; readonly to: Date },
): MarkedAccount {
  const open = new Map<MarkedTrade, number>();
  const days = new Map<number, number>();
  let [realised, peak, leastPct, mostPct] = [startingBalance, startingBalance, 0, 0];
  const fallPct = (value: number) => Math.max(-100, Math.min(0, (value / peak - 1) * 100));
  for (const { at, opening, marks, closing } of stepsOf(trades)) {
    const worst = new Map(open);
    for (const { trade, mark } of marks) {
      worst.set(trade, mark.worst);
      open.set(trade, mark.value);
    }
    mostPct = Math.min(mostPct, fallPct(realised + sumOf(worst)));
    for (const trade of closing) {
      realised += trade.profit;
      open.delete(trade);
    }
    for (const trade of opening) if (!closing.includes(trade)) open.set(trade, 0);
    const value = realised + sumOf(open);
    peak = Math.max(peak, value);
    leastPct = Math.min(leastPct, fallPct(value));
    days.set(Math.floor(at / DAY_MS), value);
  }
  return {
    leastPct,
    mostPct: Math.min(mostPct, leastPct),
    returns: returnsOf(days, startingBalance, period),
  };
}

const sumOf = (values: ReadonlyMap<MarkedTrade, number>): number => {
  let sum = 0;
  for (const value of values.values()) sum += value;
  return sum;
};

interface Step {
  readonly at: number;
  readonly opening: MarkedTrade[];
  readonly closing: MarkedTrade[];
  readonly marks: { readonly trade: MarkedTrade; readonly mark: Mark }[];
}

function stepsOf(trades: readonly MarkedTrade[]): readonly Step[] {
  const steps = new Map<number, Step>();
  const stepAt = (date: Date): Step => {
    const at = date.getTime();
    const step = steps.get(at) ?? { at, opening: [], closing: [], marks: [] };
    steps.set(at, step);
    return step;
  };
  for (const trade of trades) {
    stepAt(trade.openedAt).opening.push(trade);
    for (const mark of trade.marks) stepAt(mark.at).marks.push({ trade, mark });
    if (trade.closedAt !== null) stepAt(trade.closedAt).closing.push(trade);
  }
  return [...steps.values()].sort((one, other) => one.at - other.at);
}

/** The value at the end of each day, that of the day before where nothing moved. */
function returnsOf(
  days: ReadonlyMap<number, number>,
  startingBalance: number,
  { from, to }: { readonly from: Date; readonly to: Date },
): readonly number[] | null {
  const first = Math.min(Math.floor(from.getTime() / DAY_MS), ...days.keys());
  const last = Math.max(Math.floor(to.getTime() / DAY_MS), ...days.keys());
  const returns: number[] = [];
  let value = startingBalance;
  for (let day = first; day <= last; day += 1) {
    if (value <= 0) return null;
    const now = days.get(day) ?? value;
    returns.push(now / value - 1);
    value = now;
  }
  return returns;
}
