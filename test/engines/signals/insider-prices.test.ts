import { describe, expect, it } from 'vitest';
import { recordKind } from '../../../src/engines/engine.ts';
import { insiderSignals } from '../../../src/engines/signals/signals-insider.ts';
import { stockPriceSince } from '../../../src/engines/signals/stock-price.ts';
import { STOCK_BAR, type StockBarData } from '../../../src/feed/stock-series.ts';
import { type InsiderFiling, insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { type Signal, signals } from '../../../src/feeds/trade-feed/feed.ts';
import type { Input } from '../../../src/sources/format.ts';
import { createMemoryInputs } from '../signal-inputs.ts';

const nothing = Object.fromEntries(insiderFilings.leaves.map(({ name }) => [name, null]));

/** 1,000 shares bought at 500 on 20 July 2020, public on 22 July after the close. */
const PURCHASE: InsiderFiling = {
  ...(nothing as { [Name in keyof InsiderFiling]: null }), // one of each field
  id: 'f-1',
  ticker: 'AAPL',
  company_name: 'APPLE INC',
  insider_name: 'SMITH JOHN',
  is_director: false,
  is_ten_percent: false,
  transaction_code: 'P',
  transaction_type: 'Open market purchase',
  transaction_direction: 'buy',
  shares: 1_000,
  value: 500_000,
  filing_date: new Date('2020-07-22T00:00:00Z'),
  trade_date: new Date('2020-07-20T00:00:00Z'),
  known_from: new Date('2020-07-22T21:00:00Z'),
  known_precision: 'EXACT',
  insider_slug: 'smith-john',
  accession: 'f',
  form: '4',
};

function bar(series: string, key: string, close: number, over: Partial<StockBarData> = {}): Input {
  const data = { o: close, h: close + 5, l: close - 5, c: close, v: 1, ...over };
  return { kind: STOCK_BAR, series, key, data };
}

/** The signal after these steps: bars that come in, or the filing. */
async function signalAfter(
  ...steps: readonly (readonly Input[] | InsiderFiling)[]
): Promise<Signal | undefined> {
  const store = createMemoryInputs();
  for (const step of steps) {
    if (!('id' in step)) await store.feed([insiderSignals], ...step);
    else {
      store.putRecord(insiderFilings, step);
      await store.run([insiderSignals], [{ kind: recordKind(insiderFilings), series: step.id }]);
    }
  }
  return store.all<Signal>(signals)[0];
}

const EVENTS = 'AAPL|tiingo|raw+events';
const DAYS = [bar(EVENTS, '2020-07-20', 500), bar(EVENTS, '2020-07-22', 510), bar(EVENTS, '2020-07-23', 520)];
const SPLIT = [bar(EVENTS, '2020-08-28', 504), bar(EVENTS, '2020-08-31', 130, { s: 4, d: 9 })];

describe('signals of insiders', () => {
  it('are at the newest close, whichever came first', async () => {
    const priced = { current_price: 520, pnl_pct: 4, status: 'OPEN', entry_price: 500 };
    expect(await signalAfter(DAYS, PURCHASE)).toMatchObject(priced);
    expect(await signalAfter(PURCHASE, DAYS)).toMatchObject(priced);
    expect(await signalAfter(PURCHASE, ...DAYS.map((one) => [one]))).toMatchObject(priced);
  });

  it('count the splits since, and no dividends', async () => {
    expect(await signalAfter(PURCHASE, DAYS, SPLIT)).toMatchObject({ current_price: 130, pnl_pct: 4 });
  });

  it('have no price of before they were public', async () => {
    expect(await signalAfter(PURCHASE, DAYS.slice(0, 2))).toMatchObject({
      current_price: null,
      pnl_pct: null,
    });
  });

  it('follow bars of their own stock alone', async () => {
    const other = [
      bar('AAP|tiingo|raw+events', '2020-07-20', 500),
      bar('AAP|tiingo|raw+events', '2020-07-23', 520),
    ];
    expect(await signalAfter(PURCHASE, other)).toMatchObject({ current_price: null });
  });

  it('have none without the day or the price of the purchase', async () => {
    expect(await signalAfter({ ...PURCHASE, trade_date: null }, DAYS)).toMatchObject({ current_price: null });
    expect(await signalAfter({ ...PURCHASE, shares: null }, DAYS)).toMatchObject({
      entry_price: null,
      current_price: null,
    });
  });

  it('are derived anew where they were raised, not of every filing of the stock', async () => {
    const store = createMemoryInputs();
    for (const filing of [PURCHASE, { ...PURCHASE, id: 'sale', transaction_direction: 'sell' as const }]) {
      store.putRecord(insiderFilings, filing);
      await store.run([insiderSignals], [{ kind: recordKind(insiderFilings), series: filing.id }]);
    }
    const before = store.groups.length;
    await store.feed([insiderSignals], ...DAYS);
    expect(store.groups.slice(before)).toEqual(['signals-insider f-1']);
  });
});

describe('a price that can be compared', () => {
  const entry = { symbol: 'AAPL', day: '2020-07-20', price: 500 };
  const since = async (...bars: readonly Input[]) => {
    const store = createMemoryInputs();
    store.put(...bars);
    const found = await stockPriceSince(entry, store);
    return found && [found.price, found.shares];
  };

  it('is none of a series that begins later, or does not tell splits', async () => {
    expect(await since(bar(EVENTS, '2020-07-21', 500), bar(EVENTS, '2020-07-23', 520))).toBeNull();
    for (const basis of ['raw', 'total@2020-09-01']) {
      const series = `AAPL|other|${basis}`;
      expect(await since(bar(series, '2020-07-20', 500), bar(series, '2020-07-23', 520)), basis).toBeNull();
    }
  });

  it('is one of a series that was adjusted, where the purchase lies within the bar of its day', async () => {
    const before = 'AAPL|yahoo|splits+total@2020-08-01';
    const behind = 'AAPL|yahoo|splits+total@2020-09-01';
    expect(await since(bar(before, '2020-07-20', 498), bar(before, '2020-07-23', 520))).toEqual([520, 1]);
    // On the scale of after the split the day of the purchase was at 125.
    expect(await since(bar(behind, '2020-07-20', 125), bar(behind, '2020-08-31', 130))).toBeNull();
    expect(await since(bar(before, '2020-07-17', 498), bar(before, '2020-07-23', 520))).toBeNull();
  });

  it('is of the series with the newest bar, and of equally new ones of that which tells splits', async () => {
    const adjusted = 'AAPL|finnhub|splits@2020-08-01';
    const both = [...DAYS, bar(adjusted, '2020-07-20', 500), bar(adjusted, '2020-07-23', 521)];
    expect(await since(...both)).toEqual([520, 1]);
    expect(await since(...both, bar(adjusted, '2020-07-24', 522))).toEqual([522, 1]);
  });
});
