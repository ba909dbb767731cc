import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import type { ImportReport } from '../../src/sources/import-run.ts';
import { formats } from '../../src/sources/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

interface Expected {
  readonly format: string;
  readonly path: string;
  readonly read: number;
  readonly created?: number;
  readonly rejected?: number;
  readonly skipped?: number;
  readonly references?: number;
  readonly inputs?: number;
}

/** Every congress and insider file of the samples with what must come of it. */
const IMPORTS = [
  {
    format: 'house-transactions',
    path: 'congress/capitol-watch/house_transactions.json',
    read: 8051,
    created: 8050,
    rejected: 1,
  },
  {
    format: 'senate-transactions',
    path: 'congress/capitol-watch/senate_transactions.json',
    read: 1799,
    created: 1797,
    rejected: 2,
  },
  {
    format: 'senate-transactions',
    path: 'congress/senate-stock-watcher/all_transactions.json',
    read: 5231,
    created: 4907,
    rejected: 324,
  },
  {
    format: 'house-clerk-fd',
    path: 'congress/house-clerk-fd/2024FD.xml',
    read: 1018,
    references: 229,
    skipped: 789,
  },
  {
    format: 'legislators',
    path: 'congress/congress-legislators/legislators-current.yaml.gz',
    read: 537,
    references: 537,
  },
  {
    format: 'sectors',
    path: 'congress/sector-lookup/sp500_companies.sectors.csv',
    read: 503,
    references: 503,
  },
  { format: 'sec-ownership', path: 'insider/sec-ownership', read: 109, created: 71, inputs: 37, skipped: 1 },
  {
    format: 'sec-tsv',
    path: 'insider/sec-form345-dataset-2024q3',
    read: 6354,
    created: 3989,
    rejected: 1,
    inputs: 1788,
    skipped: 576,
  },
] as const satisfies readonly Expected[];

/** Thousands of records each. */
const SLOW = { timeout: 600_000 };

describeWithSharedData('import of all congress and insider samples', '.', (folder) => {
  let forth: TestApp;
  let back: TestApp;
  beforeAll(async () => {
    [forth, back] = await Promise.all([startApp(), startApp()]);
  });
  afterAll(() => Promise.all([forth.stop(), back.stop()]));

  const importInto = (app: TestApp, { format: name, path }: Expected): Promise<ImportReport> => {
    const format = formats.find((one) => one.name === name);
    if (!format) throw new Error(`no format ${name}`);
    const full = join(folder, path);
    const files =
      name === 'sec-ownership'
        ? readdirSync(full)
            .sort()
            .map((file) => join(full, file))
        : [full];
    const options = { filedAt: new Date('2025-08-25T00:00:00Z') };
    return runFormat(app.services, format, files, {
      ...options,
      reject: async () => undefined,
      onProgress: () => undefined,
    });
  };
  const sum = (counts: Readonly<Record<string, number>>) =>
    Object.values(counts).reduce((total, count) => total + count, 0);

  it('reads, imports and rejects these numbers', SLOW, async () => {
    for (const expected of IMPORTS) {
      const report = await importInto(forth, expected);
      const {
        created = 0,
        rejected = 0,
        skipped = 0,
        references = 0,
        inputs = 0,
      } = expected as { readonly [count: string]: number | string } as { readonly [count: string]: number };
      expect(
        {
          read: report.read,
          created: report.created,
          rejected: sum(report.rejected),
          skipped: sum(report.skipped),
          references: report.references,
          inputs: report.inputs,
        },
        expected.path,
      ).toEqual({ read: expected.read, created, rejected, skipped, references, inputs });
      expect(report.read).toBe(
        report.created + sum(report.rejected) + sum(report.skipped) + report.references + report.inputs,
      );
    }
  });

  it('changes nothing the second time', SLOW, async () => {
    for (const again of IMPORTS) {
      const report = await importInto(forth, again);
      expect(report, again.path).toMatchObject({
        created: 0,
        updated: 0,
        superseded: 0,
        changedReferences: 0,
        changedInputs: 0,
        completed: 0,
      });
    }
  });

  it('makes the same store in the opposite order', SLOW, async () => {
    for (const one of [...IMPORTS].reverse()) await importInto(back, one);
    for (const path of [
      '/api/v1/congress',
      '/api/v1/insider',
      '/api/v1/insider-alpha/filings',
      '/api/v1/insider-alpha/insiders',
    ]) {
      for (const page of [0, 3, 20]) {
        const [one, other] = await Promise.all(
          [forth, back].map((app) => app.get(`${path}?page_size=100&page=${page}`)),
        );
        expect(await other?.json(), `${path} page ${page}`).toEqual(await one?.json());
      }
    }
  });

  it('serves a trade and a filing as their sources have them', async () => {
    const trades = await forth.get(
      '/api/v1/congress?ticker=APTV&politician_name=john%20boozman&transaction_date=2026-07-09',
    );
    const { trades: found } = (await trades.json()) as { trades: object[] };
    expect(found[0]).toMatchObject({
      politician_name: 'John Boozman',
      party: 'R',
      chamber: 'senate',
      state: 'AR',
      asset_name: 'Aptiv PLC Ordinary Shares',
      ticker: 'APTV',
      asset_type: 'Stock',
      transaction_type: 'Purchase',
      owner: 'Joint',
      transaction_date: '2026-07-09T00:00:00',
      filing_date: '2026-08-17T00:00:00',
      is_tradable: true,
    });
    const filings = await forth.get(
      '/api/v1/insider-alpha/filings?ticker=nzf&transaction_type=P&sort_by=value',
    );
    const body = (await filings.json()) as {
      filings: { value: number; insider_name: string }[];
      total: number;
    };
    expect(body.total).toBe(4);
    expect(body.filings.map((filing) => filing.insider_name)).toEqual(
      Array(4).fill('BANK OF AMERICA CORP /DE/'),
    );
    expect(body.filings.some((filing) => filing.value === 16531.9)).toBe(true);
  });
});
