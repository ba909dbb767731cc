import { type AnyRecord, type Feed, valueAt } from '../feed/feed.ts';
import { type Changed, type Engine, type InputReader, recordKind } from './engine.ts';

/** Where engines read and write; wired to the core by the composition root. */
export interface EngineTarget {
  readonly inputs: InputReader;
  write(
    feed: Feed,
    records: readonly AnyRecord[],
  ): Promise<{ readonly created: number; readonly updated: number }>;
  remove(feed: Feed, key: string): Promise<boolean>;
  /** Keys of the records that groups of an engine made the last time; groups that made none are left out. */
  derivedKeys(engine: string, groups: readonly string[]): Promise<DerivedKeys>;
  setDerivedKeys(engine: string, keys: DerivedKeys): Promise<void>;
  /** Runs the body while no other process derives any of these groups; it waits for those that do. */
  withLock<T>(engine: string, groups: readonly string[], body: () => Promise<T>): Promise<T>;
}

/** Keys of derived records by group. */
export type DerivedKeys = ReadonlyMap<string, ReadonlySet<string>>;

/** What engines changed, by feed module. */
export interface DerivedCounts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
}

const BATCH = 2_000;
/** Groups derived side by side; what they read of the same kind goes out as one statement. */
const GROUPS_AT_ONCE = 200;

/**
 * Runs what is concerned by a change, each engine after those it derives from: `engines` are in that order. Safe to run
 * again at any time, and by several processes at once: a group is read and written by one at a time, so that none writes
 * what it made of older inputs over what another made of newer ones.
 */
export async function runEngines(
  engines: readonly Engine[],
  changed: Iterable<Changed>,
  target: EngineTarget,
): Promise<ReadonlyMap<string, DerivedCounts>> {
  const changes: Changed[] = [...changed];
  const totals = new Map<string, DerivedCounts>();
  for (const engine of engines) {
    const concerned = changes.filter(({ kind }) => engine.kinds.includes(kind));
    const more = concerned.length === 0 ? [] : ((await engine.groupsIn?.(concerned, target.inputs)) ?? []);
    const groups = [...new Set([...concerned.map((change) => engine.groupOf(change)), ...more])].filter(
      (group) => group !== null,
    );
    const kind = recordKind(engine.feed);
    const { counts, keys } = await deriveGroups(engine, groups, target);
    if (groups.length > 0) totals.set(engine.feed.module, add(totals.get(engine.feed.module), counts));
    // What one engine made or removed is input of the next.
    for (const series of keys) changes.push({ kind, series });
  }
  return totals;
}

/** Derives these groups of one engine; `keys` are those of the records it made or removed. */
export async function deriveGroups(
  engine: Engine,
  groups: readonly string[],
  target: EngineTarget,
): Promise<{ readonly counts: DerivedCounts; readonly keys: readonly string[] }> {
  let counts = NOTHING;
  const keys: string[] = [];
  for (let from = 0; from < groups.length; from += GROUPS_AT_ONCE) {
    const some = groups.slice(from, from + GROUPS_AT_ONCE);
    const done = await target.withLock(engine.name, some, () => runGroups(engine, some, target));
    counts = add(counts, done.counts);
    for (const key of done.keys) keys.push(key);
  }
  return { counts, keys };
}

async function runGroups(engine: Engine, groups: readonly string[], target: EngineTarget) {
  const { feed, name, updatesSent = false } = engine;
  const [made, before] = await Promise.all([
    Promise.all(groups.map((group) => engine.derive(group, target.inputs))),
    updatesSent ? NO_KEYS : target.derivedKeys(name, groups),
  ]);
  const after: DerivedKeys = new Map(groups.map((group, index) => [group, keysOf(feed, made[index] ?? [])]));
  // Known before they are written: after a crash in between the next run still finds what to remove.
  if (!updatesSent) await target.setDerivedKeys(name, differing(before, merged(before, after)));
  const counts = { created: 0, updated: 0, removed: 0 };
  const records = made.flat();
  for (let from = 0; from < records.length; from += BATCH) {
    const { created, updated } = await target.write(feed, records.slice(from, from + BATCH));
    counts.created += created;
    counts.updated += updated;
  }
  const stand = new Set([...after.values()].flatMap((keys) => [...keys]));
  const gone = [...before.values()].flatMap((keys) => [...keys]).filter((key) => !stand.has(key));
  for (const key of gone) if (await target.remove(feed, key)) counts.removed += 1;
  if (gone.length > 0) await target.setDerivedKeys(name, after);
  return { counts, keys: [...stand, ...gone] };
}

const keysOf = (feed: Feed, records: readonly AnyRecord[]): ReadonlySet<string> =>
  new Set(records.map((record) => String(valueAt(record, feed.key))));

const NONE: ReadonlySet<string> = new Set();
const NO_KEYS: DerivedKeys = new Map();

const merged = (one: DerivedKeys, other: DerivedKeys): DerivedKeys =>
  new Map([...other].map(([group, keys]) => [group, keys.union(one.get(group) ?? NONE)]));

/** The groups whose keys are not those known before. */
const differing = (before: DerivedKeys, now: DerivedKeys): DerivedKeys =>
  new Map([...now].filter(([group, keys]) => keys.symmetricDifference(before.get(group) ?? NONE).size > 0));

const NOTHING: DerivedCounts = { created: 0, updated: 0, removed: 0 };

export function add(one: DerivedCounts = NOTHING, other: DerivedCounts): DerivedCounts {
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    removed: one.removed + other.removed,
  };
}
