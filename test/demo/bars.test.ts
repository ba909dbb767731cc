import { expect, test } from 'vitest';
import { barsFrom, simulateBars } from '../../src/demo/bars.ts';
import { createPrices } from '../../src/demo/prices.ts';
import { DAY, HOUR, NOW, SEED } from './support.ts';

interface Bar {
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
}

test('an hour is what its four quarters are', () => {
  const byTable = Map.groupBy(
    [...simulateBars(createPrices(SEED)).items(Number.NEGATIVE_INFINITY, NOW.getTime())].flatMap((item) =>
      item.kind === 'input' ? [item.input] : [],
    ),
    ({ series }) => series,
  );
  const barsOf = (interval: string) =>
    new Map(
      (byTable.get(`BINANCE:BTCUSDT|${interval}`) ?? []).map(({ key, data }) => [
        Date.parse(key),
        data as unknown as Bar,
      ]),
    );
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

test('bars are kept for as many bars of each interval', () => {
  const daysBack = (interval: string) =>
    (NOW.getTime() - Date.parse(barsFrom(`BINANCE:BTCUSDT|${interval}`, NOW.getTime()) ?? '')) / DAY;
  expect(daysBack('4h')).toBeCloseTo(16 * daysBack('15m'), 4);
  expect(barsFrom('no series', NOW.getTime())).toBeNull();
});
