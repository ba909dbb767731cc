import { type EventType, rounded } from './whale-change.ts';

/** One kind of change of a position; sizes are absolute, `sign` is the side: −1 is short. */
export interface Step {
  readonly type: EventType;
  readonly prevSize: number;
  readonly size: number;
  readonly sign: 1 | -1;
}

/**
 * The steps from one signed position to another: none when equal, two when it changes sides (an exit, then an entry).
 * From 0 to −5: an entry of 5 short. From 12 to 9: a decrease. From 4 to −3: exit of 4 long, entry of 3 short.
 */
export function stepsOf(before: number, after: number): readonly Step[] {
  if (before === after) return [];
  if (before !== 0 && after !== 0 && Math.sign(before) !== Math.sign(after)) {
    return [...stepsOf(before, 0), ...stepsOf(0, after)];
  }
  const sign = (before === 0 ? after : before) < 0 ? -1 : 1;
  const prevSize = Math.abs(before);
  const size = Math.abs(after);
  return [{ type: typeOf(prevSize, size), prevSize, size, sign }];
}

function typeOf(prevSize: number, size: number): EventType {
  if (prevSize === 0) return 'entry';
  if (size === 0) return 'exit';
  return size > prevSize ? 'size_increase' : 'size_decrease';
}

/** Units that changed hands in a step. */
export const movedIn = ({ prevSize, size }: Step): number => rounded(Math.abs(size - prevSize));
