import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { traceRecord } from '../../src/app/trace.ts';
import { describeTrace } from '../../src/cli/trace.ts';
import { formats } from '../../src/sources/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

interface Row {
  readonly ticker?: string;
  readonly source_url?: string;
}

/** A report that the Clerk's index of 2025 lists. */
const REPORT = '20026727';

describeWithSharedData('what other sources completed of a record', '.', (folder) => {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-trace-'));
  let app: TestApp;
  const load = async (name: string, file: string, at?: string) => {
    const format = formats.find((one) => one.name === name);
    if (!format) throw new Error(`no format ${name}`);
    const reporting = { reject: async () => undefined, onProgress: () => undefined };
    const options = { ...reporting, ...(at === undefined ? {} : { at: new Date(at) }) };
    await runFormat(app.services, format, [resolve(folder, file)], options);
  };
  beforeAll(async () => {
    app = await startApp({ CACHE_BYTES: '0' });
    // Of each file the rows in question alone.
    const some = async (name: string, file: string, isAsked: (row: Row) => boolean) => {
      const rows = JSON.parse(readFileSync(join(folder, file), 'utf8')) as readonly Row[];
      const path = join(dir, `${name}.json`);
      writeFileSync(path, JSON.stringify(rows.filter(isAsked)));
      await load(name, path);
    };
    const HOUSE = 'congress/capitol-watch/house_transactions.json';
    const SENATE = 'congress/senate-stock-watcher/all_transactions.json';
    await some('house-transactions', HOUSE, ({ source_url: url }) => url?.includes(REPORT) ?? false);
    await some('senate-transactions', SENATE, ({ ticker }) => ticker === 'FB');
    await load('house-clerk-fd', 'congress/house-clerk-fd/2025FD.xml.gz');
    await load('legislators', 'congress/congress-legislators/legislators-current.yaml.gz');
    await load('sectors', 'congress/sector-lookup/sp500_companies.sectors.csv');
    await load('nasdaq-trader', 'symbols/nasdaq-trader/otherlisted.txt.gz');
  }, 600_000);
  afterAll(async () => {
    await app.stop();
    rmSync(dir, { recursive: true });
  }, 600_000);

  it("is traced to the Clerk's index, the directory of members and the list of sectors", async () => {
    const answer = await app.get(`/api/v1/congress?document=${REPORT}&ticker=AZO`);
    const { trades } = (await answer.json()) as { trades: { id: string; filing_date: string }[] };
    const [trade = expect.unreachable(`no trade of report ${REPORT}`)] = trades;
    const day = trade.filing_date.slice(0, 10);
    const trace = await traceRecord(app.services, trade.id, 'congress');
    const of = (subject: string) => trace.completed.filter((one) => one.subject === subject);
    expect(of('house-ptr')).toMatchObject([
      {
        fields: ['filing_date', 'filing_type'],
        key: `${REPORT}/${day}`,
        entry: { source: 'house-clerk-fd' },
      },
    ]);
    expect(JSON.parse(of('house-ptr')[0]?.entry?.content ?? '')).toMatchObject({ DocID: REPORT });
    const [member] = of('legislators');
    expect(member).toMatchObject({ key: trace.record?.politician_id, entry: { source: 'legislators' } });
    expect(member?.fields).toContain('party');
    expect(of('sectors')).toMatchObject([{ fields: ['sector'], entry: { source: 'sectors' } }]);
    const text = describeTrace(trace);
    expect(text).toContain(`filing_date, filing_type from house-ptr ${REPORT}/${day}:`);
    expect(text).toContain('politician_id, politician_name, party, state from legislators');
  });

  it('is traced to the listings by which a symbol is joined', async () => {
    const { trades } = (await (await app.get('/api/v1/congress?ticker=FB&limit=1')).json()) as {
      trades: { id: string }[];
    };
    const [trade = expect.unreachable('no trade of FB')] = trades;
    const { completed } = await traceRecord(app.services, trade.id, 'congress');
    const [listing] = completed.filter(({ subject }) => subject === 'symbols');
    expect(listing).toMatchObject({
      key: expect.stringContaining('nasdaq-other:FB:'),
      entry: { source: 'nasdaq-trader' },
    });
    expect(listing?.fields).toContain('former_name');
  });
});
