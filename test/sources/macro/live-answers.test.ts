import { describe, expect, it } from 'vitest';
import { SourceError } from '../../../src/sources/format.ts';
import {
  parseCoinbaseCandles,
  parseCoingeckoGlobal,
  parseLlamaStablecoins,
  parseLlamaTvl,
} from '../../../src/sources/macro/live-answers.ts';
import { sortOut } from './reading.ts';

const url = 'https://provider.example';
const answer = (value: unknown) => ({ json: JSON.stringify(value), url });
/** 2026-08-14T07:58:51Z. */
const UPDATED_AT = 1_786_694_331;

describe('answers of live endpoints', () => {
  it('CoinGecko /global: four series of the day, captured at that second', () => {
    const data = {
      active_cryptocurrencies: 18412,
      total_market_cap: { usd: 2.24759e12 },
      total_volume: { usd: 4.82628e10 },
      market_cap_percentage: { btc: 56.1274 },
      updated_at: UPDATED_AT,
    };
    const { inputs } = sortOut(parseCoingeckoGlobal(answer({ data })));
    expect(inputs.map(({ series, key }) => `${series} ${key}`)).toEqual([
      'COINGECKO:btc_dominance 2026-08-14|2026-08-14T07:58:51.000Z|56.1274',
      'COINGECKO:crypto_market_cap 2026-08-14|2026-08-14T07:58:51.000Z|2247590000000',
      'COINGECKO:crypto_volume 2026-08-14|2026-08-14T07:58:51.000Z|48262800000',
      'COINGECKO:active_cryptoassets 2026-08-14|2026-08-14T07:58:51.000Z|18412',
    ]);
    const changed = { ...data, market_cap_percentage: { btc: null } };
    expect(sortOut(parseCoingeckoGlobal(answer({ data: changed }))).rejections).toMatchObject([
      { file: url, at: 'market_cap_percentage.btc', reason: 'not a number', raw: changed },
    ]);
    expect(() => parseCoingeckoGlobal(answer({ status: { error_code: 429 } }))).toThrow(SourceError);
  });

  it('Coinbase candles: closes of days that are over', () => {
    const rows = [
      [1_786_665_600, 62_000, 64_000, 63_425.3, 62_975.2, 100],
      [1_786_579_200, 62_500, 64_500, 64_000, 63_425.3, 100],
      ['soon', 1, 2, 3, 4, 5],
      [1_786_492_800, 1, 2],
    ];
    const { inputs, counts, rejections } = sortOut(
      parseCoinbaseCandles(answer(rows), 'btcusd', '2026-08-14'),
    );
    expect(inputs.map(({ key }) => key)).toEqual(['2026-08-13|2026-08-14|63425.3']);
    expect(counts['skipped: day is not over']).toBe(1);
    expect(rejections.map(({ at, reason }) => `${at}: ${reason}`)).toEqual([
      'record 3: not a day YYYY-MM-DD',
      'record 4: not a number',
    ]);
    expect(() => parseCoinbaseCandles(answer({ message: 'NotFound' }), 'btcusd', '2026-08-14')).toThrow(
      /array/,
    );
    expect(() => parseCoinbaseCandles({ json: '[[1', url }, 'btcusd', '2026-08-14')).toThrow(/not JSON/);
  });

  it('DefiLlama: totals by day, seconds as number or text', () => {
    const tvl = parseLlamaTvl(answer([{ date: 1_786_579_200, tvl: 1.41768e11 }]), '2026-08-14');
    expect(sortOut(tvl).inputs[0]?.key).toBe('2026-08-13|2026-08-13|141768000000');
    const rows = [{ date: '1786579200', totalCirculatingUSD: { peggedUSD: 3.06412e11, peggedEUR: 5e8 } }];
    const supply = sortOut(parseLlamaStablecoins(answer(rows), '2026-08-14')).inputs;
    expect(supply).toMatchObject([{ series: 'DEFILLAMA:stablecoin_supply', data: { value: 306412000000 } }]);
  });
});
