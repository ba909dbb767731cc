import { fullView } from '../../core/access/view.ts';
import type { Target } from '../../core/capture/capture-store.ts';
import type { Changed } from '../../engines/engine.ts';
import { type AnyRecord, type Feed, valueAt } from '../../feed/feed.ts';
import { LISTED } from '../../feed/listed-symbols.ts';
import { REPORT_DUE } from '../../feed/report-due.ts';
import { congress } from '../../feeds/congress/feed.ts';
import { allFeeds } from '../../feeds/index.ts';
import { listings } from '../../feeds/symbols/feed.ts';
import type { Input } from '../../sources/format.ts';
import { type RankedInput, ranked } from '../../sources/input-rank.ts';
import { changedRecords } from '../derive.ts';
import type { Gathered, Part } from './gather.ts';
import { isMerged } from './gather.ts';
import { addChanges } from './report.ts';
import type { Run } from './run.ts';

/** What a turn wrote. */
export interface Written {
  /** What engines derive from. */
  readonly changed: readonly Changed[];
  /** Kinds of which references changed. */
  readonly references?: readonly string[];
}

/** What is to become of something due. */
type Verdict = 'make' | 'remove' | 'leave';

/** What is stored is made again or goes; what is missing is made where nothing was it before, else somebody removed it. */
function verdictOn(run: Run, { due, parts, isWhole }: Gathered, isStored: boolean): Verdict {
  if (!isWhole) return 'leave';
  if (parts.length === 0) return isStored && !due.isPartial ? 'remove' : 'leave';
  if (isStored || due.isNew) return 'make';
  run.tally.leftOut += 1;
  return 'leave';
}

/** With the verdict on each. */
function judged(run: Run, gathered: readonly Gathered[], isStored: (target: Target) => boolean) {
  const verdicts = gathered.map((one) => ({
    ...one,
    verdict: verdictOn(run, one, isStored(one.due.target)),
  }));
  return {
    made: verdicts.filter(({ verdict }) => verdict === 'make'),
    gone: verdicts.filter(({ verdict }) => verdict === 'remove').map(({ due }) => due.target),
  };
}

export async function writeRecords(run: Run, gathered: readonly Gathered[]): Promise<Written> {
  const changed: Changed[] = [];
  const references: string[] = [];
  for (const feed of allFeeds) {
    const own = gathered.filter(({ due }) => due.target.subject === feed.module);
    if (own.length === 0) continue;
    const ofFeed = await writeRecordsOf(run, feed, own);
    changed.push(...ofFeed);
    if (feed === listings && ofFeed.length > 0) references.push(...LISTED);
    if (feed === congress && ofFeed.length > 0) references.push(REPORT_DUE);
  }
  return { changed, references };
}

async function writeRecordsOf(
  run: Run,
  feed: Feed,
  gathered: readonly Gathered[],
): Promise<readonly Changed[]> {
  const { services, tally } = run;
  const keys = gathered.map(({ due }) => due.target.key);
  const rows = await services.feeds.byKeys(feed, keys, { ...fullView(services.clock.now()), replaced: true });
  const stored = new Set(rows.map((row) => String(valueAt(row, feed.key))));
  const { made, gone } = judged(run, gathered, ({ key }) => stored.has(key));
  // What came in without an entry is a part of these that no entry tells.
  const [partial, whole] = [made.filter(isPartial), made.filter((one) => !isPartial(one))];
  const rewritten = await services.ingest.rewrite(feed, {
    records: whole.map(({ parts }) => parts.map(cameIn)),
    gone: gone.map(({ key }) => key),
  });
  const added = await services.ingest.write(
    feed,
    partial.flatMap(({ parts }) => parts.map((part) => cameIn(part).record)),
  );
  addChanges(tally.records, rewritten);
  addChanges(tally.records, added);
  const count = rewritten.created + rewritten.updated + rewritten.removed + added.created + added.updated;
  if (count === 0 && !run.derivesAll) return [];
  return changedRecords(feed, [
    ...new Set([
      ...made.map(({ due }) => due.target.key),
      ...gone.map(({ key }) => key),
      ...rewritten.reconciled,
      ...added.reconciled,
    ]),
  ]);
}

const isPartial = ({ due }: Gathered): boolean => due.isPartial && isMerged(due.target);

function cameIn({ made, at }: Part): { readonly record: AnyRecord; readonly at: Date } {
  if (made.kind !== 'record') throw new Error(`${made.target.key} is not a record`);
  return { record: made.record, at };
}

export async function writeInputs(run: Run, gathered: readonly Gathered[]): Promise<Written> {
  const { services, tally } = run;
  const stored = await storedInputs(run, gathered);
  const { made, gone } = judged(run, gathered, (target) => stored.has(inputName(target)));
  const inputs = made.map(({ parts }) => inputOf(parts));
  const fresh = inputs.filter((input) => !stored.has(inputName({ ...input, subject: input.kind })));
  const known = inputs.filter((input) => !fresh.includes(input));
  const revised = await services.inputs.revise(known);
  await services.inputs.put(fresh);
  const forgotten = gone.flatMap((target) =>
    target.kind === 'input' ? [{ kind: target.subject, series: target.series, key: target.key }] : [],
  );
  await services.inputs.forget(forgotten);
  addChanges(tally.inputs, {
    created: fresh.length,
    updated: revised.length,
    removed: forgotten.length,
    unchanged: known.length - revised.length,
  });
  const touched = run.derivesAll ? [...inputs, ...forgotten] : [...fresh, ...revised, ...forgotten];
  return { changed: oldestOfSeries(touched) };
}

const inputName = (target: {
  readonly subject: string;
  readonly series?: string;
  readonly key: string;
}): string => JSON.stringify([target.subject, target.series ?? '', target.key]);

async function storedInputs(run: Run, gathered: readonly Gathered[]): Promise<ReadonlySet<string>> {
  const targets = gathered.flatMap(({ due: { target } }) => (target.kind === 'input' ? [target] : []));
  const names = targets.map(({ subject: kind, series, key }) => ({ kind, series, key }));
  const found = await run.services.inputs.stored(names);
  return new Set(found.map((input) => inputName({ ...input, subject: input.kind })));
}

function inputOf(parts: readonly Part[]): RankedInput {
  const made = parts.at(-1)?.made;
  if (made?.kind !== 'input') throw new Error('an input is due, and none was made');
  return ranked(made.input);
}

/** Each series once, with the oldest key that was touched. */
function oldestOfSeries(inputs: readonly Omit<Input, 'data'>[]): readonly Changed[] {
  const oldest = new Map<string, Changed & { readonly key: string }>();
  for (const { kind, series, key } of inputs) {
    const name = JSON.stringify([kind, series]);
    const known = oldest.get(name);
    if (known === undefined || key < known.key) oldest.set(name, { kind, series, key });
  }
  return [...oldest.values()];
}

export async function writeReferences(run: Run, gathered: readonly Gathered[]): Promise<Written> {
  const { references } = run.services;
  const changedKinds: string[] = [];
  for (const [kind, own] of Map.groupBy(gathered, ({ due }) => due.target.subject)) {
    const stored = await references.all(kind);
    const { made, gone } = judged(run, own, ({ key }) => stored.has(key));
    const values = new Map(made.map(({ due, parts }) => [due.target.key, referenceOf(parts)]));
    const created = [...values.keys()].filter((key) => !stored.has(key)).length;
    const put = values.size > 0 ? await references.put(kind, values) : { changed: 0 };
    const removed =
      gone.length > 0
        ? await references.forget(
            kind,
            gone.map(({ key }) => key),
          )
        : { changed: 0 };
    addChanges(run.tally.references, {
      created,
      updated: put.changed - created,
      removed: removed.changed,
      unchanged: values.size - put.changed,
    });
    if (put.changed + removed.changed > 0 || run.derivesAll) changedKinds.push(kind);
  }
  return { changed: [], references: changedKinds };
}

function referenceOf(parts: readonly Part[]): unknown {
  const made = parts.at(-1)?.made;
  return made?.kind === 'reference' ? made.value : null;
}
