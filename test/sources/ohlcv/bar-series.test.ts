import { describe, expect, it } from 'vitest';
import { closeOfBar, intervalMs, intervalOf } from '../../../src/feed/interval.ts';
import { barTime } from '../../../src/sources/ohlcv/bar.ts';
import { barSeries, barSeriesName, barSeriesOf, displayOf } from '../../../src/sources/ohlcv/bar-series.ts';

describe('bar series', () => {
  it('have one name however the pair is written', () => {
    for (const symbol of ['BTCUSDT', 'btc_usdt', 'BTC/USDT', 'BTC-USDT']) {
      expect(barSeries('BINANCE', symbol, '1h')).toEqual({ ticker: 'BINANCE:BTCUSDT', interval: '1h' });
    }
    expect(barSeries('BINANCE', 'BTC USDT', '1h')).toBeNull();
    expect(barSeries('BINANCE', 'BTCUSDT', 60)).toBeNull();
  });

  it('are read back from their name', () => {
    const series = { ticker: 'BINANCE:BTCUSDT', interval: '1M' };
    expect(barSeriesOf(barSeriesName(series))).toEqual(series);
    for (const name of ['BINANCE:BTCUSDT', '|1h', 'A|1mo', 'A|1h|x', 'A|soon']) {
      expect(barSeriesOf(name), name).toBeNull();
    }
  });

  it.each([
    ['BINANCE:BTCUSDT', 'BTC/USDT'],
    ['BINANCE:ADABTC', 'ADA/BTC'],
    ['BINANCE:BTCFDUSD', 'BTC/FDUSD'],
    ['BINANCE:BTCUSDT.P', 'BTC/USDT.P'],
    ['HYPERLIQUID:KPEPE', 'KPEPE'],
    ['HYPERLIQUID:BTC', 'BTC'],
  ])('%s shows as %s', (ticker, display) => {
    expect(displayOf(ticker)).toBe(display);
  });
});

describe('intervals', () => {
  it.each([
    ['1m', '1m', 60_000],
    ['1mo', '1M', 30 * 86_400_000],
    ['12h', '12h', 43_200_000],
    ['1w', '1w', 604_800_000],
  ])('%s is %s, %i ms', (text, interval, ms) => {
    expect(intervalOf(text)).toBe(interval);
    expect(intervalMs(interval)).toBe(ms);
  });

  it('are nothing else', () => {
    for (const text of ['', '0m', '1', 'h', '1H', '1y', '-1m']) expect(intervalOf(text), text).toBeNull();
  });

  it('end where the next bar opens, months by the calendar', () => {
    const close = (open: string, interval: string) => closeOfBar(new Date(open), interval).toISOString();
    expect(close('2024-02-01T00:00:00Z', '1M')).toBe('2024-03-01T00:00:00.000Z');
    expect(close('2024-02-28T20:00:00Z', '4h')).toBe('2024-02-29T00:00:00.000Z');
  });
});

describe('open times', () => {
  it.each([
    [1637971200000, '2021-11-27T00:00:00.000Z'],
    ['1637971200000', '2021-11-27T00:00:00.000Z'],
    ['1746057600000000', '2025-05-01T00:00:00.000Z'],
    [1637971200, '2021-11-27T00:00:00.000Z'],
    ['2020-08-19', '2020-08-19T00:00:00.000Z'],
    ['2020-08-19 04:00:00', '2020-08-19T04:00:00.000Z'],
    ['2024-01-01T00:00:00.000', '2024-01-01T00:00:00.000Z'],
    ['2024-01-01T00:00:00+02:00', '2023-12-31T22:00:00.000Z'],
  ])('%s is %s', (value, time) => {
    expect(barTime(value)?.toISOString()).toBe(time);
  });

  it('are nothing else', () => {
    for (const value of [null, '', 'soon', 5, -1637971200000, 1.5, '2024-13-01', '1999-01-01', {}]) {
      expect(barTime(value)).toBeNull();
    }
  });
});
