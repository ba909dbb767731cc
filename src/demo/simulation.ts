import type { Feed } from '../feed/feed.ts';
import type { Item } from '../sources/format.ts';
import { streamOf, uniformAt } from './random.ts';

/**
 * A provider of the simulated market: makes answers in the provider's own format and reads them with the provider's own
 * source. Times are epoch milliseconds; the same arguments give the same items.
 */
export interface SimulatedSource {
  /** The feed its records belong to, as in `Format`. */
  readonly feed: Feed;
  /**
   * What the answers given in `(sinceMs, nowMs]` become; often nothing. With `-Infinity` everything the provider still
   * has: each source says how far back that is.
   */
  items(sinceMs: number, nowMs: number): Iterable<Item>;
}

/**
 * Places in absolute time where events of one kind happen: slot n is a random moment within
 * `[n × periodMs, (n + 1) × periodMs)`, so it is the same one for every reader at any time.
 */
export interface Grid {
  /** Distinguishes the grids of a source. */
  readonly name: string;
  readonly periodMs: number;
  /** How far back the provider knows them. */
  readonly historyMs: number;
  /** When events of the kind can happen; default: always. */
  readonly isOpen?: (ms: number) => boolean;
}

export interface Slot {
  readonly grid: Grid;
  readonly n: number;
  readonly atMs: number;
}

export function slotAt(seed: number, grid: Grid, n: number): Slot {
  const within = uniformAt(streamOf(seed, `grid/${grid.name}`), n);
  return { grid, n, atMs: Math.floor((n + within * 0.98) * grid.periodMs) };
}

/** The slots of a grid in `(sinceMs, nowMs]` that its history still holds, oldest first. */
export function slotsBetween(seed: number, grid: Grid, sinceMs: number, nowMs: number): Slot[] {
  const floorMs = Math.max(sinceMs, nowMs - grid.historyMs);
  const slots: Slot[] = [];
  for (let n = Math.floor(floorMs / grid.periodMs); n <= Math.floor(nowMs / grid.periodMs); n++) {
    const slot = slotAt(seed, grid, n);
    if (slot.atMs <= floorMs || slot.atMs > nowMs) continue;
    if (grid.isOpen?.(slot.atMs) === false) continue;
    slots.push(slot);
  }
  return slots;
}

/** The multiples of a period in `(sinceMs, nowMs]`, at most `historyMs` back, oldest first. */
export function multiplesBetween(
  periodMs: number,
  sinceMs: number,
  nowMs: number,
  historyMs: number,
): number[] {
  const first = Math.floor(Math.max(sinceMs, nowMs - historyMs) / periodMs) + 1;
  const count = Math.max(0, Math.floor(nowMs / periodMs) - first + 1);
  return Array.from({ length: count }, (_, index) => (first + index) * periodMs);
}
