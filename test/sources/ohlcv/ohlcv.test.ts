import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SourceError } from '../../../src/sources/format.ts';
import { parseCandles, parseKlines } from '../../../src/sources/ohlcv/candles.ts';
import { ohlcv } from '../../../src/sources/ohlcv/ohlcv.ts';
import { readAll, readingOf, tempFile } from '../coingecko/reading.ts';

const read = async (name: string, content: unknown) => readAll(ohlcv, await tempFile(name, content));

const BAR = {
  kind: 'bar',
  series: 'BINANCE:SOLUSDT|1h',
  key: '2025-04-30T23:00:00.000Z',
  data: { o: 10, h: 12, l: 9, c: 11, v: 3.5 },
};
/** The same with what klines say of the trades in it. */
const FULL_BAR = { ...BAR, data: { ...BAR.data, q: 38.5, n: 7, tb: 1 } };
const COUNTED_BAR = { ...BAR, data: { ...BAR.data, n: 7 } };
const OPEN_MS = Date.parse(BAR.key);
const KLINE = [OPEN_MS, 10, 12, 9, 11, 3.5, OPEN_MS + 3_599_999, 38.5, 7, 1, 11, 0];
const HEADER = 'open_time,open,high,low,close,volume,close_time,quote_volume,count,taker_buy_volume,x,ignore';
/** Of futures at data.binance.vision since May 2022. */
const FUTURES_HEADER = HEADER.replace(',x,', ',taker_buy_quote_volume,');
const CANDLE = {
  t: OPEN_MS,
  T: OPEN_MS + 3_599_999,
  s: 'kPEPE',
  i: '1h',
  o: '10',
  c: '11',
  h: '12',
  l: '9',
  v: '3.5',
  n: 7,
};

describe('one bar in every layout', () => {
  it.each([
    ['klines without header', 'SOLUSDT-1h.csv', `${KLINE.join()}\n`],
    [
      'klines without header in µs',
      'SOLUSDT-1h-2025-04.csv',
      `${KLINE.with(0, `${OPEN_MS}000` as never).join()}\n`,
    ],
    [
      'klines with header and ISO times',
      'SOLUSDT-1h-ohlc.csv',
      `${HEADER}\n${KLINE.with(0, '2025-04-30T23:00:00.000' as never).join()}\n`,
    ],
    ['arrays, gzipped', 'SOL-USDT-1h.json.gz', gzipSync(JSON.stringify([KLINE]))],
  ])('%s', async (_, name, content) => {
    expect((await read(name, content)).inputs).toEqual([FULL_BAR]);
  });

  it.each([
    ['arrays of numbers', 'SOL_USDT-1h.json', [KLINE.slice(0, 6)]],
    ['arrays of texts', 'SOLUSDT-1h.json', [[OPEN_MS, '10', '12', '9', '11', '3.5', OPEN_MS + 3_599_999]]],
  ])('%s, which say nothing of the trades in it', async (_, name, content) => {
    expect((await read(name, content)).inputs).toEqual([BAR]);
  });

  it.each([
    ['a header with all columns', 'SOLUSDT-1h-ohlc.csv', `${FUTURES_HEADER}\n${KLINE.join()}\n`],
    ['a settlement currency', 'SOL_USDT_USDT-1h-futures.json', [KLINE]],
    ['the suffix of freqtrade', 'SOL_USDT-1h-futures.json', [KLINE]],
  ])('of a perpetual future, told by %s, is in a series of its own', async (_, name, content) => {
    const series = 'BINANCE:SOLUSDT.P|1h';
    expect((await read(name, content)).inputs).toEqual([{ ...FULL_BAR, series }]);
  });

  it('of a coin-margined contract is named after its pair', async () => {
    const { inputs } = await read('BTCUSD_PERP-1h.csv', `${FUTURES_HEADER}\n${KLINE.join()}\n`);
    expect(inputs[0]?.series).toBe('BINANCE:BTCUSD.P|1h');
  });

  it('with short names says its coin and interval itself, in JSON and as a table', async () => {
    const bar = { ...COUNTED_BAR, series: 'HYPERLIQUID:KPEPE|1h' };
    expect((await read('any.json', [CANDLE])).inputs).toEqual([bar]);
    const table = `,t,T,s,i,o,c,h,l,v,n\n0,2025-04-30 23:00:00,2025-04-30 23:59:59.999,kPEPE,1h,10.0,11,12,9,3.5,7\n`;
    expect((await read('BTCUSDT-1d.csv', table)).inputs).toEqual([bar]);
  });

  it('of a day or a month has an interval of its own', async () => {
    const series = async (name: string) => (await read(name, [KLINE])).inputs[0]?.series;
    expect(await series('BTC_USDT-1m.json')).toBe('BINANCE:BTCUSDT|1m');
    expect(await series('BTC_USDT-1mo.json')).toBe('BINANCE:BTCUSDT|1M');
    expect(await series('BTC_USDT-1d-spot.json')).toBe('BINANCE:BTCUSDT|1d');
  });
});

describe('bad bars', () => {
  it.each([
    [KLINE.with(2, 8), 'high', 'high below low'],
    [KLINE.with(4, 12.5), 'close', 'open or close outside high and low'],
    [KLINE.with(1, 'ten' as never), 'open', 'not a number'],
    [KLINE.with(3, null as never), 'low', 'not a number'],
    [KLINE.with(5, -1), 'volume', 'negative'],
    [KLINE.with(7, 'much' as never), 'quote volume', 'not a number'],
    [KLINE.with(8, -7), 'number of trades', 'negative'],
    [KLINE.with(3, 0), 'low', 'price of zero'],
    [KLINE.with(0, 'soon' as never), 'open time', 'not a time'],
    [KLINE.with(0, '2025-02-31' as never), 'open time', 'not a time'],
    [KLINE.with(0, 17), 'open time', 'not a time'],
    [[OPEN_MS, 1, 2], null, 'not a bar of six or more members'],
  ])('%#: are rejected, the others stay', async (raw, field, reason) => {
    const { inputs, rejections } = await read('SOL_USDT-1h.json', [KLINE, raw]);
    expect(inputs).toEqual([FULL_BAR]);
    expect(rejections).toMatchObject([{ at: 'record 2', field, reason, raw }]);
  });

  it('in a table are named by line; one cut short is rejected', async () => {
    const lines = [KLINE, KLINE.with(2, 8), KLINE.slice(0, 7)].map((cells) => cells.join());
    const { inputs, rejections } = await read('SOLUSDT-1h.csv', [HEADER, ...lines].join('\n'));
    expect(inputs).toEqual([FULL_BAR]);
    expect(rejections.map(({ at, reason }) => [at, reason])).toEqual([
      ['line 3', 'high below low'],
      ['line 4', 'wrong number of columns'],
    ]);
  });

  it('among candles: without coin or interval', async () => {
    const { rejections } = await read('c.json', [
      CANDLE,
      { ...CANDLE, s: undefined },
      { ...CANDLE, i: '1x' },
    ]);
    expect(rejections.map(({ reason }) => reason)).toEqual(['no coin or interval', 'no coin or interval']);
  });
});

describe('files that are no bars', () => {
  it.each([
    ['BTCUSDT-1h.csv', '<!doctype html><title>403 Forbidden</title>', /403 Forbidden/],
    ['BTCUSDT-1h.csv', gzipSync(`${HEADER}\n${KLINE.join()}\n`).subarray(0, -9), /truncated/],
    ['BTCUSDT-1h.csv', '', /is empty/],
    ['BTCUSDT-1h.csv', 'date,close\n2025-01-01,3\n', /neither a header/],
    ['BTC_USDT-1h.json', JSON.stringify([KLINE]).slice(0, -3), /not JSON/],
    ['BTC_USDT-1h.json', { code: -1121, msg: 'Invalid symbol.' }, /Invalid symbol/],
    ['BTC_USDT-1h.json', [1, 2], /must be an array of arrays/],
    ['bars.json', [KLINE], /name must say pair and interval/],
    ['BTC_USDT_USDT-8h-mark.json', [KLINE], /name must say pair and interval/],
    ['BTC_USDT_USDT-8h-funding_rate.json', [KLINE], /name must say pair and interval/],
    ['bars.csv', `${HEADER}\n${KLINE.join()}\n`, /name must say pair and interval/],
  ])('%s %#: refused', async (name, content, message) => {
    const file = await tempFile(name, content);
    await expect(readAll(ohlcv, file)).rejects.toThrow(SourceError);
    await expect(readAll(ohlcv, file)).rejects.toThrow(message);
    await expect(readAll(ohlcv, file)).rejects.toThrow(file);
  });
});

describe('live answers', () => {
  const series = { ticker: 'BINANCE:SOLUSDT', interval: '1h' };
  const close = OPEN_MS + 3_600_000;

  it('leave out the bar that is still open', () => {
    const next = KLINE.with(0, close);
    const context = { source: 'https://…', asOf: new Date(close) };
    for (const items of [
      parseKlines([KLINE, next], series, context),
      parseCandles([CANDLE, { ...CANDLE, t: close }], context),
    ]) {
      const { inputs, counts } = readingOf(items);
      expect(inputs.map(({ key }) => key)).toEqual([BAR.key]);
      expect(counts).toEqual({ 'input: bar': 1, 'skipped: bar not closed yet': 1 });
    }
  });

  it('may be empty', () => {
    expect(readingOf(parseKlines([], series, { source: 's' })).counts).toEqual({});
    expect(readingOf(parseCandles([], { source: 's' })).counts).toEqual({});
  });
});
