import { relative } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { originsOf } from '../../src/app/origins.ts';
import type { Services } from '../../src/app/services.ts';
import { defaultOrder } from '../../src/feed/query.ts';
import { outperformers } from '../../src/feeds/aoe/feed.ts';
import { allFeeds, registry } from '../../src/feeds/index.ts';
import { reversals } from '../../src/feeds/mre/feed.ts';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { rederive } from '../../src/ingestion/rederive/rederive.ts';
import type { Format, Item } from '../../src/sources/format.ts';
import type { ImportReport } from '../../src/sources/import-run.ts';
import { formats } from '../../src/sources/index.ts';
import { nullCounts, nullRows } from '../support/null-rates.ts';
import { sampleFiles, sampleOptions } from '../support/sample-files.ts';
import { NOT_IMPORTED, SAMPLES, type SampleSet } from '../support/samples.ts';
import { samplesPage, tallyFile } from '../support/samples-page.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { earlierVersion } from './rederive/earlier-version.ts';
import { contentOf, importSet, openWholeStore, outcomesOf, shuffled } from './rederive/whole-store.ts';
import { untraced } from './untraced.ts';

type Counts = Readonly<Record<string, number>>;
type Store = Awaited<ReturnType<typeof openWholeStore>>;

const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, n) => sum + n, 0);

const SETS = SAMPLES.map((set) => {
  const format = formats.find(({ name }) => name === set.format);
  if (!format) throw new Error(`no format ${set.format}`);
  return { set, format, name: `${set.format} of ${set.files[0]}` };
});

/**
 * All of it is imported three times, which takes minutes: whatever looks at a whole store is in this file. An hour for each test
 * ends one that hangs; how long they take is no matter of theirs.
 */
describeWithSharedData('all samples of real providers', '.', (folder) => {
  let now = Date.parse('2026-11-24T00:00:00Z');
  const clock = { now: () => new Date(now) };
  /** In the order of the list. */
  let store: Store;
  /** In an order by chance. */
  let other: Store;
  /** In an order by chance, by parsers that knew less. */
  let earlier: Store;
  const reports = new Map<SampleSet, ImportReport>();

  beforeAll(async () => {
    [store, other, earlier] = [
      await openWholeStore(clock),
      await openWholeStore(clock),
      await openWholeStore(clock),
    ];
    const importAll = async (services: Services, read: (format: Format) => Format) => {
      for (const { set, format } of shuffled(SETS)) await importSet(services, folder, set, read(format));
    };
    await Promise.all([
      importAdding((format) => format),
      importAll(other, (format) => format),
      importAll(earlier, (format) => (format.parsers ? earlierVersion(format) : format)),
    ]);
  }, 3_600_000);
  afterAll(async () => {
    for (const one of [store, other, earlier]) await one[Symbol.asyncDispose]();
  });

  /** Imports all sets in order; what each report counts is read, and is what the captures of that import counted. */
  async function importAdding(read: (format: Format) => Format): Promise<void> {
    for (const { set, format, name } of SETS) {
      const before = await lastCapture();
      const report = await importSet(store, folder, set, read(format));
      reports.set(set, report);
      expect(report.read, name).toBeGreaterThan(0);
      expect(sumOf(reported(report)), name).toBe(report.read);
      expect(await storedSince(before), name).toEqual(reported(report));
    }
  }
  const reported = (report: ImportReport): Counts => ({
    record: report.created + report.updated + report.unchanged,
    reference: report.references,
    input: report.inputs,
    skipped: sumOf(report.skipped),
    rejected: sumOf(report.rejected),
  });
  const lastCapture = async (): Promise<bigint> => {
    const [row] = await store.db.run(sql<{ id: bigint }>`SELECT coalesce(max(id), 0) AS id FROM capture`);
    return row?.id ?? expect.unreachable();
  };
  /** By what became of them: the entries of captures after the one with this number. */
  const storedSince = async (capture: bigint): Promise<Counts> => {
    const rows = await store.db.run(sql<{ kind: string; n: bigint }>`
      SELECT kind, sum(n::bigint)::bigint AS n FROM capture CROSS JOIN LATERAL jsonb_each_text(outcomes) AS o(kind, n)
      WHERE capture.id > ${capture} GROUP BY kind`);
    const counted = Object.fromEntries(rows.map(({ kind, n }) => [kind, Number(n)]));
    return { record: 0, reference: 0, input: 0, skipped: 0, rejected: 0, ...counted };
  };
  const heads = () => store.feeds.heads(allFeeds);

  it('fill every module', async () => {
    for (const { set, name } of SETS) {
      const { created, unchanged, references, inputs } = reports.get(set) ?? expect.unreachable();
      expect(created + unchanged + references + inputs, name).toBeGreaterThan(0);
    }
    const content = await contentOf(store);
    for (const { feed } of registry) expect(content[feed.table]?.length, feed.module).toBeGreaterThan(0);
  });

  it('came to what docs/samples.md says, file by file', async () => {
    const sets = await Promise.all(
      SETS.map(async ({ set, format }) => {
        const files = sampleFiles(folder, set).map((file) =>
          tallyFile(format, relative(folder, file), file, sampleOptions(set)),
        );
        return { set, files: await Promise.all(files), report: reports.get(set) ?? expect.unreachable() };
      }),
    );
    for (const { set, files, report } of sets) {
      const sum = (count: (file: (typeof files)[number]) => number) =>
        files.reduce((total, file) => total + count(file), 0);
      const read = sum((file) => file.read);
      expect(read, set.format).toBe(report.read);
      const records = sum(({ produced }) => produced.record ?? 0);
      expect(records).toBe(report.created + report.updated + report.unchanged);
      for (const outcome of ['rejected', 'skipped'] as const) {
        const reasons = new Set(files.flatMap((file) => Object.keys(file[outcome])));
        const sums = [...reasons].map((reason) => [reason, sum((file) => file[outcome][reason] ?? 0)]);
        expect(Object.fromEntries(sums), `${set.format} ${outcome}`).toEqual(report[outcome]);
      }
    }
    const page = samplesPage(sets, NOT_IMPORTED, await nullCounts(store));
    await expect(page).toMatchFileSnapshot('../../docs/samples.md');
  }, 3_600_000);

  it('have no field without a value and without a reason why', async () => {
    const rows = nullRows(await nullCounts(store));
    expect(rows.filter(([, , , share, why]) => share !== '0 %' && why === '')).toEqual([]);
  });

  it('have a native entry for each record and input, or for what a record is made of', async () => {
    const isKept = formats.every((format) => format.parsers);
    const { records, inputs } = await store.rereads.withoutEntry([]);
    expect(inputs).toEqual({});
    expect(Object.keys(records)).toEqual(isKept ? [] : ['insider']);
    const origins = originsOf(store.engines);
    for (const feed of [outperformers, reversals, predictionMarkets, strategies, signals]) {
      const query = { order: defaultOrder(feed), limit: 20_000 };
      const { rows } = await store.feeds.page(feed, query, EVERYTHING);
      const traced = rows
        .flatMap((row) => origins(feed, row)?.traced ?? [])
        .filter(({ kind }) => isKept || kind !== 'record');
      expect(traced.length, feed.module).toBeGreaterThan(0);
      const found = await store.provenance.heads(traced);
      expect(
        found.filter((head) => head === null),
        feed.module,
      ).toEqual([]);
    }
  }, 3_600_000);

  it('give the same store in any order', async () => {
    const [one, another] = [await contentOf(store), await contentOf(other)];
    for (const table of Object.keys(one)) expect(differing(one[table], another[table]), table).toEqual([]);
    expect(differing(await outcomesOf(store), await outcomesOf(other))).toEqual([]);
  }, 3_600_000);

  it('give the same store when what earlier parsers read is read again', async () => {
    const report = await rederive(earlier);
    expect(report.cannotRedo.captures).toEqual([]);
    for (const { created } of [report.records, report.inputs, report.references])
      expect(created).toBeGreaterThan(0);
    for (const { updated } of [report.records, report.inputs]) expect(updated).toBeGreaterThan(0);
    const [one, anew] = [await contentOf(earlier), await contentOf(store)];
    for (const table of Object.keys(anew)) expect(differing(one[table], anew[table]), table).toEqual([]);
    expect(differing(await outcomesOf(earlier), await outcomesOf(store))).toEqual([]);
  }, 3_600_000);

  it('change no row and emit no event when they are imported again', async () => {
    const before = await heads();
    now += 60_000;
    await importAdding((format) => format);
    for (const { set, name } of SETS) {
      const { created, updated, changedInputs, changedReferences } = reports.get(set) ?? expect.unreachable();
      const changes = { created, updated, changedInputs, changedReferences };
      expect(changes, name).toEqual({ created: 0, updated: 0, changedInputs: 0, changedReferences: 0 });
    }
    expect(await heads()).toEqual(before);
    expect(await untraced(store)).toEqual([]);
  }, 3_600_000);

  it('add up when they are changed, and lead from everything that is stored', async () => {
    now += 60_000;
    await importAdding((format) => ({
      ...format,
      read: (files, options) => changed(format.read(files, options)),
    }));
    expect(await untraced(store)).toEqual([]);
  }, 3_600_000);
});

const EVERYTHING = { from: null, until: null, now: new Date(), replaced: true, stale: true } as const;

/** The first rows that one side alone has. */
function differing(one: readonly string[] = [], other: readonly string[] = []): readonly string[] {
  const [a, b] = [new Set(one), new Set(other)];
  const lines = [...a.difference(b)].map((row) => `- ${row}`);
  return [...lines.slice(0, 4), ...[...b.difference(a)].map((row) => `+ ${row}`).slice(0, 4)];
}

/** Of each three entries the first is written otherwise, and the last is gone. */
async function* changed(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  let count = 0;
  for await (const item of items) {
    if (item.kind === 'entry') count += 1;
    const isGone = item.kind !== 'capture' && count > 0 && count % 3 === 0;
    if (isGone) continue;
    yield item.kind === 'entry' && count % 3 === 1 ? { ...item, content: `${item.content} ` } : item;
  }
}
