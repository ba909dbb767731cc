import type { AlphaError, Cost, QuotaWindow } from '../../client/client.ts';

/** Events of this many objects cost a unit of the day. */
const OBJECTS_PER_UNIT = 100;
/** Units of the minute that a stream leaves for the next page, and for what is asked for on it. */
const SPARE_UNITS = 3;
/** Tiers with fewer units a day follow only what changes a few times a minute: ticking prices would eat them. */
export const TICKING_DAY = 1_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Within this time a stream takes its unit: an answer that comes before may not know of it. */
const OPENING_MS = 3_000;
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
   * them all the same. The answer tells better. What fails costs nothing: the function that is returned refunds the units.
   */
  asked(units: number): () => void;
  /**
   * A request failed. Where that was for want of units, the windows have less than was counted: no page asks before the
   * minute ends, or the day where the server says to wait for longer. Not to be called for streams, of which
   * RATE_LIMITED can also mean that the key has too many.
   */
  refused(error: Pick<AlphaError, 'code' | 'retryAfter'>): void;
  /** A stream is being opened. Returns the units it cost. */
  subscribed(): number;
  /** An event with a row arrived on a stream. Returns the units it cost, mostly none. */
  delivered(stream: object): number;
  /** Whether the day has units for a stream. */
  mayStream(): boolean;
  /** Whether it has enough for feeds that tick every second. */
  mayFollowTicks(): boolean;
  /** Milliseconds until so many units can be spent and `spare` are left for the next page; 0: now, as long as nothing was told. */
  waitMs(units: number, spare?: number): number;
  /** The same for a stream, which leaves units for the next page. */
  streamWaitMs(): number;
  /** How the day stands by now; null: nothing told yet. */
  day(): QuotaWindow | null;
  /** How the minute stands by now. */
  minute(): QuotaWindow | null;
}

export function createBudget(now: () => number, memory: WindowMemory = createMemory()): Budget {
  const objects = new WeakMap<object, number>();
  let subscribedAt = Number.NEGATIVE_INFINITY;
  let answers = 0;
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
    told({ minute, day }, aheadMs) {
      answers += 1;
      const isOpening = now() - subscribedAt < OPENING_MS;
      memory.write({ minute: isOpening ? less(minute, 1) : minute, day, aheadMs });
    },
    asked(units) {
      const before = current();
      const answersBefore = answers;
      spend(units);
      return () => {
        const windows = current();
        if (!windows || !before || answers !== answersBefore) return;
        const { minute, day } = windows;
        memory.write({
          ...windows,
          minute: refunded(minute, units, before.minute),
          day: refunded(day, units, before.day),
        });
      };
    },
    refused({ code, retryAfter }) {
      const windows = current();
      if (!windows || code !== 'RATE_LIMITED') return;
      const { minute, day, aheadMs } = windows;
      const isOfDay = (retryAfter ?? 0) * 1_000 > MINUTE_MS;
      memory.write({ minute: emptied(minute), day: isOfDay ? emptied(day) : day, aheadMs });
    },
    subscribed() {
      subscribedAt = now();
      return spend(1);
    },
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
    waitMs,
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

/** A window with units that were taken of it, unless it has ended since. */
const refunded = (window: QuotaWindow, units: number, taken: QuotaWindow): QuotaWindow =>
  window.resetsAt === taken.resetsAt
    ? { ...window, remaining: Math.min(taken.remaining, window.remaining + units) }
    : window;

const emptied = (window: QuotaWindow): QuotaWindow => ({ ...window, remaining: 0 });

const until = ({ resetsAt }: QuotaWindow, nowMs: number): number => Date.parse(resetsAt) - nowMs + LATE_MS;

/** A window that has ended is a full one. */
function rolled(window: QuotaWindow, lengthMs: number, nowMs: number): QuotaWindow {
  const endMs = Date.parse(window.resetsAt);
  if (endMs > nowMs) return window;
  const ends = Math.floor((nowMs - endMs) / lengthMs) + 1;
  return { ...window, remaining: window.limit, resetsAt: new Date(endMs + ends * lengthMs).toISOString() };
}
