import { readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { allFeeds, registry } from '../../src/feeds/index.ts';
import { SourceError } from '../../src/sources/format.ts';
import type { ImportReport } from '../../src/sources/import-run.ts';
import { formats } from '../../src/sources/index.ts';
import { SINCE } from '../ingestion/rederive/whole-store.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { nullCounts, nullRows } from '../support/null-rates.ts';
import { NOT_IMPORTED, SAMPLES, type SampleSet } from '../support/samples.ts';
import { samplesPage, tallyFile } from '../support/samples-page.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

/** Of files, as samples.ts gives them. */
const NAMES = [
  ...SAMPLES.flatMap(({ files }) => files),
  ...Object.values(NOT_IMPORTED).flatMap((files) => Object.keys(files)),
];

/** Captures that say no time are known from their import. */
const IMPORTED_AT = new Date('2026-11-24T00:00:00Z');

describeWithSharedData('all samples of real providers', '.', (folder) => {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const matching = (pattern: string) =>
    all.filter((path) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern));
  const bytesOf = (path: string) => statSync(join(folder, path)).size;
  const filesOf = (set: SampleSet) => set.files.flatMap(matching);

  let forth: TestApp;
  let back: TestApp;
  beforeAll(async () => {
    const clock = { now: () => IMPORTED_AT };
    [forth, back] = await Promise.all([startApp({}, { clock }), startApp({}, { clock })]);
  });
  afterAll(() => Promise.all([forth.stop(), back.stop()]));

  const formatOf = (set: SampleSet) => {
    const format = formats.find((one) => one.name === set.format);
    if (!format) throw new Error(`no format ${set.format}`);
    return format;
  };
  const optionsOf = ({ filedAt, wallet, at }: SampleSet) => ({
    ...(filedAt ? { filedAt: new Date(filedAt) } : {}),
    ...(wallet ? { wallet } : {}),
    ...(at ? { at: new Date(at) } : {}),
  });
  /** What is read by itself: the files, or their folder. */
  const pathsOf = (set: SampleSet): readonly string[] => {
    const paths = filesOf(set);
    return set.asFolder ? [dirname(paths[0] ?? '')] : paths;
  };
  const importInto = (app: TestApp, set: SampleSet): Promise<ImportReport> => {
    const files = pathsOf(set).map((path) => join(folder, path));
    return runFormat(app.services, formatOf(set), files, {
      ...optionsOf(set),
      reject: async () => undefined,
      onProgress: () => undefined,
    });
  };
  const sumOf = (counts: Readonly<Record<string, number>>) =>
    Object.values(counts).reduce((total, count) => total + count, 0);
  const expectWhole = (set: SampleSet, report: ImportReport) => {
    const { created, updated, unchanged, references, inputs, skipped, rejected } = report;
    const records = created + updated + unchanged;
    expect(
      records + references + inputs + sumOf(skipped) + sumOf(rejected),
      `${set.format} of ${set.files}`,
    ).toBe(report.read);
  };
  const heads = (app: TestApp) => app.services.feeds.heads(allFeeds);
  /** Every table of a feed as one number, whatever the order of its rows. */
  const contents = async (app: TestApp) => {
    const sums = registry.map(async ({ feed }) => {
      const rows = await app.services.db.run(sql<{ n: bigint; hash: string }>`
        SELECT count(*) AS n, coalesce(sum(hashtextextended((to_jsonb(t) - ${SINCE}::text[])::text, 0)::numeric), 0)::text AS hash
        FROM ${sql.table(feed.table)} AS t`);
      return [feed.module, rows[0]] as const;
    });
    return Object.fromEntries(await Promise.all(sums));
  };

  it('are each named once: as imported, as left out by decision, or as without a format yet', () => {
    expect(NAMES.flatMap(matching).toSorted()).toEqual(all);
  });

  it('holds a file for each name', () => {
    expect(NAMES.filter((name) => matching(name).length === 0)).toEqual([]);
  });

  it.each(Object.keys(NOT_IMPORTED['no format yet']))('no format reads %s yet', async (name) => {
    const options = { filedAt: new Date(0), at: new Date(0), wallet: `0x${'0'.repeat(40)}` };
    // The files of one name are of one kind.
    const [smallest = ''] = matching(name).toSorted((a, b) => bytesOf(a) - bytesOf(b));
    for (const format of formats) {
      const produced = await tallyFile(format, smallest, join(folder, smallest), options).then(
        (tally) => tally.produced,
        (error: unknown) => {
          if (error instanceof SourceError) return {};
          throw error;
        },
      );
      expect(produced, `${format.name} reads ${smallest}`).toEqual({});
    }
  });

  const reports = new Map<SampleSet, ImportReport>();
  it('fill every module', async () => {
    for (const set of SAMPLES) {
      const report = await importInto(forth, set);
      reports.set(set, report);
      expectWhole(set, report);
      const { created, unchanged, references, inputs } = report;
      expect(created + unchanged + references + inputs, `${set.format} of ${set.files}`).toBeGreaterThan(0);
    }
    for (const [module, content] of Object.entries(await contents(forth)))
      expect(Number(content?.n), module).toBeGreaterThan(0);
  }, 600_000);

  it('came to what docs/samples.md says, file by file', async () => {
    const sets = await Promise.all(
      SAMPLES.map(async (set) => {
        const files = pathsOf(set).map((path) =>
          tallyFile(formatOf(set), path, join(folder, path), optionsOf(set)),
        );
        const report = reports.get(set);
        if (!report) throw new Error(`${set.format} was not imported`);
        return { set, files: await Promise.all(files), report };
      }),
    );
    for (const { set, files, report } of sets) {
      const sum = (count: (file: (typeof files)[number]) => number) =>
        files.reduce((total, file) => total + count(file), 0);
      expect(
        sum(({ read }) => read),
        set.format,
      ).toBe(report.read);
      expect(sum(({ produced }) => produced.record ?? 0)).toBe(
        report.created + report.updated + report.unchanged,
      );
      for (const outcome of ['rejected', 'skipped'] as const) {
        const reasons = new Set(files.flatMap((file) => Object.keys(file[outcome])));
        const sums = [...reasons].map((reason) => [reason, sum((file) => file[outcome][reason] ?? 0)]);
        expect(Object.fromEntries(sums), `${set.format} ${outcome}`).toEqual(report[outcome]);
      }
    }
    const page = samplesPage(sets, NOT_IMPORTED, await nullCounts(forth.services));
    await expect(page).toMatchFileSnapshot('../../docs/samples.md');
  }, 600_000);

  it('have no party, state, ticker, sector or category without a reason why', async () => {
    const asked = ['party', 'state', 'ticker', 'sector', 'category_norm'];
    const rows = nullRows(await nullCounts(forth.services)).filter(([, field]) =>
      asked.includes(field ?? ''),
    );
    expect(rows.filter(([, , , now, why]) => now !== '0 %' && why === '')).toEqual([]);
  });

  it('change no row and emit no event when they are imported again', async () => {
    const before = await heads(forth);
    for (const set of SAMPLES) {
      const report = await importInto(forth, set);
      expectWhole(set, report);
      const { created, updated, changedInputs, changedReferences } = report;
      expect({ created, updated, changedInputs, changedReferences }, set.format).toEqual({
        created: 0,
        updated: 0,
        changedInputs: 0,
        changedReferences: 0,
      });
    }
    expect(await heads(forth)).toEqual(before);
  }, 600_000);

  it('give the same store in the opposite order', async () => {
    for (const set of [...SAMPLES].reverse()) await importInto(back, set);
    expect(await contents(back)).toEqual(await contents(forth));
  }, 600_000);
});
