import { expect } from 'vitest';
import type { Services } from '../../src/app/services.ts';
import { type InsiderFiling, insiderFilings } from '../../src/feeds/insider/feed.ts';
import { importTarget } from '../../src/ingestion/import-target.ts';
import { importItems } from '../../src/sources/import-run.ts';
import { sampleRecords } from './records.ts';

const [SAMPLE] = sampleRecords(insiderFilings, 1);

/** A purchase of BAC as the one line of a form 4, filed and known at `at`; by default traded on 4 March 2026. */
export const purchaseFiling = (accession: string, at: string, over: Partial<InsiderFiling> = {}) => ({
  ...SAMPLE,
  id: `${accession}-nd1`,
  ticker: 'BAC',
  transaction_code: 'P',
  transaction_direction: 'buy',
  is_quoted: true,
  value: 1_000_000,
  shares: 40_000,
  accession,
  form: '4',
  filed_on: null,
  amends_filed_on: null,
  issuer_cik: '1',
  owner_cik: '7',
  reporting_owners: null,
  trade_date: new Date('2026-03-04T00:00:00Z'),
  filing_date: new Date(at),
  known_from: new Date(at),
  superseded_at: null,
  ...over,
});

/** Imports filings as a format does, without native entries. */
export async function importFilings(services: Services, ...records: readonly object[]) {
  async function* items() {
    for (const record of records) yield { kind: 'record', record: record as InsiderFiling } as const;
  }
  const target = importTarget(services, 'test', async () => expect.unreachable());
  return importItems({ feed: insiderFilings }, items(), { target, completions: [] });
}
