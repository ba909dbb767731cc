import type { EntityOf } from '../data/state.ts';
import { TERMS } from '../data/terms.ts';
import { SIGNALS } from '../panels/signals.tsx';
import { Side } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { count, day, instant, percent, ratio, score, short, words } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import type { LinePoint } from '../ui/line.tsx';
import { None } from '../ui/none.tsx';
import type { EntityView } from './view.ts';

type Strategy = EntityOf<'Strategy'>;

/** All of this strategy. */
const ROWS = SIGNALS.filter(({ title }) => title !== 'Source' && title !== 'Strategy').map(
  (column): (typeof SIGNALS)[number] =>
    column.title === 'Symbol'
      ? {
          ...column,
          under: ({ direction, status }) => (
            <>
              <Side side={direction} />
              {status === 'CLOSED' && ', closed'}
            </>
          ),
        }
      : column,
);

export const STRATEGY: EntityView<Strategy> = {
  titleOf: ({ name }) => name,
  subtitleOf({ backtest: { testedFrom, testedTo }, timeframe }) {
    return testedFrom && testedTo ? `tested ${day(testedFrom)} to ${day(testedTo)}` : timeframe;
  },
  Figures: Performance,
  chart: {
    title: 'Account in the backtest',
    pointsOf: accountOf,
    saidOf: ({ backtest: { startingBalance, currency }, performance }, points) =>
      `Profit and loss of the trades, added up by the time of their close, in per cent of the ${startingBalance === null ? 'starting balance' : `${short(startingBalance)} ${currency ?? ''}`.trim()} that the account began with.${drawnOf(performance, points.length - 1)}${fallsOf(performance)}`,
    label: 'Profit and loss of the account in the backtest',
    unit: '%',
  },
  rows: {
    title: 'Signals',
    rowsOf: ({ signalsOf }) => signalsOf.nodes ?? [],
    followOf: ({ strategySlug }) => ({ source: { eq: 'mte' }, sourceDetail: { eq: strategySlug } }),
    Panel: () => <FeedPanel name="signals" label="Signals" columns={ROWS} empty="No signal in view." />,
  },
};

function Performance({ of: { grade, ungradedReason, performance } }: { readonly of: Strategy }) {
  const { totalPnlPct, winRate, totalTrades, sharpe, maxDrawdownPct, drawdownMethod, days } = performance;
  return (
    <>
      <Item title="Grade" help={TERMS.Grade}>
        <span title={ungradedReason ? words(ungradedReason) : undefined}>
          {grade ?? (ungradedReason ? 'None' : <None />)}
        </span>
      </Item>
      <Item
        title="Total P/L"
        help="Profit or loss of the whole backtest, in per cent of the starting balance."
      >
        <Change value={totalPnlPct} digits={1} />
      </Item>
      <Item title="Drawdown" help={TERMS.Drawdown}>
        <span title={drawdownMethod ? words(drawdownMethod) : undefined}>
          <Change value={maxDrawdownPct} digits={1} />
        </span>
      </Item>
      <Item title="Sharpe" help={TERMS.Sharpe}>
        <Figure value={sharpe} format={ratio} />
      </Item>
      <Item title="Win rate" help={TERMS['Win rate']}>
        <Figure value={winRate} format={(value) => `${score(value)}%`} unit="%" />
      </Item>
      <Item title="Trades">
        <Figure value={totalTrades} format={count} />
      </Item>
      <Item title="Days">
        <Figure value={days} format={count} />
      </Item>
    </>
  );
}

/** Of a long backtest the newest trades are read. */
const drawnOf = ({ totalTrades }: Strategy['performance'], drawn: number): string =>
  totalTrades === null || drawn >= totalTrades
    ? ''
    : ` The line has the newest ${count(drawn)} of ${count(totalTrades)} trades.`;

/** The account that is drawn moves when a trade closes; the drawdown of the strategy knows open trades too. */
const fallsOf = ({ closedDrawdownPct, maxDrawdownPct }: Strategy['performance']): string =>
  closedDrawdownPct === null || maxDrawdownPct === null
    ? ''
    : ` The deepest fall from a peak in the whole test is ${percent(closedDrawdownPct, 1)} by closed trades, and ${percent(maxDrawdownPct, 1)} with open trades at their worst.`;

/** Backwards from the result: of a long backtest, or one that a key sees in part, the newest trades are read. */
function accountOf({
  tested,
  backtest: { startingBalance, testedFrom },
  performance: { totalPnlPct },
}: Strategy): readonly LinePoint[] {
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
  const [first] = points.slice(-1);
  if (!first) return [];
  // What is left of the result before the first trade that was read: nothing, where all were.
  const isWhole = Math.abs(value) < 0.005 && testedFrom !== null;
  return [{ at: isWhole ? instant(testedFrom) : first.at - 1, value }, ...points.reverse()];
}
