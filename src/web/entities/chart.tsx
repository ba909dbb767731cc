import type { EntityKind } from '../data/entities.ts';
import { Line } from '../ui/line.tsx';
import { usePageState } from '../ui/page-context.tsx';
import { viewOf } from './views.ts';

/** The chart of an entity, and what it says. */
export function EntityChart({ kind }: { readonly kind: EntityKind }) {
  const entity = usePageState((state) => state.entity);
  const { chart } = viewOf(kind);
  if (!entity || !chart) return null;
  const points = chart.pointsOf(entity);
  if (points.length < 2) return null;
  return (
    <div class="body">
      <p class="said">{chart.saidOf(entity, points)}</p>
      <Line
        points={points}
        label={chart.label}
        bands={chart.bands}
        unit={chart.unit}
        format={chart.format}
        marks={chart.marksOf?.(entity)}
      />
    </div>
  );
}
