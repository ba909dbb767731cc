import type { Cost, QuotaWindow } from '../../client/client.ts';

/** Events of this many objects cost a unit of the day. */
const OBJECTS_PER_UNIT = 100;
/** Units of the minute that a stream leaves for the next page. */
const SPARE_UNITS = 3;
/** Tiers with fewer units a day follow only what changes a few times a minute: ticking prices would eat them. */
const TICKING_DAY = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A server tells its time in whole seconds. */
const LATE_MS = 1_500;

/** How both windows of a key stood when an answer told. */
export interface Windows {
  readonly minute: QuotaWindow;
  readonly day: QuotaWindow;
  /** How far the clock of the server is ahead of this one. */
  readonly aheadMs: number;
}

/** Where windows are kept, so that all pages of a key share one budget. */
export interface WindowMemory {
  read(): Windows | null;
  write(windows: Windows): void;
}

/**
 * What the pages may ask for without ever being refused, and what they may spend on live streams: these stop when half of
 * the day's units are left, so that a page left open overnight never eats the day. Counts on from the last answer that
 * told, because streams tell no cost.
 */
export interface Budget {
  /** An answer told how the windows stand, by a clock that is so far ahead of this one. */
  told(cost: Pick<Cost, 'minute' | 'day'>, aheadMs: number): void;
  /**
   * Something is being asked for that costs so many units at most: whoever leaves the page before its answer has spent
   * them all the same. The answer tells better.
   */
  asked(units: number): void;
  /** A stream is being opened. Returns the units it cost. */
  subscribed(): number;
  /** An event with a row arrived on a stream. Returns the units it cost, mostly none. */
  delivered(stream: object): number;
  /** Whether the day has units for a stream. */
  mayStream(): boolean;
  /** Whether it has enough for feeds that tick every second. */
  mayFollowTicks(): boolean;
  /** Milliseconds until so many units can be spent; 0: now, as long as nothing was told. */
  waitMs(units: number): number;
  /** The same for a stream, which leaves units for the next page. */
  streamWaitMs(): number;
  /** How the day stands by now; null: nothing told yet. */
  day(): QuotaWindow | null;
  /** How the minute stands by now. */
  minute(): QuotaWindow | null;
}

export function createBudget(now: () => number, memory: WindowMemory = createMemory()): Budget {
  const objects = new WeakMap<object, number>();
  const current = (): Windows | null => {
    const windows = memory.read();
    if (!windows) return null;
    const { minute, day, aheadMs } = windows;
    const serverMs = now() + aheadMs;
    return { minute: rolled(minute, MINUTE_MS, serverMs), day: rolled(day, DAY_MS, serverMs), aheadMs };
  };
  const spend = (units: number): number => {
    const windows = current();
    if (windows && units > 0)
      memory.write({ ...windows, minute: less(windows.minute, units), day: less(windows.day, units) });
    return units;
  };
  const waitMs = (units: number, spare = 0): number => {
    const windows = current();
    if (!windows) return 0;
    const { minute, day, aheadMs } = windows;
    const serverMs = now() + aheadMs;
    if (day.remaining < units) return until(day, serverMs);
    // A minute that never has so many is not waited for.
    const needed = Math.min(units + spare, minute.limit);
    return minute.remaining < needed ? until(minute, serverMs) : 0;
  };
  return {
    told: ({ minute, day }, aheadMs) => memory.write({ minute, day, aheadMs }),
    asked: (units) => void spend(units),
    subscribed: () => spend(1),
    delivered(stream) {
      const count = (objects.get(stream) ?? 0) + 1;
      objects.set(stream, count % OBJECTS_PER_UNIT);
      return spend(count === OBJECTS_PER_UNIT ? 1 : 0);
    },
    mayStream() {
      const day = current()?.day;
      return day !== undefined && day.remaining > day.limit / 2;
    },
    mayFollowTicks: () => (current()?.day.limit ?? 0) >= TICKING_DAY,
    waitMs: (units) => waitMs(units),
    streamWaitMs: () => waitMs(1, SPARE_UNITS),
    day: () => current()?.day ?? null,
    minute: () => current()?.minute ?? null,
  };
}

function createMemory(): WindowMemory {
  let kept: Windows | null = null;
  return {
    read: () => kept,
    write: (windows) => {
      kept = windows;
    },
  };
}

const less = (window: QuotaWindow, units: number): QuotaWindow => ({
  ...window,
  remaining: Math.max(0, window.remaining - units),
});

const until = ({ resetsAt }: QuotaWindow, nowMs: number): number => Date.parse(resetsAt) - nowMs + LATE_MS;

/** A window that has ended is a full one. */
function rolled(window: QuotaWindow, lengthMs: number, nowMs: number): QuotaWindow {
  const endMs = Date.parse(window.resetsAt);
  if (endMs > nowMs) return window;
  const ends = Math.floor((nowMs - endMs) / lengthMs) + 1;
  return { ...window, remaining: window.limit, resetsAt: new Date(endMs + ends * lengthMs).toISOString() };
}
