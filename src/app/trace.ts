import { fullView } from '../core/access/view.ts';
import type { StoredEntry, Target } from '../core/capture/capture-store.ts';
import type { EntryHead, Traced } from '../core/capture/provenance.ts';
import type { FeedEvent } from '../core/live/event-log.ts';
import { type AnyRecord, type Feed, publicLeaves, valueAt } from '../feed/feed.ts';
import { toJson, toJsonRecord } from '../feed/record.ts';
import { allFeeds, registry } from '../feeds/index.ts';
import { decodeGlobalId } from '../graphql/schema/global-id.ts';
import { inputReader } from '../ingestion/derive.ts';
import { type EngineInputs, inputsOf, type SeriesRead } from '../ingestion/engine-inputs.ts';
import { readRevisions } from '../postgres/feeds/revisions.ts';
import { completions } from '../sources/index.ts';
import { originsOf } from './origins.ts';
import type { Services } from './services.ts';
import { completedFrom, type TracedCompletion } from './trace-completions.ts';

/** Where one record came from, and what became of it. */
export interface Trace {
  readonly module: string;
  readonly id: string;
  /** Null: it is not stored any more. */
  readonly record: AnyRecord | null;
  /** The native entries that became it, the newest first. */
  readonly entries: readonly TracedEntry[];
  /** What other sources completed of it, and their entries. */
  readonly completed: readonly TracedCompletion[];
  /** By what rules an entry becomes this record. */
  readonly rules: readonly string[];
  /** What engines made it of, with the newest native entry of each series. */
  readonly derived: readonly (Omit<EngineInputs, 'inputs'> & { readonly inputs: readonly TracedSeries[] })[];
  /** Of the inputs above the one that tells most of it. */
  readonly origin: TracedEntry | null;
  /** What the log still knows of it, the oldest first. */
  readonly revisions: readonly Revision[];
}

export type TracedEntry = Omit<StoredEntry, 'id'>;

export interface TracedSeries extends SeriesRead {
  readonly provider: string | null;
  readonly place: string | null;
}

export interface Revision {
  readonly at: Date;
  readonly kind: 'created' | 'updated' | 'removed';
  /** By field, where it was updated: before and after. */
  readonly changed: Readonly<Record<string, readonly [unknown, unknown]>>;
}

const MAX_ENTRIES = 50;

/**
 * Traces a record by its id as REST gives it, in one module or in all, or by its global id.
 * Throws an error that names the modules when it is in several, or that it is in none.
 */
export async function traceRecord(services: Services, id: string, module: string | null): Promise<Trace> {
  const { feed, key } = await find(services, id, module);
  const target: Target = { kind: 'record', subject: feed.module, key };
  const [record = null] = await rowsOf(services, feed, [key]);
  const [entries = []] = await services.captures.entriesOf([target], MAX_ENTRIES);
  const derived = await derivedFrom(services, feed, key);
  const completed = record === null ? [] : await completedFrom(services, feed, record);
  const origin = record && entries.length === 0 ? await originEntry(services, feed, record) : null;
  const revisions = await readRevisions(services.db, feed, key);
  return {
    module: feed.module,
    id: key,
    record: record && toJsonRecord(feed, record),
    entries: entries.map(withoutId),
    completed,
    rules: rulesOf(services, feed, entries, derived),
    derived,
    origin,
    revisions: revisions.map((event) => revisionOf(feed, event)),
  };
}

const withoutId = ({ id: _, ...entry }: StoredEntry): TracedEntry => entry;

const rowsOf = (services: Services, feed: Feed, keys: readonly string[]) =>
  services.feeds.byKeys(feed, keys, { ...fullView(services.clock.now()), replaced: true });

async function find(services: Services, id: string, module: string | null) {
  const feeds = module === null ? allFeeds : allFeeds.filter((feed) => feed.module === module);
  if (feeds.length === 0)
    throw new Error(
      `there is no module "${module}"; modules are ${allFeeds.map((feed) => feed.module).join(', ')}`,
    );
  const global = decodeGlobalId(id);
  const named = global && allFeeds.find(({ type }) => type === global.type);
  if (global && named && (module === null || named.module === module))
    return { feed: named, key: global.key };
  const found = await Promise.all(
    feeds.map(async (feed) => ({ feed, isThere: await isKnown(services, feed, id) })),
  );
  const there = found.filter(({ isThere }) => isThere).map(({ feed }) => feed);
  const [feed, ...others] = there;
  if (feed === undefined)
    throw new Error(
      `no record ${module === null ? 'of any module' : `of ${module}`} has or had the id "${id}"`,
    );
  if (others.length > 0)
    throw new Error(
      `the id "${id}" is in ${there.map((one) => one.module).join(', ')}; say which with --module`,
    );
  return { feed, key: id };
}

/** Whether it is stored, or was: what is gone is told by its entries and the log. */
async function isKnown(services: Services, feed: Feed, key: string): Promise<boolean> {
  if ((await rowsOf(services, feed, [key])).length > 0) return true;
  const [head] = await services.provenance.heads([{ kind: 'record', subject: feed.module, key }]);
  return head !== null || (await readRevisions(services.db, feed, key)).length > 0;
}

async function derivedFrom(services: Services, feed: Feed, key: string): Promise<Trace['derived']> {
  const engines = services.engines.filter((engine) => engine.feed === feed);
  const groups = await services.inputs.groupsOf(
    engines.map(({ name }) => name),
    key,
  );
  const reader = inputReader(services);
  return Promise.all(
    groups.map(async ({ engine: name, group }) => {
      const engine = engines.find((one) => one.name === name);
      if (engine === undefined) throw new Error(`there is no engine ${name}`);
      const made = await inputsOf(engine, group, reader);
      const heads = await services.provenance.heads(made.inputs.map(tracedOf));
      return { ...made, inputs: made.inputs.map((input, index) => withHead(input, heads[index] ?? null)) };
    }),
  );
}

const withHead = (input: SeriesRead, head: EntryHead | null): TracedSeries => ({
  ...input,
  provider: head?.provider ?? null,
  place: head?.place ?? null,
});

function tracedOf({ kind, series, to }: SeriesRead): Traced {
  return kind.startsWith('record:')
    ? { kind: 'record', subject: kind.slice('record:'.length), key: series }
    : { kind: 'input', subject: kind, series, key: to ?? '' };
}

async function originEntry(services: Services, feed: Feed, record: AnyRecord): Promise<TracedEntry | null> {
  const origin = originsOf(services.engines)(feed, record)?.traced;
  if (origin === undefined) return null;
  const target = origin.kind === 'newest input' ? await newestOf(services, origin) : origin;
  const [entries = []] = target === null ? [] : await services.captures.entriesOf([target], 1);
  const [entry] = entries;
  return entry ? withoutId(entry) : null;
}

async function newestOf(
  { inputs }: Services,
  { subject, series }: Extract<Traced, { readonly kind: 'newest input' }>,
): Promise<Target | null> {
  const newest = await inputs.earlier(subject, series, '\u{10FFFF}');
  return newest && { kind: 'input', subject, series, key: newest.key };
}

function rulesOf(
  services: Services,
  feed: Feed,
  entries: readonly StoredEntry[],
  derived: Trace['derived'],
): readonly string[] {
  const readers = new Set(entries.map(({ parser, version }) => `read by ${parser}, version ${version}`));
  const module = registry.find((one) => one.feed === feed);
  const completed = completions
    .filter((completion) => completion.feed === feed)
    .map(({ references }) => `completed from the references ${references.join(', ')}`);
  return [
    ...readers,
    ...(entries.length > 0 ? completed : []),
    ...(module?.derive && entries.length > 0
      ? [`known from and what follows from its fields: the rules of ${feed.module}`]
      : []),
    ...(module?.merge && entries.length > 0 ? ['made of all entries together, the oldest first'] : []),
    ...derived.map(
      ({ engine, version, group }) =>
        `made by the engine ${engine}, version ${version}, of the group ${group}`,
    ),
    ...services.engines
      .filter((engine) => engine.feed === feed && engine.updatesSent)
      .map(({ name }) => `followed by the engine ${name} while it is open`),
  ];
}

function revisionOf(feed: Feed, { at, before, after }: FeedEvent): Revision {
  const kind = before === null ? 'created' : after === null ? 'removed' : 'updated';
  const changed: Record<string, readonly [unknown, unknown]> = {};
  if (before !== null && after !== null) {
    for (const leaf of publicLeaves(feed)) {
      const [one, other] = [toJson(valueAt(before, leaf)), toJson(valueAt(after, leaf))];
      if (JSON.stringify(one) !== JSON.stringify(other)) changed[leaf.name] = [one, other];
    }
  }
  return { at, kind, changed };
}
