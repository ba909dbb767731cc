import { describe, expect, test } from 'vitest';
import { simulateCongressTrades } from '../../src/demo/congress-trades.ts';
import { simulateInsiderFilings } from '../../src/demo/insider-filings.ts';
import { createPrices } from '../../src/demo/prices.ts';
import type { SimulatedSource } from '../../src/demo/simulation.ts';
import { simulateStockBars } from '../../src/demo/stock-bars.ts';
import { newYorkDay } from '../../src/feed/new-york-time.ts';
import { STOCK_BAR } from '../../src/feed/stock-series.ts';
import { isOfficeDay, isTradingDay } from '../../src/feed/us-calendar.ts';
import type { CongressTrade } from '../../src/feeds/congress/feed.ts';
import type { InsiderFiling } from '../../src/feeds/insider/feed.ts';
import { DAY, HOUR, later, SEED } from './support.ts';

/** Behind Thanksgiving, behind Good Friday, and behind Labor Day. */
const MOMENTS = ['2026-11-28T21:00:00.000Z', '2026-04-08T15:00:00.000Z', '2026-09-09T23:30:00.000Z'];
const HALF_YEAR = 183 * DAY;

const prices = createPrices(SEED);
const recordsOf = <R>({ items }: SimulatedSource, sinceMs: number, nowMs: number): readonly R[] =>
  [...items(sinceMs, nowMs)].flatMap((item) => (item.kind === 'record' ? [item.record as R] : []));
const filingsIn = (sinceMs: number, nowMs: number) =>
  recordsOf<InsiderFiling>(simulateInsiderFilings(SEED, prices), sinceMs, nowMs);

const dayOf = (at: Date | string) => Date.parse(new Date(at).toISOString().slice(0, 10));

describe.each(MOMENTS)('at %s', (moment) => {
  const now = new Date(moment);
  const filings = filingsIn(Number.NEGATIVE_INFINITY, now.getTime());
  const byInsider = Map.groupBy(filings, ({ owner_cik }) => owner_cik);

  test('insiders trade when the exchange is open and file while EDGAR is, at most two days of work later', () => {
    expect(filings.length).toBeGreaterThan(800);
    for (const { trade_date, filing_date, known_from, id } of filings) {
      expect(isTradingDay(dayOf(trade_date ?? '')), id).toBe(true);
      const filedOn = newYorkDay(known_from);
      expect(isOfficeDay(Date.parse(filedOn)), id).toBe(true);
      const hour = Number(
        new Intl.DateTimeFormat('en-US', {
          timeZone: 'America/New_York',
          hour: '2-digit',
          hourCycle: 'h23',
        }).format(known_from),
      );
      expect(hour >= 6 && hour < 22, `${id} ${known_from.toISOString()}`).toBe(true);
      let offices = 0;
      for (let day = dayOf(trade_date ?? '') + DAY; day <= Date.parse(filedOn); day += DAY)
        if (isOfficeDay(day)) offices += 1;
      expect(offices, id).toBeGreaterThan(0);
      expect(offices, id).toBeLessThanOrEqual(2);
      expect(filing_date.getTime()).toBeLessThanOrEqual(now.getTime());
    }
  });

  test('members of Congress trade when the exchange is open and report on days of work', () => {
    const source = simulateCongressTrades(SEED);
    const trades = recordsOf<CongressTrade>(source, Number.NEGATIVE_INFINITY, now.getTime());
    expect(trades.length).toBeGreaterThan(200);
    for (const { transaction_date, filing_date, chamber } of trades) {
      expect(isTradingDay(dayOf(`${transaction_date}Z`))).toBe(true);
      // The Clerk's index dates those of the House.
      if (chamber === 'senate') expect(isOfficeDay(dayOf(`${filing_date}Z`))).toBe(true);
    }
  });

  test('stocks have bars of trading days alone', () => {
    const days = [...simulateStockBars(prices).items(Number.NEGATIVE_INFINITY, now.getTime())].flatMap(
      (item) => (item.kind === 'input' && item.input.kind === STOCK_BAR ? [Date.parse(item.input.key)] : []),
    );
    expect(days.length).toBeGreaterThan(2_000);
    for (const day of days) expect(isTradingDay(day), new Date(day).toISOString()).toBe(true);
  });

  test('nobody buys and sells within six months', () => {
    const times = (of: readonly InsiderFiling[], code: string) =>
      of.flatMap((filing) => (filing.transaction_code === code ? [filing.trade_date?.getTime() ?? 0] : []));
    const longer = [...filings, ...filingsIn(Number.NEGATIVE_INFINITY, now.getTime() - 88 * DAY)];
    let buyers = 0;
    for (const of of Map.groupBy(longer, ({ owner_cik }) => owner_cik).values()) {
      const [bought, sold] = [times(of, 'P'), times(of, 'S')];
      if (bought.length > 0) buyers += 1;
      for (const buy of bought)
        for (const sale of sold) expect(Math.abs(buy - sale)).toBeGreaterThan(HALF_YEAR);
    }
    expect(buyers).toBeGreaterThan(30);
  });

  test('insiders of every company buy', () => {
    const recent = filings.filter(({ filing_date }) => now.getTime() - filing_date.getTime() < 90 * DAY);
    const bought = recent.filter(({ transaction_code }) => transaction_code === 'P');
    expect(new Set(bought.map(({ ticker }) => ticker))).toEqual(new Set(recent.map(({ ticker }) => ticker)));
  });

  test('insiders sell several times what they buy, and shares of codes are near those of real forms', () => {
    const of = (code: string) => filings.filter(({ transaction_code }) => transaction_code === code);
    const worth = (code: string) => of(code).reduce((sum, { value }) => sum + (value ?? 0), 0);
    expect(worth('S') / worth('P')).toBeGreaterThan(4);
    expect(worth('F') / worth('S')).toBeLessThan(0.4);
    const percent = (code: string) => (100 * of(code).length) / filings.length;
    for (const [code, least, most] of [
      ['S', 33, 50],
      ['P', 10, 20],
      ['M', 12, 20],
      ['A', 7, 12],
      ['G', 7, 12],
      ['F', 7, 12],
    ] as const) {
      expect(percent(code), code).toBeGreaterThan(least);
      expect(percent(code), code).toBeLessThan(most);
    }
  });

  test('a cluster of buyers is net buying by far', () => {
    const companies = Map.groupBy(filings, ({ ticker }) => ticker);
    let clusters = 0;
    for (const [ticker, of] of companies) {
      const buyers = of.filter(({ transaction_direction }) => transaction_direction === 'buy');
      const sameDay = Map.groupBy(buyers, ({ known_from }) => newYorkDay(known_from));
      const isCluster = [...sameDay.values()].some(
        (some) => new Set(some.map(({ owner_cik }) => owner_cik)).size >= 3,
      );
      if (!isCluster) continue;
      clusters += 1;
      const sum = (direction: string) =>
        of.reduce(
          (total, one) => total + (one.transaction_direction === direction ? (one.value ?? 0) : 0),
          0,
        );
      expect(sum('sell') / sum('buy'), String(ticker)).toBeLessThan(0.1);
    }
    expect(clusters).toBeGreaterThan(10);
  });

  test('what is held after a form is what is held before the next one', () => {
    let followed = 0;
    for (const [insider, of] of byInsider) {
      let held: number | null = null;
      for (const one of of.toSorted((a, b) => a.known_from.getTime() - b.known_from.getTime())) {
        const after = one.shares_owned_after ?? Number.NaN;
        const before = after + (one.acquired_disposed === 'disposed' ? 1 : -1) * (one.shares ?? Number.NaN);
        if (held !== null) {
          followed += 1;
          expect(before, `${insider} ${one.id}`).toBe(held);
        }
        expect(after).toBeGreaterThan(0);
        held = after;
      }
    }
    expect(followed).toBeGreaterThan(300);
  });

  test('documents have addresses in a domain reserved for examples', () => {
    const trades = recordsOf<CongressTrade>(
      simulateCongressTrades(SEED),
      Number.NEGATIVE_INFINITY,
      now.getTime(),
    );
    for (const { document_url } of [...filings, ...trades])
      expect(document_url).toMatch(/^https:\/\/demo\.invalid\/\S+$/);
  });

  test('everybody has a role, and nobody owns ten percent of a company of this size', () => {
    for (const { insider_title, is_ten_percent } of filings) {
      expect(insider_title).toMatch(/\w/);
      expect(is_ten_percent).toBe(false);
    }
  });
});

test('shares of exchanges and brackets of Congress are about those of real reports', () => {
  const now = Date.parse('2026-11-28T21:00:00.000Z');
  const trades = recordsOf<CongressTrade>(simulateCongressTrades(SEED), Number.NEGATIVE_INFINITY, now);
  const shareOf = (isOne: (trade: CongressTrade) => boolean) => trades.filter(isOne).length / trades.length;
  expect(shareOf(({ transaction_type }) => transaction_type === 'Exchange')).toBeLessThan(0.03);
  expect(shareOf(({ amount_low }) => amount_low === 1_001)).toBeGreaterThan(0.6);
  expect(new Set(trades.map(({ amount_low }) => amount_low)).size).toBe(7);
});

test('holdings go on where they were after a stop of some days', () => {
  const start = new Date('2026-10-14T18:00:00.000Z');
  const first = filingsIn(Number.NEGATIVE_INFINITY, start.getTime());
  const second = filingsIn(start.getTime(), later(start, 5 * DAY).getTime());
  const third = filingsIn(later(start, 5 * DAY).getTime(), later(start, 6 * DAY + HOUR).getTime());
  const held = new Map<string | null, number>();
  let followed = 0;
  for (const one of [...first, ...second, ...third].toSorted(
    (a, b) => a.known_from.getTime() - b.known_from.getTime(),
  )) {
    const after = one.shares_owned_after ?? Number.NaN;
    const before = after + (one.acquired_disposed === 'disposed' ? 1 : -1) * (one.shares ?? Number.NaN);
    const known = held.get(one.owner_cik);
    if (known !== undefined) {
      followed += 1;
      expect(before, one.id).toBe(known);
    }
    held.set(one.owner_cik, after);
  }
  expect(followed).toBeGreaterThan(800);
});
