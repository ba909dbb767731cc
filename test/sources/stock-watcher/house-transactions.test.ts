import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { UNRECONCILED } from '../../../src/feeds/congress/reconciled-fields.ts';
import { houseTransactions } from '../../../src/sources/stock-watcher/house-transactions.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { house, type Reading, readAll, tempFile } from '../congress/reading.ts';

describeWithSharedData(
  'House transactions of capitol-watch',
  'congress/capitol-watch/house_transactions.json',
  (file) => {
    let reading: Reading;
    let raw: readonly Record<string, string | null>[];
    beforeAll(async () => {
      reading = await readAll(houseTransactions, file);
      raw = JSON.parse(await readFile(file, 'utf8'));
    });
    const tradesOf = (document: string) => reading.trades.filter((trade) => trade.document === document);

    it('become records, all but one', () => {
      expect(raw).toHaveLength(8051);
      expect(reading.counts).toEqual({
        record: 8050,
        'rejected: trade dated after its disclosure': 1,
        'noted: disclosure dated before the STOCK Act': 18,
        'noted: disclosure dated before the trade': 12,
        'noted: disclosure date is not a date': 1,
        'noted: owner taken from the asset description': 699,
        'noted: asset name cannot be told from text of the row before': 5,
      });
      expect(new Set(reading.trades.map((trade) => trade.id)).size).toBe(8050);
      expect(reading.trades.filter((trade) => trade.notification_date === null)).toHaveLength(18 + 12 + 1);
    });

    it('are mapped field by field', () => {
      expect(reading.trades[0]).toEqual({
        id: 'house-5f509b8607da560de3b32fc4',
        politician_name: 'Mark Alford',
        politician_id: null,
        party: null,
        chamber: 'house',
        state: 'MO',
        asset_name: 'Amazon.com, Inc. - Common Stock',
        ticker: 'AMZN',
        asset_type: 'Stock',
        sector: null,
        direction: 'SELL',
        transaction_type: 'Sale (Partial)',
        owner: 'Self',
        transaction_date: '2026-03-16T00:00:00',
        filing_date: null,
        is_tradable: true,
        filer: 'Mark Alford',
        district: 'MO04',
        notification_date: '2026-03-16',
        amount_low: 1001,
        amount_high: 15000,
        amount_currency: 'USD',
        amount_capped: false,
        comment: null,
        capital_gains_over_200: null,
        document: '20034201',
        document_url: 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/20034201.pdf',
        filing_type: null,
        traded_on: '2026-03-16T00:00:00',
        notified_on: '2026-03-16T00:00:00',
        origin: 'house-transactions',
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

    it('keep what the source says of a notification in 1935, but not as the day of it', () => {
      const trades = tradesOf('20029038').filter((trade) => trade.notified_on === '1935-03-28T00:00:00');
      expect(trades).toHaveLength(18);
      expect(trades.every((trade) => trade.notification_date === null)).toBe(true);
      expect(trades[0]?.politician_name).toBe('Jefferson Shreve');
    });

    it('blame the notification where the year of filing allows the day of the trade', () => {
      const trade = tradesOf('20030977').find((one) => one.ticker === 'UHS');
      expect(trade).toMatchObject({
        transaction_date: '2025-10-23T00:00:00',
        notified_on: '2025-08-11T00:00:00',
        notification_date: null,
      });
    });

    it('reject the trade of 2035 with the entry as read', () => {
      expect(reading.rejections).toEqual([
        {
          kind: 'rejected',
          file,
          at: `record ${raw.findIndex((row) => row.transaction_date === '09/25/2035') + 1}`,
          field: 'transaction_date',
          reason: 'trade dated after its disclosure',
          raw: raw.find((row) => row.transaction_date === '09/25/2035'),
        },
      ]);
    });

    it('have the owner and the name that the parser of the PDFs glued together', () => {
      const index = raw.findIndex((row) => row.asset_description === 'F S: New DC STERIS plc');
      expect(raw[index]?.owner).toBe('Self');
      const id = reading.trades.find(
        (trade) => trade.asset_name === 'STERIS plc' && trade.owner === 'Child',
      )?.id;
      expect(id).toBeDefined();
      expect(reading.trades.filter((trade) => /^(?:F S: New|\$200\?)/.test(trade.asset_name ?? ''))).toEqual(
        [],
      );
    });

    it('have the asset alone as its name, cut out of the text of the row before', () => {
      const glued = reading.trades.filter((trade) =>
        /^(?:F S|S O|D|C): |^direction\. /.test(trade.asset_name ?? ''),
      );
      expect(glued).toEqual([]);
      expect(reading.trades.filter((trade) => trade.asset_name === null)).toHaveLength(5);
      const names = tradesOf('20030977').map((trade) => trade.asset_name);
      expect(names).toContain('The Walt Disney Company');
      expect(names).toContain('US Treasury Note 10/31/2026');
    });

    it('have the comment that stands in front of the next row', () => {
      // "Ticker RHM GR" stands in front of Roper Technologies, behind Rheinmetall.
      const rheinmetall = tradesOf('20034713').find((trade) => trade.comment === 'Ticker RHM GR');
      expect(rheinmetall?.asset_name).toBe('Rheinmetall Ag Ordinary Shares');
      expect(reading.trades.filter((trade) => trade.comment !== null)).toHaveLength(244);
    });

    it('are not tradable as the stock where they are options on it or bonds of its issuer', () => {
      const option = reading.trades.find((trade) => trade.comment?.startsWith('Call options; Strike price'));
      expect(option).toMatchObject({ ticker: 'MSFT', asset_type: 'Stock Option', is_tradable: false });
      const bond = reading.trades.find((trade) => trade.comment === 'Corporate Bond');
      expect(bond).toMatchObject({ asset_type: 'Bond', is_tradable: false });
    });

    it('have the bracket of their value, all of them', () => {
      expect(
        reading.trades.filter((trade) => trade.amount_low === null || trade.amount_high === null),
      ).toEqual([]);
    });

    it('have titles taken out of names and no other word', () => {
      const names = new Map(reading.trades.map((trade) => [trade.filer, trade.politician_name]));
      expect(names.size).toBe(114);
      expect([...names].filter(([filer, name]) => filer !== name)).toEqual([
        ['Neal Patrick MD, Facs Dunn', 'Neal Patrick Dunn'],
        ['Richard Dean Dr McCormick', 'Richard Dean McCormick'],
        ['John J Mr McGuire', 'John J McGuire'],
        ['Mark Dr Green', 'Mark Green'],
        ['Guy Mr Reschenthaler', 'Guy Reschenthaler'],
      ]);
    });

    it('take a ticker out of the description only where it is named as one', () => {
      const inside = reading.trades.filter(
        (trade, index) => trade.ticker !== null && rowOf(index)?.ticker === null,
      );
      expect(inside.map((trade) => trade.ticker).toSorted()).toEqual(
        ['AEPGX', 'AGTHX', 'AIVSX', 'CCLFX', 'CWGIX', 'DIA', 'OGVXX', 'SMCWX'].toSorted(),
      );
    });
    /** The row of a trade: the rejected one is missing among the trades. */
    const rowOf = (index: number) => raw.filter((row) => row.transaction_date !== '09/25/2035')[index];
  },
);

describe('houseTransactions', () => {
  const read = async (...rows: readonly unknown[]) =>
    readAll(houseTransactions, await tempFile('house.json', JSON.stringify(rows)));

  it('maps the owner codes of the form', async () => {
    const { trades, counts } = await read(
      house({ owner: 'Dependent Child' }),
      house({ owner: '--' }),
      house({ owner: 'Trust' }),
      house({ asset_description: 'S O: Fidelity IRA SP SAP SE ADS' }),
    );
    expect(trades.map((trade) => trade.owner)).toEqual(['Child', null, null, 'Spouse']);
    expect(trades[3]?.asset_name).toBe('SAP SE ADS');
    expect(counts).toEqual({
      record: 4,
      'noted: owner is not known': 1,
      'noted: owner taken from the asset description': 1,
    });
  });

  it('takes what is not stated as null', async () => {
    const { trades } = await read(
      house({ ticker: null, type: 'N/A', asset_description: ' ', disclosure_date: null, source_url: null }),
    );
    expect(trades[0]).toMatchObject({
      asset_name: null,
      ticker: null,
      transaction_type: null,
      notification_date: null,
      document: null,
      document_url: null,
      is_tradable: false,
    });
  });

  it('keeps the tick for capital gains where a file has it, and the comment of the next row of the report', async () => {
    const other = 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/20034202.pdf';
    const { trades } = await read(
      house({ cap_gains_over_200_usd: true }),
      house({ cap_gains_over_200_usd: false, asset_description: 'D: Dividend SP SAP SE ADS' }),
      house({ source_url: other, asset_description: 'D: Gift SP Visa Inc.' }),
    );
    expect(trades.map((trade) => trade.capital_gains_over_200)).toEqual([true, false, null]);
    expect(trades.map((trade) => trade.comment)).toEqual(['Dividend', null, null]);
  });

  it('reads the good entries around the bad ones and keeps those whole', async () => {
    const { trades, rejections } = await read(
      house(),
      null,
      ['x'],
      house({ representative: '  ' }),
      house({ representative: undefined }),
      house({ transaction_date: '02/30/2026' }),
      house({ transaction_date: '' }),
      house({ ticker: 7 }),
      house({ transaction_date: '03/10/2027' }),
      house({ asset_description: 'Nul\u0000 and \u0007bell\ud800' }),
    );
    expect(trades).toHaveLength(2);
    expect(trades[1]?.asset_name).toBe('Nul and bell\ufffd');
    expect(rejections.map(({ at, field, reason }) => [at, field, reason])).toEqual([
      ['record 2', null, 'not an object'],
      ['record 3', null, 'not an object'],
      ['record 4', 'representative', 'no politician named'],
      ['record 5', 'representative', 'no politician named'],
      ['record 6', 'transaction_date', 'transaction date is not a date'],
      ['record 7', 'transaction_date', 'transaction date is not a date'],
      ['record 8', 'ticker', 'not a text'],
      ['record 9', 'transaction_date', 'trade dated after its disclosure'],
    ]);
    expect(rejections[5]?.raw).toEqual(house({ transaction_date: '' }));
  });
});
