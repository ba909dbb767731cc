import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Item } from '../../../src/sources/format.ts';
import { kalshiCandlesticks } from '../../../src/sources/kalshi/candlesticks.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';

async function read(...files: readonly string[]): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const item of kalshiCandlesticks.read(files, {})) items.push(item);
  return items.filter(({ kind }) => kind !== 'capture' && kind !== 'entry');
}

const DAY_S = 86_400;
const NOON_S = Date.parse('2026-01-02T00:00:00Z') / 1000;
const price = (open: unknown, high: unknown, low: unknown, close: unknown) => ({ open, high, low, close });
const candle = (day: number, over: object) => ({
  end_period_ts: NOON_S + day * DAY_S,
  volume: 5,
  open_interest: 9,
  ...over,
});

describe('candles of Kalshi', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'candles-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const readJson = (json: unknown) => {
    const file = join(folder, 'candlesticks.json');
    writeFileSync(file, JSON.stringify(json));
    return read(file);
  };

  it('are bars in probabilities, of cents or of dollars', async () => {
    const candlesticks = [
      candle(0, { price: price(40, 45, 39, 44) }),
      candle(1, {
        price: {
          ...price(40, 45, 39, 44),
          open_dollars: '0.4010',
          high_dollars: '0.4500',
          low_dollars: '0.3900',
          close_dollars: '0.4400',
        },
      }),
    ];
    const bars = await readJson({ ticker: 'KX-A', candlesticks });
    expect(bars).toEqual([
      {
        kind: 'input',
        input: {
          kind: 'market_bar',
          series: 'kalshi:KX-A|1d',
          key: '2026-01-01T00:00:00.000Z',
          data: { o: 0.4, h: 0.45, l: 0.39, c: 0.44, v: 5, oi: 9 },
        },
      },
      {
        kind: 'input',
        input: {
          kind: 'market_bar',
          series: 'kalshi:KX-A|1d',
          key: '2026-01-02T00:00:00.000Z',
          data: { o: 0.401, h: 0.45, l: 0.39, c: 0.44, v: 5, oi: 9 },
        },
      },
    ]);
  });

  it('without trades are left out, and others that are none rejected', async () => {
    const untraded = { ...price(null, null, null, null), previous: 11 };
    const candlesticks = [
      candle(0, { price: untraded }),
      candle(1, { price: price(40, 145, 39, 44) }),
      candle(2, { price: price(40, 45, null, 44) }),
      candle(3, { price: price(40, 45, 39, 44), volume: null }),
      { price: untraded },
      7,
    ];
    expect(await readJson({ market_tickers: ['KX-A'], market_candlesticks: [candlesticks] })).toMatchObject([
      { kind: 'skipped', reason: 'period without trades' },
      { kind: 'rejected', field: 'price.high', reason: 'no probability' },
      { kind: 'rejected', field: 'price.low', reason: 'not a number' },
      { kind: 'rejected', field: 'volume', reason: 'not a number' },
      { kind: 'rejected', field: 'end_period_ts' },
      { kind: 'rejected', reason: 'not a candle' },
    ]);
  });

  it('have the length that lies between them', async () => {
    const hours = [0, 1, 5].map((hour) => ({
      ...candle(0, { price: price(1, 1, 1, 1) }),
      end_period_ts: NOON_S + hour * 3600,
    }));
    const series = (await readJson({ ticker: 'KX-A', candlesticks: hours })).map(
      (item) => item.kind === 'input' && item.input.series,
    );
    expect(new Set(series)).toEqual(new Set(['kalshi:KX-A|1h']));
    await expect(readJson({ ticker: 'KX-A', candlesticks: hours.slice(0, 1) })).rejects.toThrow(
      /length of its candles/,
    );
    await expect(readJson({ markets: [] })).rejects.toThrow(/no candlesticks of Kalshi/);
  });
});

describeWithSharedData('real candles of Kalshi', 'prediction/kalshi', (folder) => {
  it.each([
    ['candlesticks.json', 'kalshi:KXNYKCOACH-25-MNORI|1d'],
    ['event_candlesticks_KXELONMARS-99_1d.json.gz', 'kalshi:KXELONMARS-99|1d'],
    ['series_candlesticks_KXELONMARS-99_1d.json.gz', 'kalshi:KXELONMARS-99|1d'],
  ])('%s are bars of days with trades', async (file, series) => {
    const items = await read(join(folder, file));
    const bars = items.flatMap((item) => (item.kind === 'input' ? [item.input] : []));
    expect(bars.length).toBeGreaterThan(0);
    expect(
      items.every(
        (item) =>
          item.kind === 'input' || (item.kind === 'skipped' && item.reason === 'period without trades'),
      ),
    ).toBe(true);
    expect(new Set(bars.map((bar) => bar.series))).toEqual(new Set([series]));
    for (const { data } of bars) {
      const { o, h, l, c, v } = data as Record<string, number>;
      expect(Number(l) <= Math.min(Number(o), Number(c)) && Math.max(Number(o), Number(c)) <= Number(h)).toBe(
        true,
      );
      expect(v).toBeGreaterThan(0);
    }
  });
});
