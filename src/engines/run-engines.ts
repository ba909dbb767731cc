import { type AnyRecord, type Feed, valueAt } from '../feed/feed.ts';
import { type Engine, type InputReader, recordKind, type Touched } from './engine.ts';

/** Where engines read and write; wired to the core by the composition root. */
export interface EngineTarget {
  readonly inputs: InputReader;
  write(
    feed: Feed,
    records: readonly AnyRecord[],
  ): Promise<{ readonly created: number; readonly updated: number }>;
  remove(feed: Feed, key: string): Promise<boolean>;
  /** Keys of the records a group of an engine made the last time. */
  derivedKeys(engine: string, group: string): Promise<ReadonlySet<string>>;
  setDerivedKeys(engine: string, group: string, keys: ReadonlySet<string>): Promise<void>;
}

/** What engines changed, by feed module. */
export interface DerivedCounts {
  readonly created: number;
  readonly updated: number;
  readonly removed: number;
}

const BATCH = 2_000;

/**
 * Runs what is concerned by a change, each engine after those it derives from: `engines` are in that order. Safe to run
 * again at any time.
 */
export async function runEngines(
  engines: readonly Engine[],
  touched: Iterable<Touched>,
  target: EngineTarget,
): Promise<ReadonlyMap<string, DerivedCounts>> {
  const changes: Touched[] = [...touched];
  const totals = new Map<string, DerivedCounts>();
  for (const engine of engines) {
    const concerned = changes.filter(({ kind }) => engine.kinds.includes(kind));
    const groups = new Set(concerned.map((change) => engine.groupOf(change)));
    for (const group of groups) {
      if (group === null) continue;
      const { counts, keys } = await runGroup(engine, group, target);
      totals.set(engine.feed.module, add(totals.get(engine.feed.module), counts));
      // What one engine made or removed is input of the next.
      const kind = recordKind(engine.feed);
      changes.push(...[...keys].map((series) => ({ kind, series })));
    }
  }
  return totals;
}

const NOTHING: DerivedCounts = { created: 0, updated: 0, removed: 0 };

async function runGroup(engine: Engine, group: string, target: EngineTarget) {
  const { feed } = engine;
  const records = await engine.derive(group, target.inputs);
  const keys = new Set(records.map((record) => String(valueAt(record, feed.key))));
  const before = await target.derivedKeys(engine.name, group);
  const counts = { created: 0, updated: 0, removed: 0 };
  if (records.length === 0 && before.size === 0) return { counts: NOTHING, keys };
  // Known before they are written: after a crash in between the next run still finds what to remove.
  await target.setDerivedKeys(engine.name, group, keys.union(before));
  for (let from = 0; from < records.length; from += BATCH) {
    const { created, updated } = await target.write(feed, records.slice(from, from + BATCH));
    counts.created += created;
    counts.updated += updated;
  }
  const gone = before.difference(keys);
  for (const key of gone) if (await target.remove(feed, key)) counts.removed += 1;
  if (gone.size > 0) await target.setDerivedKeys(engine.name, group, keys);
  return { counts, keys: keys.union(gone) };
}

function add(
  one: DerivedCounts = { created: 0, updated: 0, removed: 0 },
  other: DerivedCounts,
): DerivedCounts {
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    removed: one.removed + other.removed,
  };
}
