import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stockSeriesName, stockSeriesOf } from '../../../src/feed/stock-series.ts';
import { firstDayFrom, sessionOf } from '../../../src/feed/trading-day.ts';
import type { ImportOptions, Item } from '../../../src/sources/format.ts';
import { formats } from '../../../src/sources/index.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stock-bars-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(name: string, file: string, text: string, options: ImportOptions = {}) {
  const path = join(folder, file);
  writeFileSync(path, text);
  const format = formats.find((one) => one.name === name);
  if (!format) throw new Error(`no format ${name}`);
  const items: Item[] = [];
  for await (const item of format.read([path], options)) items.push(item);
  return items.filter(({ kind }) => kind !== 'capture' && kind !== 'entry');
}

const TIINGO = 'date,open,high,low,close,volume,divCash,splitFactor';
const tiingo = (...rows: readonly string[]) =>
  read('tiingo-daily', 'KO_daily.csv', [TIINGO, ...rows].join('\n'));
const AT = { at: new Date('2024-03-09T00:00:00Z') };

describe('a trading day', () => {
  it.each([
    ['2024-02-30,1,2,1,2,5,0,1', 'day', 'not a day'],
    ['2024-02-29,1,x,1,2,5,0,1', 'high', 'not a number'],
    ['2024-02-29,1,-2,1,2,5,0,1', 'high', 'negative'],
    ['2024-02-29,0,2,0,2,5,0,1', 'open', 'price of zero'],
    ['2024-02-29,1,1,2,1,5,0,1', 'high', 'high below low'],
    ['2024-02-29,1,2,1,2.1,5,0,1', 'close', 'open or close outside high and low'],
    ['2024-02-29,1,2,1,2,5,0,0', 'split', 'not above zero'],
    ['2024-02-29,1,2,1,2,5,-1,1', 'dividend', 'not above zero'],
  ])('is rejected as %s', async (row, field, reason) => {
    expect(await tiingo(row)).toMatchObject([{ kind: 'rejected', field, reason }]);
  });

  it('keeps its split and dividend, and nothing where there is none', async () => {
    const items = await tiingo('2024-02-28T00:00:00.000Z,1,2,1,2,5,0.0,1.0', '2024-02-29,1,2,1,2,0,0.5,3');
    expect(items).toEqual([
      {
        kind: 'input',
        input: {
          kind: 'stock_bar',
          series: 'KO|tiingo|raw+events',
          key: '2024-02-28',
          data: { o: 1, h: 2, l: 1, c: 2, v: 5 },
        },
      },
      {
        kind: 'input',
        input: {
          kind: 'stock_bar',
          series: 'KO|tiingo|raw+events',
          key: '2024-02-29',
          data: { o: 1, h: 2, l: 1, c: 2, v: 0, d: 0.5, s: 3 },
        },
      },
    ]);
  });

  it('is skipped without prices, and while its session is not over', async () => {
    const table =
      'Date,Open,High,Low,Close,Adj Close,Volume\n2024-03-07,null,null,null,null,null,null\n2024-03-08,1,2,1,2,2,5';
    expect(await read('yahoo-history', 'KO.csv', table, { at: new Date('2024-03-08T20:59:59Z') })).toEqual([
      { kind: 'skipped', reason: 'day without prices' },
      { kind: 'skipped', reason: 'session not over yet' },
    ]);
    expect(
      await read('yahoo-history', 'KO.csv', table, { at: new Date('2024-03-08T21:00:00Z') }),
    ).toMatchObject([
      { kind: 'skipped' },
      { input: { series: 'KO|yahoo|splits+total@2024-03-08', data: { c: 2, ac: 2 } } },
    ]);
  });

  it('of Alpaca and Polygon begins at midnight in New York, in summer and in winter', async () => {
    const bar = (t: string) => ({ t, o: 1, h: 2, l: 1, c: 2, v: 5, n: 1, vw: 1.5 });
    const alpaca = {
      bars: { KO: [bar('2024-07-02T04:00:00Z'), bar('2024-01-02T05:00:00Z'), bar('2024-01-02T15:00:00Z')] },
    };
    expect(await read('alpaca-bars', 'bars.json', JSON.stringify(alpaca))).toMatchObject([
      { input: { series: 'KO|alpaca|raw', key: '2024-07-02' } },
      { input: { key: '2024-01-02' } },
      { kind: 'rejected', field: 'day' },
    ]);
    const polygon = {
      ticker: 'KO',
      adjusted: false,
      results: [bar('')].map((one) => ({ ...one, t: Date.parse('2024-07-02T04:00Z') })),
    };
    expect(await read('polygon-aggregates', 'aggs.json', JSON.stringify(polygon))).toMatchObject([
      { input: { series: 'KO|polygon|raw', key: '2024-07-02' } },
    ]);
  });
});

describe('a file', () => {
  it('of adjusted prices has to say when it was fetched', async () => {
    const stooq = 'Date,Open,High,Low,Close,Volume\n2024-03-08,1,2,1,2,5.5\n';
    await expect(read('stooq-daily', 'ko_us_d.csv', stooq)).rejects.toThrow(/give it with --at/);
    expect(await read('stooq-daily', 'ko_us_d.csv', stooq, AT)).toMatchObject([
      { input: { series: 'KO|stooq|total@2024-03-09', data: { v: 5.5 } } },
    ]);
  });

  it.each([
    [
      'stooq-daily',
      'ko.csv',
      'Date,Open,High,Low,Close,Volume\n',
      /its name must say the security, e.g. aapl_us_d.csv/,
    ],
    ['stooq-daily', 'ko_us_d.csv', 'Date,Close\n', /no column open, high, low, volume/],
    ['alphavantage-daily', 'a.json', '{"Note": "5 calls a minute"}', /5 calls a minute/],
    [
      'yahoo-chart',
      'a.json',
      '{"chart":{"result":null,"error":{"description":"No data found"}}}',
      /No data found/,
    ],
    [
      'yahoo-chart',
      'a.json',
      '{"chart":{"result":[{"meta":{"dataGranularity":"1h"}}]}}',
      /bars of 1h, not of a day/,
    ],
    ['finnhub-candles', 'candle_KO.json', '{"s":"no_data"}', /no candles of Finnhub/],
    ['fmp-prices', 'a.json', '{}', /no prices of FMP/],
    ['tiingo-daily', 'KO.json', '[{"date":"2024-01-02"}]', /array of days with splitFactor/],
    ['polygon-aggregates', 'a.json', '{"results":[]}', /no aggregates of Polygon/],
    ['quandl-wiki', 'a.json', '{"dataset":{}}', /no dataset of Quandl/],
    ['alpaca-bars', 'a.json', 'nothing', /not JSON/],
  ])('%s that is none is refused: %s', async (name, file, text, message) => {
    await expect(read(name, file, text, AT)).rejects.toThrow(message);
  });
});

it('series are read back from their name', () => {
  const raw = { symbol: 'BRK.B', provider: 'tiingo', basis: 'raw+events', asOf: null } as const;
  const adjusted = { symbol: 'KO', provider: 'yahoo', basis: 'splits+total', asOf: '2024-03-09' } as const;
  for (const series of [raw, adjusted]) expect(stockSeriesOf(stockSeriesName(series))).toEqual(series);
  for (const name of [
    'KO|yahoo',
    'KO|yahoo|splits',
    'KO|yahoo|raw@2024-03-09',
    'KO|yahoo|soon',
    '|a|raw',
    'KO|a|total@2024-02-31',
  ]) {
    expect(stockSeriesOf(name), name).toBeNull();
  }
});

it('sessions end at 16:00 in New York, and anywhere else when the day is over everywhere', () => {
  const close = (day: string, zone: string | null) => sessionOf(day, zone).closeAt.toISOString();
  expect(close('2024-07-02', null)).toBe('2024-07-02T20:00:00.000Z');
  expect(close('2024-01-02', 'America/New_York')).toBe('2024-01-02T21:00:00.000Z');
  expect(close('2024-01-02', 'Europe/Berlin')).toBe('2024-01-03T12:00:00.000Z');
  expect(firstDayFrom(new Date('2024-01-02T14:30:00Z'))).toBe('2024-01-02');
  expect(firstDayFrom(new Date('2024-01-02T14:30:00.001Z'))).toBe('2024-01-03');
  expect(firstDayFrom(new Date('2024-01-01T23:00:00Z'))).toBe('2024-01-02');
});
