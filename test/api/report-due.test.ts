import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { formats } from '../../src/sources/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

const SENATE = [
  'senate-transactions',
  'congress/capitol-watch/senate_transactions.json',
  'congress/senate-stock-watcher/all_transactions.json',
] as const;
const HOUSE = ['house-transactions', 'congress/capitol-watch/house_transactions.json'] as const;
const CLERK = ['house-clerk-fd', 'congress/house-clerk-fd/2025FD.xml.gz'] as const;

describeWithSharedData('reports of which no filing day is known', '.', (folder) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({}, { clock: { now: () => new Date('2026-11-24T00:00:00Z') } });
  }, 600_000);
  afterAll(() => app.stop(), 600_000);

  const load = ([name, ...files]: readonly string[]) => {
    const format = formats.find((one) => one.name === name) ?? expect.unreachable();
    const paths = files.map((file) => join(folder, file));
    return runFormat(app.services, format, paths, {
      reject: async () => undefined,
      onProgress: () => undefined,
    });
  };
  /** Reports whose trades are known from several moments, and trades that are known before another of their report took place. */
  const faults = async () => {
    const [row] = await app.services.db.run(sql<{ reports: bigint; early: bigint; several: bigint }>`
      WITH report AS (
        SELECT report, count(DISTINCT known_from) AS moments, max(transaction_date) AS last, count(DISTINCT transaction_date) AS days
        FROM congress_trades WHERE report IS NOT NULL AND filing_date IS NULL GROUP BY report)
      SELECT count(*) FILTER (WHERE moments > 1) AS reports, count(*) FILTER (WHERE days > 1) AS several,
        (SELECT count(*) FROM congress_trades JOIN report USING (report) WHERE known_from < last AT TIME ZONE 'UTC') AS early
      FROM report`);
    return row;
  };

  it('are known from one moment, after all of their trades, whatever is imported when', {
    timeout: 300_000,
  }, async () => {
    await load(SENATE);
    await load(HOUSE);
    const alone = await faults();
    expect(alone).toMatchObject({ reports: 0n, early: 0n });
    expect(Number(alone?.several)).toBeGreaterThan(100);
    await load(CLERK);
    expect(await faults()).toMatchObject({ reports: 0n, early: 0n });
    const { created, updated } = await load(HOUSE);
    expect([created, updated]).toEqual([0, 0]);
    // Of the report e221dafd…, whose last trade was on 19 June 2020, nothing was known in 2018.
    const toomey =
      '{ at(asOf: "2018-08-01T00:00:00Z") { congressTrades(filter: { document: { eq: "e221dafd-ffc8-4d07-856d-46d82f1d5b65" } }) { totalCount } } }';
    expect((await app.graphql(toomey)).data).toMatchObject({ at: { congressTrades: { totalCount: 0 } } });
  });
});
