import type { EntityOf } from '../data/state.ts';
import { instant } from '../ui/format.ts';
import type { LinePoint } from '../ui/line-point.ts';

type Strategy = EntityOf<'Strategy'>;
type Tested = Pick<Strategy, 'tested' | 'backtest' | 'performance'>;

/**
 * The account after each closed trade, as profit in per cent of its start. Backwards from the result: of a long backtest, or one that a
 * key sees in part, the newest trades are read. Such a line begins with the first of them, not with the nought that it does not know
 * the way from.
 */
export function accountOf({
  tested,
  backtest: { startingBalance, testedFrom },
  performance: { totalPnlPct },
}: Tested): readonly LinePoint[] {
  if (startingBalance === null || totalPnlPct === null) return [];
  const points: LinePoint[] = [];
  let value = totalPnlPct;
  for (const {
    execution: { closedAt, profit },
  } of tested.nodes ?? []) {
    if (closedAt === null || profit === null) continue;
    points.push({ at: instant(closedAt), value });
    value -= (100 * profit) / startingBalance;
  }
  points.reverse();
  // What is left of the result before the first trade that was read: nothing, where all were.
  const isWhole = Math.abs(value) < 0.005 && testedFrom !== null;
  return isWhole ? [{ at: instant(testedFrom), value: 0 }, ...points] : points;
}

/** How far the account was below its highest balance so far, in per cent of that, at each of its points. */
export function drawdownOf(account: readonly LinePoint[]): readonly LinePoint[] {
  let highest = 0;
  return account.map(({ at, value }) => {
    const balance = 100 + value;
    highest = Math.max(highest, balance);
    return { at, value: highest === 0 ? 0 : (balance / highest - 1) * 100 };
  });
}

/** The least and the most of the starting balance that a trade staked, in per cent; null where no trade says. */
export function stakesOf({
  tested,
  backtest: { startingBalance },
}: Pick<Tested, 'tested' | 'backtest'>): readonly [least: number, most: number] | null {
  if (!startingBalance) return null;
  const stakes = (tested.nodes ?? []).flatMap(({ execution: { stake } }) => stake ?? []);
  if (stakes.length === 0) return null;
  return [(100 * Math.min(...stakes)) / startingBalance, (100 * Math.max(...stakes)) / startingBalance];
}
