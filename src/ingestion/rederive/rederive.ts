import { fullView } from '../../core/access/view.ts';
import type { OutdatedCapture } from '../../core/capture/reread-store.ts';
import { add } from '../../engines/run-engines.ts';
import { invalidParameter } from '../../errors.ts';
import { defaultOrder } from '../../feed/query.ts';
import { allFeeds } from '../../feeds/index.ts';
import type { Completion, Parser } from '../../sources/format.ts';
import { completeStored } from '../../sources/import-run.ts';
import { completions as allCompletions } from '../../sources/index.ts';
import { parsers as sourceParsers } from '../../sources/parsers.ts';
import { apiParsers } from '../api-entries.ts';
import { derive } from '../derive.ts';
import { deriveAgain } from '../derive-again.ts';
import { changedBy } from '../import-target.ts';
import { readCaptures } from './read-captures.ts';
import { createTally, type Rederived, type Tally } from './report.ts';
import type { RederiveServices, Run } from './run.ts';
import { settleDue } from './settle.ts';

export interface RederiveRequest {
  /** Default: all. */
  readonly module?: string | null;
  /** Only what other versions of parsers and engines made; default: everything. */
  readonly isOutdatedOnly?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (entries: number) => void;
  /** Default: those there are. */
  readonly parsers?: readonly Parser[];
  readonly completions?: readonly Completion[];
}

const ALL_PARSERS = [...sourceParsers, ...apiParsers];

/**
 * Runs parsers over the native entries that are stored, and engines over what follows, and writes what comes out differently:
 * the store is then as if everything had been imported anew. The server serves and imports go on meanwhile. Ended early, by
 * `signal` or a crash, the next run goes on from there.
 */
export async function rederive(
  services: RederiveServices,
  request: RederiveRequest = {},
): Promise<Rederived> {
  const { module = null, isOutdatedOnly = false, signal, parsers = ALL_PARSERS } = request;
  checkModule(module);
  const { rereads } = services;
  const own = parsers.filter(({ feed }) => module === null || feed.module === module);
  const names = own.map(({ name }) => name);
  const hasDue = await rereads.hasDue();
  const isResumed = await rereads.isUnfinished(names);
  if (!isResumed && !isOutdatedOnly) await rereads.mark(names);
  const tally = createTally();
  const run: Run = {
    services,
    parsers: new Map(parsers.map((parser) => [parser.name, parser])),
    completions: request.completions ?? allCompletions,
    tally,
    isResumed,
    derivesAll: isResumed || hasDue,
    isEnded: () => signal?.aborted === true,
    onProgress: () => request.onProgress?.(tally.entries),
  };
  await readAll(run, own);
  const engines = run.isEnded() ? [] : await runEngines(run, { module, isOutdatedOnly, signal });
  return reportOf(run, { module, engines });
}

function checkModule(module: string | null): void {
  const modules = allFeeds.map((feed) => feed.module);
  if (module !== null && !modules.includes(module))
    throw invalidParameter('module', module, `one of ${modules.join(', ')}`);
}

/** References first, for they complete the others; last what rests on inputs of others, the oldest first. */
async function readAll(run: Run, own: readonly Parser[]): Promise<void> {
  const lookingBack = new Set(own.filter(({ looksBack }) => looksBack).map(({ name }) => name));
  const outdated = await run.services.rereads.outdated(own);
  const isLast = ({ parser }: OutdatedCapture) => lookingBack.has(parser);
  await readCaptures(
    run,
    outdated.filter(({ hasReferences }) => hasReferences),
  );
  await settleReferences(run);
  await readCaptures(
    run,
    outdated.filter((one) => !one.hasReferences && !isLast(one)),
  );
  await settleReferences(run);
  await settleAll(run);
  for (const one of outdated.filter(isLast).reverse()) {
    await readCaptures(run, [one]);
    await settleAll(run);
  }
}

async function settleAll(run: Run): Promise<void> {
  if (!run.isEnded()) await completeBy(run, await settleDue(run, 'record'));
  if (!run.isEnded()) await settleDue(run, 'input');
}

async function settleReferences(run: Run): Promise<void> {
  if (!run.isEnded()) await completeBy(run, await settleDue(run, 'reference'));
}

/** Records that changed references complete are completed by the references as they are now. */
async function completeBy(run: Run, changed: ReadonlySet<string>): Promise<void> {
  const { references, feeds, ingest, clock } = run.services;
  run.tally.completed += await completeStored(run.completions, changed, {
    references: (kind) => references.all(kind),
    write: (feed, records) => ingest.write(feed, records),
    derive: (touched) => derive(run.services, changedBy(touched)),
    stored: (feed, filter) =>
      feeds.stream(
        feed,
        { filter, order: defaultOrder(feed), limit: Number.MAX_SAFE_INTEGER },
        { ...fullView(clock.now()), replaced: true },
      ),
  });
}

async function runEngines(
  { services, tally }: Run,
  {
    module,
    isOutdatedOnly,
    signal,
  }: { module: string | null; isOutdatedOnly: boolean; signal: AbortSignal | undefined },
): Promise<readonly string[]> {
  const own = services.engines.filter(({ feed }) => module === null || feed.module === module);
  const again = await deriveAgain(services, {
    of: isOutdatedOnly ? 'outdated' : new Set(own.map(({ name }) => name)),
    ...(signal && { signal }),
  });
  tally.derived = add(tally.derived, again.counts);
  return again.engines;
}

async function reportOf(
  run: Run,
  { module, engines }: { module: string | null; engines: readonly string[] },
): Promise<Rederived> {
  const { unreadable, rejectedAnew, ...counts }: Tally = run.tally;
  const byCount = [...rejectedAnew].sort(([, a], [, b]) => b - a);
  return {
    module,
    isResumed: run.isResumed,
    isDone: !run.isEnded(),
    ...counts,
    engines,
    rejectedAnew: Object.fromEntries(byCount),
    cannotRedo: {
      ...(await run.services.rereads.withoutEntry([...run.parsers.keys()])),
      captures: [...unreadable.values()],
    },
  };
}
