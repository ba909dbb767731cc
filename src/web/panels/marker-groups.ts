/** What was traded is round, what was only said points; a square would look like a candle. */
export const SHAPES = { signal: 'arrow', insider: 'circle', congress: 'circle', whale: 'circle' } as const;

/** What is known of an event to place its marker. */
interface Placed {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly kind: keyof typeof SHAPES;
  readonly tone: string;
}

/** Events that share a marker. */
export interface MarkerGroup<E> {
  readonly id: string;
  /** Epoch seconds at which the candle of the newest opened. */
  readonly time: number;
  /** Newest first. */
  readonly events: readonly [E, ...E[]];
}

/** After the last candle an event of a weekend belongs to it still. */
const MOST_BEHIND_MS = 4 * 86_400_000;

/**
 * Events of one direction and shape that lie within `step` candles of each other share a marker, which stands on the candle of the
 * newest. Earliest first.
 * @param events newest first.
 * @param candles oldest first; `time`: epoch seconds at which the candle opened.
 */
export function markerGroups<E extends Placed>(
  events: readonly E[],
  candles: readonly { readonly time: number }[],
  step: number,
): readonly MarkerGroup<E>[] {
  const groups = new Map<
    string,
    { readonly id: string; readonly time: number; readonly events: [E, ...E[]] }
  >();
  for (const event of events) {
    const bar = candles.findLastIndex((one) => one.time * 1_000 <= event.at);
    const time = candles[bar]?.time;
    if (time === undefined || event.at - time * 1_000 > MOST_BEHIND_MS) continue;
    const part = Math.floor((candles.length - 1 - bar) / step);
    const id = `${event.tone}-${SHAPES[event.kind]}-${part}`;
    const known = groups.get(id);
    if (known) known.events.push(event);
    else groups.set(id, { id, time, events: [event] });
  }
  return [...groups.values()].sort((one, other) => one.time - other.time);
}
