import type { EntityKind } from '../data/entities.ts';
import { BlurredCurve } from '../ui/keyless.tsx';
import { Line } from '../ui/line.tsx';
import { usePageState } from '../ui/page-context.tsx';
import { viewOf } from './views.ts';

/** The chart of an entity, and what it says. */
export function EntityChart({ kind }: { readonly kind: EntityKind }) {
  const entity = usePageState((state) => state.entity);
  const { chart } = viewOf(kind);
  if (!entity || !chart) return null;
  const points = chart.pointsOf(entity);
  if (points.length < 2) {
    const absent = chart.beyondHistory?.(entity) ?? null;
    return absent === null ? null : (
      <div class="body">
        <div class="keyless">
          <BlurredCurve />
          <div class="key-offer">
            <p>{absent}</p>
            <p class="actions">
              <a class="button" href="/account#tiers">
                Tiers and their histories
              </a>
            </p>
          </div>
        </div>
      </div>
    );
  }
  const { unit, below } = chart;
  const fallen = below?.pointsOf(points) ?? [];
  return (
    <div class="body">
      <p class="said">{chart.saidOf(entity, points)}</p>
      <div class="lines">
        <Line
          points={points}
          label={chart.label}
          bands={chart.bands}
          words={chart.bandsOf?.(entity)}
          unit={unit}
          format={chart.format}
          isFromZero={chart.isFromZero}
          marks={chart.marksOf?.(entity)}
        />
        {below && (
          <>
            <p class="said between">
              <b>{below.title}</b> {below.saidOf(entity, fallen)}
            </p>
            <Line points={fallen} label={below.label} unit={unit} tone="down" isFromZero />
          </>
        )}
      </div>
    </div>
  );
}
