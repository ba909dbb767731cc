import type { AnyRecord, Feed } from '../feed/feed.ts';
import { streamOf, uniformAt } from './random.ts';

/** One feed of the simulated market. Times are epoch milliseconds; the same arguments give the same records. */
export interface Simulation {
  readonly feed: Feed;
  /** What the feed holds at a moment: events of its history, or its current state. */
  initial(nowMs: number): readonly AnyRecord[];
  /** What is new or different since `lastMs`, each record once; often nothing. */
  since(lastMs: number, nowMs: number): readonly AnyRecord[];
}

/**
 * Places in absolute time where events of one kind happen: slot n is a random moment within
 * `[n × periodMs, (n + 1) × periodMs)`, so it is the same one for whoever looks at it, and whenever.
 */
export interface Grid {
  /** Distinguishes the grids of a feed; part of the ids. */
  readonly name: string;
  readonly periodMs: number;
  /** How far back the store is filled with them at a start. */
  readonly historyMs: number;
  /** When events of the kind can happen; default: always. */
  readonly isOpen?: (ms: number) => boolean;
}

export interface Slot {
  readonly grid: Grid;
  readonly n: number;
  readonly atMs: number;
  /** Unique over the grids of a feed: `live-2945`. */
  readonly id: string;
}

export function slotAt(seed: number, grid: Grid, n: number): Slot {
  const within = uniformAt(streamOf(seed, `grid/${grid.name}`), n);
  const atMs = Math.floor((n + within * 0.98) * grid.periodMs);
  return { grid, n, atMs, id: `${grid.name}-${n}` };
}

/** The slots of a grid in `(fromMs, toMs]`, oldest first. */
export function slotsBetween(seed: number, grid: Grid, fromMs: number, toMs: number): Slot[] {
  const slots: Slot[] = [];
  for (let n = Math.floor(fromMs / grid.periodMs); n <= Math.floor(toMs / grid.periodMs); n++) {
    const slot = slotAt(seed, grid, n);
    if (slot.atMs <= fromMs || slot.atMs > toMs) continue;
    if (grid.isOpen?.(slot.atMs) === false) continue;
    slots.push(slot);
  }
  return slots;
}

/**
 * A feed of events that never change. Usually two grids: a wide one for a history worth paging through, and a dense
 * one, kept back for hours only, so that something happens while one watches.
 */
export function simulateEvents(
  seed: number,
  feed: Feed,
  grids: readonly Grid[],
  recordOf: (slot: Slot) => AnyRecord,
): Simulation {
  const between = (fromMs: number, toMs: number) =>
    grids.flatMap((grid) => {
      const floorMs = Math.max(fromMs, toMs - grid.historyMs);
      return slotsBetween(seed, grid, floorMs, toMs).map(recordOf);
    });
  return {
    feed,
    initial: (nowMs) => between(Number.NEGATIVE_INFINITY, nowMs),
    since: between,
  };
}
