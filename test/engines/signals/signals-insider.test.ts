import { describe, expect, it } from 'vitest';
import { recordKind } from '../../../src/engines/engine.ts';
import { insiderSignals, signalOfFiling } from '../../../src/engines/signals/signals-insider.ts';
import { type InsiderFiling, insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { type Signal, signals } from '../../../src/feeds/trade-feed/feed.ts';
import { NO_EXECUTION } from '../../../src/feeds/trade-feed/no-execution.ts';
import { createMemoryInputs } from '../signal-inputs.ts';

const nothing = Object.fromEntries(insiderFilings.leaves.map(({ name }) => [name, null]));

const filing = (over: Partial<InsiderFiling> = {}): InsiderFiling => ({
  ...(nothing as { [Name in keyof InsiderFiling]: null }), // one of each field
  id: '0001-24-000001-1',
  ticker: 'BAC',
  company_name: 'BANK OF AMERICA CORP',
  insider_name: 'SMITH JOHN',
  insider_title: 'CFO',
  is_director: false,
  is_ten_percent: false,
  transaction_code: 'P',
  transaction_type: 'Open market purchase',
  transaction_direction: 'buy',
  shares: 40_000,
  value: 1_000_000,
  filing_date: new Date('2025-08-19T00:00:00Z'),
  trade_date: new Date('2025-08-18T00:00:00Z'),
  known_from: new Date('2025-08-19T20:30:00Z'),
  known_precision: 'EXACT',
  insider_slug: 'smith-john',
  accession: '0001-24-000001',
  form: '4',
  ...over,
});

describe('signals of insider filings', () => {
  it('are open-market purchases, available with their filing', () => {
    expect(signalOfFiling(filing())).toEqual({
      id: 'insider-0001-24-000001-1',
      source: 'insider',
      source_detail: '0001-24-000001-1',
      symbol: 'BAC',
      direction: 'LONG',
      entry_price: 25,
      current_price: null,
      status: 'OPEN',
      pnl_pct: null,
      signal_strength: 75,
      asset_type: 'stock',
      timeframe: null,
      notes: 'Insider purchase: SMITH JOHN (CFO)',
      timestamp: new Date('2025-08-19T20:30:00Z'),
      known_from: new Date('2025-08-19T20:30:00Z'),
      known_precision: 'EXACT',
      available_at: new Date('2025-08-19T20:30:00Z'),
      superseded_at: null,
      trade: null,
      execution: NO_EXECUTION,
    });
  });

  it.each<[string, Partial<InsiderFiling>]>([
    ['a sale', { transaction_direction: 'sell' }],
    ['a grant', { transaction_direction: 'other' }],
    ['a small purchase', { value: 99_999.99 }],
    ['a purchase without price', { value: null }],
    ['an issuer that is not listed', { ticker: null }],
  ])('none for %s', (_, over) => {
    expect(signalOfFiling(filing(over))).toBeNull();
  });

  it.each([
    [100_000, 50],
    [10_000_000, 100],
    [1e12, 100],
  ])('%d USD have strength %d', (value, strength) => {
    expect(signalOfFiling(filing({ value }))?.signal_strength).toBeCloseTo(strength, 10);
  });

  it('appear with a filing, and end when an amendment replaces it', async () => {
    const store = createMemoryInputs();
    const touched = [{ kind: recordKind(insiderFilings), series: filing().id }];
    const run = async (record: InsiderFiling) => {
      store.putRecord(insiderFilings, record);
      await store.run([insiderSignals], touched);
      return store.all<Signal>(signals).map(({ id, superseded_at }) => [id, superseded_at]);
    };
    const amendedAt = new Date('2025-09-01T00:00:00Z');
    expect(await run(filing())).toEqual([['insider-0001-24-000001-1', null]]);
    expect(await run(filing({ superseded_at: amendedAt }))).toEqual([
      ['insider-0001-24-000001-1', amendedAt],
    ]);
    expect(await run(filing())).toEqual([['insider-0001-24-000001-1', null]]);
    expect(await run(filing({ transaction_direction: 'sell' }))).toEqual([]);
    expect(store.groups.every((group) => group === 'signals-insider 0001-24-000001-1')).toBe(true);
  });
});
