import { expect, test } from 'vitest';
import { barsFrom, simulateBars } from '../../src/demo/bars.ts';
import { COINS } from '../../src/demo/instruments.ts';
import { createPrices } from '../../src/demo/prices.ts';
import { readingsOf } from '../../src/engines/reversals/reversals-readings.ts';
import { DAY, HOUR, NOW, SEED } from './support.ts';

interface Bar {
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
}

const prices = createPrices(SEED);
const byTable = Map.groupBy(
  [...simulateBars(prices).items(Number.NEGATIVE_INFINITY, NOW.getTime())].flatMap((item) =>
    item.kind === 'input' ? [item.input] : [],
  ),
  ({ series }) => series,
);
const barsOf = (interval: string, symbol = 'BTC') =>
  new Map(
    (byTable.get(`BINANCE:${symbol}USDT|${interval}`) ?? []).map(({ key, data }) => [
      Date.parse(key),
      data as unknown as Bar,
    ]),
  );

test('an hour is what its four quarters are', () => {
  const [quarters, hours] = [barsOf('15m'), barsOf('1h')];
  let compared = 0;
  for (const [openMs, hour] of hours) {
    const parts = [0, 1, 2, 3].flatMap((part) => quarters.get(openMs + (part * HOUR) / 4) ?? []);
    if (parts.length < 4) continue;
    compared += 1;
    expect(hour).toMatchObject({
      o: parts[0]?.o,
      h: Math.max(...parts.map(({ h }) => h)),
      l: Math.min(...parts.map(({ l }) => l)),
      c: parts[3]?.c,
    });
  }
  expect(compared).toBeGreaterThan(100);
});

test('every coin has a month of days, and a day is what its hours are', () => {
  for (const coin of COINS) {
    const [hours, days] = [barsOf('1h', coin.symbol), barsOf('1d', coin.symbol)];
    expect(days.size, coin.symbol).toBeGreaterThan(30);
    for (const [openMs, day] of days) {
      const parts = Array.from({ length: 24 }, (_, hour) => hours.get(openMs + hour * HOUR)).filter(
        (hour) => hour !== undefined,
      );
      if (parts.length < 24) continue;
      expect(day, coin.symbol).toMatchObject({
        o: parts[0]?.o,
        h: Math.max(...parts.map(({ h }) => h)),
        l: Math.min(...parts.map(({ l }) => l)),
        c: parts[23]?.c,
      });
    }
    // The changes over a week and a month that scans of coins tell are those of this price.
    for (const [openMs, { o }] of days) expect(o / prices.at(coin, openMs)).toBeCloseTo(1, 4);
  }
});

test('days are too few for reversals: none of them would have one before it', () => {
  for (const { symbol } of COINS) {
    const bars = [...barsOf('1d', symbol)].map(([openMs, { o, h, l, c }]) => {
      return { openAt: new Date(openMs), open: o, high: h, low: l, close: c };
    });
    expect(readingsOf(bars).filter((readings) => readings !== null)).toEqual([]);
  }
});

test('bars are kept for as many bars of each interval', () => {
  const daysBack = (interval: string) =>
    (NOW.getTime() - Date.parse(barsFrom(`BINANCE:BTCUSDT|${interval}`, NOW.getTime()) ?? '')) / DAY;
  expect(daysBack('4h')).toBeCloseTo(16 * daysBack('15m'), 4);
  // A day more than comes with a start.
  expect(daysBack('1d')).toBeCloseTo(34, 4);
  expect(barsFrom('no series', NOW.getTime())).toBeNull();
});
