import type { Target } from '../../core/capture/capture-store.ts';
import type { DueTarget } from '../../core/capture/reread-store.ts';
import type { Changed } from '../../engines/engine.ts';
import { add } from '../../engines/run-engines.ts';
import { allFeeds } from '../../feeds/index.ts';
import { derive } from '../derive.ts';
import { type Gathered, gather } from './gather.ts';
import type { Run } from './run.ts';
import { writeInputs, writeRecords, writeReferences } from './write.ts';

/** What is read again together, and what is written in one turn, for which imports wait. */
const CHUNK = 20_000;
const TURN = 1_000;

const TURNS: readonly string[] = allFeeds.map(({ module }) => module);

const WRITERS = { record: writeRecords, input: writeInputs, reference: writeReferences } as const;

/**
 * Makes again what is due of a kind, and derives from it. What comes out the same is not written; what one entry became is
 * written in one transaction where it is records, so that none of it is seen twice or not at all. What a chunk changed is
 * derived from once: a series has inputs in many turns. Only then its targets stop being due, so that a run which is broken off
 * derives later. References that changed are returned by kind, those that are read out of records too.
 */
export async function settleDue(run: Run, kind: Target['kind']): Promise<ReadonlySet<string>> {
  const { rereads } = run.services;
  const changedKinds = new Set<string>();
  for (;;) {
    const due = await rereads.due(kind, CHUNK);
    if (due.length === 0) return changedKinds;
    const gathered = await gather(run, due);
    const done = await settleChunk(run, kind, gathered);
    for (const reference of done.references) changedKinds.add(reference);
    // All of it is being imported right now.
    if (run.isEnded() || done.settled === 0) return changedKinds;
  }
}

async function settleChunk(run: Run, kind: Target['kind'], gathered: readonly Gathered[]) {
  const { rereads } = run.services;
  const steady: DueTarget[] = [];
  const changed: Changed[] = [];
  const references: string[] = [];
  for (const some of turnsOf(gathered)) {
    if (run.isEnded()) break;
    const done = await writeTurn(run, kind, some);
    steady.push(...done.steady);
    changed.push(...done.changed);
    references.push(...(done.references ?? []));
    run.onProgress();
  }
  await deriveFrom(run, changed);
  await rereads.settle(steady);
  return { settled: steady.length, references };
}

async function writeTurn(run: Run, kind: Target['kind'], gathered: readonly Gathered[]) {
  const { rereads } = run.services;
  return rereads.withLock(TURNS, async () => {
    const now = await rereads.look(gathered.map(({ due }) => due.target));
    const steady = unchangedSince(gathered, now);
    return { steady: steady.map(({ due }) => due), ...(await WRITERS[kind](run, steady)) };
  });
}

async function deriveFrom(run: Run, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return;
  run.tally.derived = add(run.tally.derived, await derive(run.services, changed));
}

/** Without what an import has made something else of since it was read. */
function unchangedSince(gathered: readonly Gathered[], now: readonly DueTarget[]): readonly Gathered[] {
  const captures = new Map(now.map(({ target, captures }) => [JSON.stringify(target), captures.join(' ')]));
  return gathered.filter(({ due }) => captures.get(JSON.stringify(due.target)) === due.captures.join(' '));
}

/** What one entry became stays together. */
function turnsOf(gathered: readonly Gathered[]): readonly (readonly Gathered[])[] {
  const turns: Gathered[][] = [];
  for (const one of gathered) {
    const turn = turns.at(-1);
    const isSameEntry = turn?.at(-1)?.due.entry === one.due.entry && one.due.entry !== null;
    if (turn === undefined || (turn.length >= TURN && !isSameEntry)) turns.push([one]);
    else turn.push(one);
  }
  return turns;
}
