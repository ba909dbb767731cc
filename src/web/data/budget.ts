import type { Cost, QuotaWindow } from '../../client/client.ts';

/** Events of this many objects cost a unit of the day. */
const OBJECTS_PER_UNIT = 100;

/**
 * What the page may spend on live streams: they stop when half of the day's units are left, so that a page left open
 * overnight never eats the day. Counts on from the last answer that told, because streams tell no cost.
 */
export interface Budget {
  /** An answer told how the windows stand. */
  told(cost: Pick<Cost, 'day'>): void;
  /** A stream was opened. Returns the units it cost. */
  subscribed(): number;
  /** An event with a row arrived on a stream. Returns the units it cost, mostly none. */
  delivered(stream: object): number;
  mayStream(): boolean;
  /** How the day stands by now; null: nothing told yet. */
  day(): QuotaWindow | null;
}

export function createBudget(now: () => number): Budget {
  let day: QuotaWindow | null = null;
  const objects = new WeakMap<object, number>();
  const spend = (units: number): number => {
    day = day && { ...day, remaining: Math.max(0, day.remaining - units) };
    return units;
  };
  const current = () => {
    if (day && Date.parse(day.resetsAt) <= now())
      day = { ...day, remaining: day.limit, resetsAt: nextDay(day.resetsAt) };
    return day;
  };
  return {
    told: (cost) => {
      day = cost.day;
    },
    subscribed: () => spend(1),
    delivered(stream) {
      const count = (objects.get(stream) ?? 0) + 1;
      objects.set(stream, count % OBJECTS_PER_UNIT);
      return spend(count === OBJECTS_PER_UNIT ? 1 : 0);
    },
    mayStream() {
      const window = current();
      return window !== null && window.remaining > window.limit / 2;
    },
    day: current,
  };
}

const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString();
