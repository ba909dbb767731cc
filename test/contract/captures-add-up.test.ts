import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { allFeeds } from '../../src/feeds/index.ts';
import type { Format, Item } from '../../src/sources/format.ts';
import type { ImportReport } from '../../src/sources/import-run.ts';
import { formats } from '../../src/sources/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { sampleFiles, sampleOptions } from '../support/sample-files.ts';
import { SAMPLES, type SampleSet } from '../support/samples.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

type Counts = Readonly<Record<string, number>>;
const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, n) => sum + n, 0);

it('has a sample of every format', () => {
  const missing = formats.filter(({ name }) => !SAMPLES.some(({ format }) => format === name));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

describeWithSharedData('native entries of all samples in one store', '.', (folder) => {
  let app: TestApp;
  let now = Date.parse('2026-11-01T00:00:00Z');
  beforeAll(async () => {
    app = await startApp({}, { clock: { now: () => new Date(now) } });
  });
  afterAll(() => app.stop());

  const run = (format: Format, set: SampleSet) => {
    now += 60_000;
    return runFormat(app.services, format, sampleFiles(folder, set), {
      reject: async () => undefined,
      onProgress: () => undefined,
      ...sampleOptions(set),
    });
  };

  /** By what became of them, as the captures of the last run counted. */
  const stored = async (): Promise<Counts> => {
    const rows = await app.services.db.run(sql<{ kind: string; n: bigint }>`
      SELECT kind, sum(n::bigint)::bigint AS n FROM capture CROSS JOIN LATERAL jsonb_each_text(outcomes) AS o(kind, n)
      WHERE run_at = ${new Date(now).toISOString()}::timestamptz GROUP BY kind`);
    const counted = Object.fromEntries(rows.map(({ kind, n }) => [kind, Number(n)]));
    return { record: 0, reference: 0, input: 0, skipped: 0, rejected: 0, ...counted };
  };
  const reported = (report: ImportReport): Counts => ({
    record: report.created + report.updated + report.unchanged,
    reference: report.references,
    input: report.inputs,
    skipped: sumOf(report.skipped),
    rejected: sumOf(report.rejected),
  });
  /** What is stored of a kind and is in no entry, and entries that became nothing. */
  const untraced = async () => {
    const isEntry = sql`SELECT FROM entry_outcome AS o WHERE hashtextextended(
        o.kind || ' ' || o.subject || ' ' || o.series || ' ' || o.key, 0)
        = hashtextextended(t.kind || ' ' || t.subject || ' ' || t.series || ' ' || t.key, 0)
      AND o.kind IN ('record', 'input', 'reference')
      AND (o.kind, o.subject, o.series, o.key) = (t.kind, t.subject, t.series, t.key)`;
    const records = allFeeds.map(
      ({ module, table, key }) => sql`
      SELECT 'record' AS kind, ${module}::text AS subject, '' AS series, ${sql.ref(key.name)} AS key FROM ${sql.table(table)}
      WHERE NOT EXISTS (SELECT FROM derived_key WHERE derived_key.key = ${sql.ref(key.name)})`,
    );
    const rows = await app.services.db.run(sql<{ kind: string; subject: string; n: bigint }>`
      WITH derived_key AS MATERIALIZED (SELECT DISTINCT jsonb_array_elements_text(keys) AS key FROM derived),
      t AS (
        SELECT 'input' AS kind, kind AS subject, series, key FROM input
        UNION ALL SELECT 'reference', kind, '', key FROM reference UNION ALL ${sql.join(records, sql` UNION ALL `)}),
      lost AS (
        SELECT kind, subject FROM t WHERE NOT EXISTS (${isEntry})
        UNION ALL SELECT 'entry', '' FROM entry AS e
        WHERE NOT EXISTS (SELECT FROM entry_outcome AS o WHERE o.entry = e.id))
      SELECT kind, subject, count(*) AS n FROM lost GROUP BY kind, subject ORDER BY kind, subject`);
    return rows.map(({ kind, subject, n }) => `${n} ${kind} ${subject}`);
  };

  const sets = SAMPLES.flatMap((set, index) => {
    const format = formats.find(({ name }) => name === set.format);
    return format ? [[`${set.format} of ${set.files[0]} (${index + 1})`, set, format] as const] : [];
  });

  describe.each(sets)('%s', (_name, set, format) => {
    it.each([
      ['for the first time', format],
      ['again', format],
      ['changed', { ...format, read: (files, options) => changed(format.read(files, options)) }],
    ] satisfies [string, Format][])('add up when read %s', { timeout: 240_000 }, async (_pass, read) => {
      const report = await run(read, set);
      expect(report.read).toBeGreaterThan(0);
      expect(sumOf(reported(report))).toBe(report.read);
      expect(await stored()).toEqual(reported(report));
    });
  });

  it('lead from everything that is stored', { timeout: 120_000 }, async () => {
    expect(await untraced()).toEqual([]);
  });
});

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
