import type { Clock, KeyRecord } from '../ports.ts';
import { DAY_MS } from '../time.ts';

/** What a key used of one route on one UTC day. */
export interface RouteUsed {
  readonly account: string;
  readonly key: string;
  /** Start of the UTC day. */
  readonly day: Date;
  /** The template of a route, such as `/api/v1/insider-alpha/companies/:ticker`; `streams` and `alerts` for what these deliver. */
  readonly route: string;
  readonly requests: number;
  readonly units: number;
}

/** Adds to what the store has counted. */
export type AddUsed = (rows: readonly RouteUsed[]) => Promise<void>;

/**
 * Counts what each key uses by route, for its owner to see: no quota depends on it. What was counted since the last flush is
 * lost with the process, when that is killed.
 */
export interface UsageTally {
  /** Counts requests, and the units that they took. */
  add(
    key: Pick<KeyRecord, 'id' | 'account'>,
    route: string,
    used: { readonly requests: number; readonly units: number },
  ): void;
  /** Writes what was counted; what cannot be written waits for the next flush. */
  flush(): Promise<void>;
}

/** While the store takes no writes, rows beyond these are not counted. */
const MAX_ROWS = 20_000;

type Counted = { -readonly [M in keyof RouteUsed]: RouteUsed[M] };

export function createUsageTally({
  add: write,
  clock,
}: {
  readonly add: AddUsed;
  readonly clock: Clock;
}): UsageTally {
  let counted = new Map<string, Counted>();
  let flushing: Promise<void> = Promise.resolve();

  const count = (row: RouteUsed) => {
    const name = `${row.day.getTime()} ${row.key} ${row.route}`;
    const known = counted.get(name);
    if (known) {
      known.requests += row.requests;
      known.units += row.units;
    } else if (counted.size < MAX_ROWS) counted.set(name, { ...row });
  };

  const flush = async () => {
    if (counted.size === 0) return;
    const batch = counted;
    counted = new Map();
    try {
      await write([...batch.values()]);
    } catch (error) {
      for (const row of batch.values()) count(row);
      throw error;
    }
  };

  return {
    add({ account, id }, route, used) {
      const day = new Date(Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS);
      count({ account, key: id, day, route, ...used });
    },
    flush() {
      flushing = flushing.then(flush, flush); // each write on its own: a batch that fails is counted once more
      return flushing;
    },
  };
}
