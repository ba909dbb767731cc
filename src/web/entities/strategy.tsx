import type { EntityOf } from '../data/state.ts';
import { SIGNALS } from '../panels/signals.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { count, day, instant, ratio, score, words } from '../ui/format.ts';
import type { LinePoint } from '../ui/line.tsx';
import { None } from '../ui/none.tsx';
import { Item } from './item.tsx';
import type { EntityView } from './view.ts';

type Strategy = EntityOf<'Strategy'>;

export const STRATEGY: EntityView<Strategy> = {
  titleOf: ({ name }) => name,
  subtitleOf({ backtest: { testedFrom, testedTo }, timeframe }) {
    return testedFrom && testedTo ? `tested ${day(testedFrom)} to ${day(testedTo)}` : timeframe;
  },
  Figures: Performance,
  chart: {
    title: 'Results',
    pointsOf: resultsOf,
    saidOf: (_, points) =>
      `The newest ${points.length} closed signals with one stake each: per cent of that stake, added up. The figures above are those of the account in the backtest.`,
    label: 'Results added up',
    unit: '%',
  },
  rows: {
    title: 'Signals',
    rowsOf: ({ signalsOf }) => signalsOf.nodes ?? [],
    Panel: () => <FeedPanel name="signals" label="Signals" columns={SIGNALS} empty="No signal in view." />,
  },
};

function Performance({ of: { grade, ungradedReason, performance } }: { readonly of: Strategy }) {
  const { totalPnlPct, winRate, totalTrades, sharpe, maxDrawdownPct, drawdownMethod, days } = performance;
  return (
    <>
      <Item title="Grade">
        <span title={ungradedReason ? words(ungradedReason) : undefined}>
          {grade ?? (ungradedReason ? 'None' : <None />)}
        </span>
      </Item>
      <Item title="Total P/L">
        <Change value={totalPnlPct} digits={1} />
      </Item>
      <Item title="Drawdown">
        <span title={drawdownMethod ? words(drawdownMethod) : undefined}>
          <Change value={maxDrawdownPct} digits={1} />
        </span>
      </Item>
      <Item title="Sharpe">
        <Figure value={sharpe} format={ratio} />
      </Item>
      <Item title="Win rate">
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

/** Each trade with the same stake: per cent of it, added up. */
function resultsOf({ signalsOf }: Strategy): readonly LinePoint[] {
  const closed = (signalsOf.nodes ?? [])
    .flatMap(({ status, pnlPct, timestamp }) =>
      status === 'CLOSED' && pnlPct !== null ? [{ at: instant(timestamp), pnlPct }] : [],
    )
    .toSorted((a, b) => a.at - b.at);
  let sum = 0;
  return closed.map(({ at, pnlPct }) => {
    sum += pnlPct;
    return { at, value: sum };
  });
}
