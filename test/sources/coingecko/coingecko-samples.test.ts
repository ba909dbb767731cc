import { join } from 'node:path';
import { expect, it } from 'vitest';
import { coingeckoMarkets } from '../../../src/sources/coingecko/coingecko-markets.ts';
import { describeWithSharedData, sharedData } from '../../support/shared-data.ts';
import { readAll } from './reading.ts';

describeWithSharedData('samples of CoinGecko', 'aoe/coingecko', (folder) => {
  it.each([
    ['coins_markets_2026-04-18T1833.json.gz', 250, '2026-04-18T18:33:49.414Z'],
    ['coins_markets_2026-04-19T0707.json.gz', 300, '2026-04-19T07:07:05.817Z'],
    ['coins_markets_2026-04-21T0721.json.gz', 250, '2026-04-21T07:21:39.444Z'],
    ['coins_markets_2026-04-25T0702.json.gz', 300, '2026-04-25T07:02:49.381Z'],
    ['coins_markets_2026-05-01T0758.json.gz', 300, '2026-05-01T07:58:51.180Z'],
    ['coins_markets_2026-05-02T0719.json.gz', 300, '2026-05-02T07:19:01.746Z'],
    ['coins_markets_no_7d_30d_2023-01-02.json', 5, '2023-01-02T17:08:14.619Z'],
    ['coins_markets_no_7d_30d_2024-01-15.json.gz', 100, '2024-01-15T08:54:28.000Z'],
  ])('%s: %i coins in one scan', async (name, count, key) => {
    const { inputs, counts } = await readAll(coingeckoMarkets, join(folder, name));
    expect(counts).toEqual({ 'input: coin': count, 'input: scan': 1 });
    expect(new Set(inputs.map((input) => input.key))).toEqual(new Set([key]));
  });

  it('coins_bitcoin.json: one observation without symbol and name', async () => {
    const { inputs, counts } = await readAll(coingeckoMarkets, join(folder, 'coins_bitcoin.json'));
    expect(counts).toEqual({ 'input: coin': 1, 'noted: coin id taken from the file name': 1 });
    expect(inputs[0]).toMatchObject({ series: 'bitcoin', key: '2023-03-01T16:25:16.583Z' });
    expect(inputs[0]?.data).toMatchObject({ symbol: null, name: null, rank: 1, perf_24h: 0.42253 });
  });

  it('market_chart.json: left out, for it does not say of which coin it is', async () => {
    const { counts } = await readAll(coingeckoMarkets, join(folder, 'market_chart.json'));
    expect(counts).toEqual({ 'skipped: a market chart does not say of which coin it is': 1 });
  });

  it('derived sector snapshots: refused, they are no answers of CoinGecko', async () => {
    const derived = sharedData('aoe/derived-sector-snapshots/2026-05-16T00.json') ?? '';
    await expect(readAll(coingeckoMarkets, derived)).rejects.toThrow(/not an answer of \/coins\/markets/);
  });
});
