import type { Entity, EntityOf } from '../data/state.ts';
import { instant } from '../ui/format.ts';
import { Line, type LinePoint } from '../ui/line.tsx';
import { usePageState } from '../ui/page-context.tsx';

/** What is drawn over time, oldest first: the odds of a market in per cent, the results of a strategy added up. */
export function linePointsOf(entity: Entity): readonly LinePoint[] {
  if (entity.__typename === 'PredictionMarket') return oddsOf(entity);
  return entity.__typename === 'Strategy' ? resultsOf(entity) : [];
}

const oddsOf = ({ priceHistory }: EntityOf<'PredictionMarket'>): readonly LinePoint[] =>
  (priceHistory.nodes ?? [])
    .map(({ openAt, close }) => ({ at: instant(openAt), value: close * 100 }))
    .toSorted((a, b) => a.at - b.at);

/** Each trade with the same stake: per cent of it, added up. */
function resultsOf({ signalsOf }: EntityOf<'Strategy'>): readonly LinePoint[] {
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

/** The chart of an entity, and what it says. */
export function EntityChart() {
  const entity = usePageState((state) => state.entity);
  const points = entity ? linePointsOf(entity) : [];
  if (!entity || points.length < 2) return null;
  const isMarket = entity.__typename === 'PredictionMarket';
  return (
    <div class="body">
      <p class="said">
        {isMarket
          ? 'What the market gave for a yes at the end of each day, in per cent.'
          : `Results of the newest ${points.length} closed signals in view, per cent of equal stakes added up. No account: gains are not invested again.`}
      </p>
      <Line points={points} label={isMarket ? 'Odds by day' : 'Results added up'} />
    </div>
  );
}
