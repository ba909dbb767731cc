import { type Changed, type Engine, recordKind, versionOf } from '../engines/engine.ts';
import { add, type DerivedCounts, deriveGroups, type EngineTarget } from '../engines/run-engines.ts';
import { type Feed, valueAt } from '../feed/feed.ts';
import { allFeeds } from '../feeds/index.ts';
import { type DeriveServices, engineTarget } from './derive.ts';

export interface DerivedAgain {
  /** Names of the engines that derived everything anew. */
  readonly engines: readonly string[];
  readonly counts: DerivedCounts;
}

/**
 * Derives everything anew that an earlier version of an engine made, or that engines of these names make, and what follows from that, while the store serves and
 * imports go on: a group is derived by one at a time. What comes out the same is not written. Ended early, by `signal` or a
 * crash, the next run begins anew; several processes at once do the same work and change nothing of each other's.
 */
export async function deriveAgain(
  services: DeriveServices,
  {
    signal,
    of = 'outdated',
  }: { readonly signal?: AbortSignal; readonly of?: 'outdated' | ReadonlySet<string> } = {},
): Promise<DerivedAgain> {
  const { inputs } = services;
  const target = engineTarget(services);
  const chosen =
    of === 'outdated'
      ? outdated(services.engines, await inputs.engineVersions())
      : services.engines.filter(({ name }) => of.has(name));
  const engines = withDependents(services.engines, chosen);
  let counts: DerivedCounts = { created: 0, updated: 0, removed: 0 };
  for (const engine of engines) {
    counts = add(counts, await deriveAll(engine, target, signal));
    if (signal?.aborted) break;
    await inputs.setEngineVersion(engine.name, versionOf(engine));
  }
  return { engines: engines.map(({ name }) => name), counts };
}

const outdated = (engines: readonly Engine[], derived: ReadonlyMap<string, number>): readonly Engine[] =>
  engines.filter((engine) => derived.get(engine.name) !== versionOf(engine));

/** The engines to run, in their order: these, and all that derive from their records. */
function withDependents(engines: readonly Engine[], chosen: readonly Engine[]): readonly Engine[] {
  const redone = new Set(chosen.map(({ feed }) => recordKind(feed)));
  return engines.filter((engine) => {
    if (!chosen.includes(engine) && !engine.kinds.some((kind) => redone.has(kind))) return false;
    redone.add(recordKind(engine.feed));
    return true;
  });
}

/** Groups that are remembered before they are derived, so that one that many series belong to is derived once. */
const GROUPS = 10_000;

async function deriveAll(engine: Engine, target: EngineTarget, signal: AbortSignal | undefined) {
  let counts: DerivedCounts = { created: 0, updated: 0, removed: 0 };
  const groups = new Set<string>();
  const derive = async () => {
    counts = add(counts, (await deriveGroups(engine, [...groups], target)).counts);
    groups.clear();
  };
  for (const kind of engine.kinds) {
    for await (const changed of everything(kind, target)) {
      const group = engine.groupOf(changed);
      if (group !== null) groups.add(group);
      if (groups.size >= GROUPS) await derive();
      if (signal?.aborted) return counts;
    }
  }
  await derive();
  return counts;
}

/** Every series of a kind, or every record of a feed, as if it had changed. */
async function* everything(kind: string, { inputs }: EngineTarget): AsyncGenerator<Changed> {
  const feed = allFeeds.find((one) => recordKind(one) === kind);
  if (feed === undefined) for (const series of await inputs.series(kind)) yield { kind, series };
  else for await (const keys of keysOf(feed, inputs)) for (const series of keys) yield { kind, series };
}

async function* keysOf(feed: Feed, { records }: EngineTarget['inputs']): AsyncGenerator<readonly string[]> {
  for await (const batch of records(feed)) yield batch.map((record) => String(valueAt(record, feed.key)));
}
