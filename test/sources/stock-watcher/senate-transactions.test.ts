import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { UNRECONCILED } from '../../../src/feeds/congress/reconciled-fields.ts';
import { senateTransactions } from '../../../src/sources/stock-watcher/senate-transactions.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { type Reading, readAll, senate, tempFile } from '../congress/reading.ts';

describeWithSharedData(
  'Senate transactions of capitol-watch',
  'congress/capitol-watch/senate_transactions.json',
  (file) => {
    let reading: Reading;
    beforeAll(async () => {
      reading = await readAll(senateTransactions, file);
    });

    it('become records unless the filer is not named', () => {
      expect(JSON.stringify(reading.rejections[0]?.raw)).toContain('"senator":"Former Senator"');
      expect(reading.counts).toEqual({
        record: 1797,
        'rejected: no politician named': 2,
        'noted: ticker is not one': 1,
      });
      expect(new Set(reading.trades.map((trade) => trade.id)).size).toBe(1797);
      expect(reading.trades.filter((trade) => trade.ticker !== null)).toHaveLength(1328);
      expect(reading.trades.filter((trade) => trade.is_tradable)).toHaveLength(1312);
    });

    it('are mapped field by field', () => {
      expect(reading.trades[0]).toEqual({
        id: 'senate-a4639e7b0dcc43a59254bd09',
        politician_name: 'John Boozman',
        politician_id: null,
        party: null,
        chamber: 'senate',
        state: null,
        asset_name: 'Aptiv PLC Ordinary Shares',
        ticker: 'APTV',
        asset_type: 'Stock',
        sector: null,
        direction: 'BUY',
        transaction_type: 'Purchase',
        owner: 'Joint',
        transaction_date: '2026-07-09T00:00:00',
        filing_date: '2026-08-17T00:00:00',
        is_tradable: true,
        filer: 'Boozman, John',
        district: null,
        notification_date: null,
        amount_low: 1001,
        amount_high: 15000,
        amount_currency: 'USD',
        amount_capped: false,
        comment: null,
        capital_gains_over_200: null,
        document: '4184cc9a-78e0-45f3-84f7-642011e6ff98',
        document_url: 'https://efdsearch.senate.gov/search/view/ptr/4184cc9a-78e0-45f3-84f7-642011e6ff98/',
        filing_type: null,
        traded_on: '2026-07-09T00:00:00',
        notified_on: null,
        origin: 'senate-transactions',
        committees: null,
        report_due: null,
        asset_symbol: null,
        filed_symbol: null,
        former_name: null,
        days_to_disclosure: null,
        first_seen: null,
        line: 1,
        ...UNRECONCILED,
      });
    });

    it('turn the names around', () => {
      const names = new Map(reading.trades.map((trade) => [trade.filer, trade.politician_name]));
      expect(names.size).toBe(32);
      expect(names.get('McConnell, A. Mitchell Jr.')).toBe('A. Mitchell McConnell Jr.');
      expect(names.get('Justice II, James Conley')).toBe('James Conley Justice II');
      expect(names.get('Capito, Shelley Moore')).toBe('Shelley Moore Capito');
      expect([...names.values()].filter((name) => name.includes(','))).toEqual([]);
    });

    it('have the ticker that only the description names', () => {
      const trade = reading.trades.find(
        (one) => one.asset_name === 'Recruit Holdings Co Ltd Unsponsored ADR (RCRUY)',
      );
      expect(trade).toMatchObject({ ticker: 'RCRUY', is_tradable: true });
    });

    it('have no ticker where two are glued', () => {
      const trade = reading.trades.find((one) => one.asset_name?.startsWith('BERY - Berry'));
      expect(trade).toMatchObject({ ticker: null, transaction_type: 'Exchange', is_tradable: false });
    });
  },
);

describeWithSharedData(
  'Senate transactions of senate-stock-watcher',
  'congress/senate-stock-watcher/all_transactions.json',
  (file) => {
    let reading: Reading;
    let raw: readonly Record<string, string>[];
    beforeAll(async () => {
      reading = await readAll(senateTransactions, file);
      raw = JSON.parse(await readFile(file, 'utf8'));
    });

    it('become records, but not the scans that name no trade', () => {
      expect(raw).toHaveLength(5231);
      expect(reading.counts).toEqual({ record: 4907, 'rejected: paper filing, names no trade': 324 });
      expect(new Set(reading.trades.map((trade) => trade.id)).size).toBe(4907);
      expect(reading.trades.every((trade) => trade.filing_date === null)).toBe(true);
      expect(reading.trades.filter((trade) => trade.ticker !== null)).toHaveLength(4001);
    });

    it('are free of HTML', () => {
      expect(reading.trades.filter((trade) => /<\/?[a-z]|&\w+;/i.test(trade.asset_name ?? ''))).toEqual([]);
      const names = reading.trades.map((trade) => trade.asset_name);
      expect(
        raw.filter((row) => row.asset_description === 'Wells Fargo &amp; Company').length,
      ).toBeGreaterThan(0);
      expect(names).toContain('Wells Fargo & Company');
      expect(names).toContain('XEROX CORP Rate/Coupon: 4.5% Matures: 05/15/21');
      expect(names).toContain('More Company: More (Ebene, Muritius (India)) Description: Grocery Chain');
    });

    it('are mapped field by field', () => {
      expect(reading.trades[0]).toMatchObject({
        politician_name: 'Pat Roberts',
        asset_name: 'The Boeing Company',
        ticker: 'BA',
        asset_type: 'Stock',
        transaction_type: 'Purchase',
        owner: 'Spouse',
        transaction_date: '2020-11-16T00:00:00',
        filing_date: null,
        comment: 'R',
        amount_low: 15001,
        amount_high: 50000,
        document: 'b7e581e7-f154-4dc7-890d-1c827c88ba7a',
      });
    });

    it('have the kind that their name tells where it is not stated', () => {
      const untyped = raw.filter((row) => row.asset_type === '').length;
      expect(untyped).toBe(538);
      expect(reading.trades.filter((trade) => trade.asset_type === null)).toHaveLength(474);
    });

    it('are not tradable by the stock of the issuer of a bond or behind an option', () => {
      const kinds = ['Corporate Bond', 'Stock Option'];
      const others = reading.trades.filter((trade) => kinds.includes(trade.asset_type ?? ''));
      expect(others.filter((trade) => trade.ticker !== null)).toHaveLength(3 + 21);
      expect(others.some((trade) => trade.is_tradable)).toBe(false);
    });

    it('keep what their filers say of them', () => {
      expect(reading.trades.filter((trade) => trade.comment !== null)).toHaveLength(468);
      expect(
        reading.trades.some((trade) => trade.comment === 'Obligation to purchase stock of DD for $40'),
      ).toBe(true);
    });
  },
);

describe('senateTransactions', () => {
  it('reads tickers behind an anchor', async () => {
    const anchor = '<a href="https://finance.yahoo.com/quote/BRK.B" target="_blank">BRK.B</a>';
    const rows = [senate({ ticker: anchor }), senate({ ticker: '<a href="#">see comment</a>' })];
    const reading = await readAll(senateTransactions, await tempFile('s.json', JSON.stringify(rows)));
    expect(reading.trades.map((trade) => trade.ticker)).toEqual(['BRK.B', null]);
    expect(reading.counts).toEqual({ record: 2, 'noted: ticker is not one': 1 });
  });

  it('blames the trade when it is later than the day the chamber stamped', async () => {
    const rows = [senate({ transaction_date: '08/18/2026' })];
    const reading = await readAll(senateTransactions, await tempFile('s.json', JSON.stringify(rows)));
    expect(reading.rejections[0]).toMatchObject({
      field: 'transaction_date',
      reason: 'trade dated after its disclosure',
    });
  });
});
