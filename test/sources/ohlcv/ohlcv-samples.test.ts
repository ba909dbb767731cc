import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ohlcv } from '../../../src/sources/ohlcv/ohlcv.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { readAll } from '../coingecko/reading.ts';

describeWithSharedData('samples of bars', 'mre', (folder) => {
  it.each([
    ['binance/ADABTC-1m-2021-11-27.csv', 'BINANCE:ADABTC|1m', 10, '2021-11-27T00:00', '2021-11-27T00:09'],
    // Futures: their tick of 0.1 USD shows in every price.
    [
      'binance/BTCUSDT-1h-ohlc.csv.gz',
      'BINANCE:BTCUSDT.P|1h',
      11_664,
      '2024-01-01T00:00',
      '2025-04-30T23:00',
    ],
    [
      'binance/ETHUSDT-1h-ohlc.csv.gz',
      'BINANCE:ETHUSDT.P|1h',
      11_664,
      '2024-01-01T00:00',
      '2025-04-30T23:00',
    ],
    // Labelled as Binance's, but in Hyperliquid's layout, with its coin names and no trade before its first day.
    ['binance/BTCUSDT-1d.csv.gz', 'HYPERLIQUID:BTC|1d', 1_412, '2020-08-19T00:00', '2024-06-30T00:00'],
    ['binance/TRUMP-1d.csv.gz', 'HYPERLIQUID:TRUMP|1d', 518, '2025-01-18T00:00', '2026-06-19T00:00'],
    ['binance-ccxt/ADA_USDT-1d.json.gz', 'BINANCE:ADAUSDT|1d', 1_638, '2018-04-17T00:00', '2022-10-10T00:00'],
    ['binance-ccxt/BTC_USDT-1d.json.gz', 'BINANCE:BTCUSDT|1d', 1_881, '2017-08-17T00:00', '2022-10-10T00:00'],
    [
      'binance-ccxt/DOGE_USDT-1d.json.gz',
      'BINANCE:DOGEUSDT|1d',
      1_194,
      '2019-07-05T00:00',
      '2022-10-10T00:00',
    ],
    ['binance-ccxt/ETH_USDT-1d.json.gz', 'BINANCE:ETHUSDT|1d', 1_881, '2017-08-17T00:00', '2022-10-10T00:00'],
    [
      'binance-ccxt/LINK_USDT-1d.json.gz',
      'BINANCE:LINKUSDT|1d',
      1_364,
      '2019-01-16T00:00',
      '2022-10-10T00:00',
    ],
    ['binance-ccxt/SOL_USDT-1d.json.gz', 'BINANCE:SOLUSDT|1d', 791, '2020-08-11T00:00', '2022-10-10T00:00'],
    ['binance-ccxt/SOL_USDT-4h.json.gz', 'BINANCE:SOLUSDT|4h', 4_747, '2020-08-11T04:00', '2022-10-11T04:00'],
    [
      'hyperliquid/candleSnapshot.response.json',
      'HYPERLIQUID:KPEPE|1h',
      24,
      '2023-05-21T20:00',
      '2023-05-22T19:00',
    ],
  ])('%s: %s, %i bars', async (name, series, count, first, last) => {
    const { inputs, counts } = await readAll(ohlcv, join(folder, name));
    expect(counts).toEqual({ 'input: bar': count });
    expect(new Set(inputs.map((input) => input.series))).toEqual(new Set([series]));
    expect(new Set(inputs.map((input) => input.key)).size).toBe(count);
    expect([inputs[0]?.key, inputs.at(-1)?.key]).toEqual([`${first}:00.000Z`, `${last}:00.000Z`]);
  });

  it('keep the columns apart: short names have the close before high and low', async () => {
    const firstOf = async (name: string) => (await readAll(ohlcv, join(folder, name))).inputs[0]?.data;
    // 0,2025-01-18,2025-01-18 23:59:59.999,TRUMP,1d,8.7494,28.433,35.0,8.6541,69452445.599999994,904123
    expect(await firstOf('binance/TRUMP-1d.csv.gz')).toEqual({
      o: 8.7494,
      c: 28.433,
      h: 35,
      l: 8.6541,
      v: 69452445.599999994,
      n: 904123,
    });
    // 1637971200000,0.00002853,0.00002854,0.00002851,0.00002854,36304.20000000,…
    expect(await firstOf('binance/ADABTC-1m-2021-11-27.csv')).toEqual({
      o: 0.00002853,
      h: 0.00002854,
      l: 0.00002851,
      c: 0.00002854,
      v: 36304.2,
      q: 1.03547608,
      n: 79,
      tb: 19523,
    });
    // {"o":"0.001601","h":"0.001616","l":"0.001601","c":"0.001604","v":"520665683.0",…}
    expect(await firstOf('hyperliquid/candleSnapshot.response.json')).toEqual({
      o: 0.001601,
      h: 0.001616,
      l: 0.001601,
      c: 0.001604,
      v: 520665683,
      n: 709,
    });
  });
});
