import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { coingeckoMarkets } from '../../../src/sources/coingecko/coingecko-markets.ts';
import { parseCoinMarketsPage, scanItems } from '../../../src/sources/coingecko/markets-page.ts';
import { SourceError } from '../../../src/sources/format.ts';
import { entry } from './market-entry.ts';
import { readAll, readingOf, tempFile } from './reading.ts';

const read = async (content: unknown, name = 'markets.json') =>
  readAll(coingeckoMarkets, await tempFile(name, content));

describe('answers of /coins/markets', () => {
  it('become a coin each and, last, one scan; the newest update is the time of all', async () => {
    const newer = { last_updated: '2026-05-01T07:03:00.000Z' };
    const { inputs } = await read([entry('bitcoin'), entry('solana', newer)]);
    const key = '2026-05-01T07:03:00.000Z';
    expect(inputs.map((input) => [input.kind, input.series, input.key])).toEqual([
      ['coin', 'bitcoin', key],
      ['coin', 'solana', key],
      ['scan', 'coingecko', key],
    ]);
    expect(inputs[0]?.data).toMatchObject({
      symbol: 'bit',
      name: 'BITCOIN',
      price: 100,
      market_cap: 2_000,
      volume_24h: 300,
      rank: 5,
      perf_24h: 1.52,
      perf_7d: -3,
      perf_30d: 12,
      high_24h: null,
      low_24h: null,
    });
    expect(inputs[2]?.data).toEqual({ coins: ['bitcoin', 'solana'], unread: [] });
  });

  it('have the time of the wrapper, in UTC, where there is one', async () => {
    const { inputs } = await read({ updated: '2026-05-01T09:58:51.180671+02:00', data: [entry('bitcoin')] });
    expect(inputs.map(({ key }) => key)).toEqual(['2026-05-01T07:58:51.180Z', '2026-05-01T07:58:51.180Z']);
  });

  it('may lack windows; the plain 24 hours stand in for those in currency', async () => {
    const bare = entry('bitcoin', {
      price_change_percentage_24h_in_currency: undefined,
      price_change_percentage_7d_in_currency: undefined,
      price_change_percentage_30d_in_currency: null,
    });
    const { inputs } = await read([bare]);
    expect(inputs[0]?.data).toMatchObject({ perf_24h: 1.5, perf_7d: null, perf_30d: null });
  });

  it('of several pages are one scan, with one time, and a coin on two pages counts once', () => {
    const first = parseCoinMarketsPage([entry('bitcoin'), entry('solana')], 'page 1');
    const later = { last_updated: '2026-05-01T07:09:00.000Z' };
    const second = parseCoinMarketsPage([entry('solana', later), entry('pepe')], 'page 2');
    const { inputs, counts } = readingOf(scanItems([first, second]));
    expect(inputs.at(-1)?.data).toEqual({ coins: ['bitcoin', 'solana', 'pepe'], unread: [] });
    expect(new Set(inputs.map(({ key }) => key))).toEqual(new Set(['2026-05-01T07:09:00.000Z']));
    expect(counts).toMatchObject({ 'skipped: coin is on an earlier page as well': 1, 'input: coin': 3 });
  });

  it('that are empty are no scan, which would remove every coin', async () => {
    expect((await read([])).counts).toEqual({ 'skipped: an empty page is no scan': 1 });
  });
});

describe('changed types', () => {
  const coins = Array.from({ length: 20 }, (_, index) => entry(`coin-${index}`));

  it('in one entry reject it with the field; the scan knows that the coin is still there', async () => {
    const { inputs, rejections } = await read(coins.with(7, entry('coin-7', { current_price: '76025' })));
    expect(rejections).toMatchObject([
      { at: 'record 8', field: 'current_price', reason: 'not a number', raw: { id: 'coin-7' } },
    ]);
    expect(inputs.at(-1)?.data).toMatchObject({ unread: ['coin-7'] });
    expect(inputs.at(-1)?.data.coins).toHaveLength(19);
  });

  it('in more than a tenth of the entries make no scan, so nothing is removed', async () => {
    const { inputs, counts } = await read(
      coins.map((coin, index) => (index < 3 ? { ...coin, market_cap_rank: '1' } : coin)),
    );
    expect(inputs.map(({ kind }) => kind)).not.toContain('scan');
    expect(counts).toMatchObject({ 'noted: too many coins cannot be read: not taken as a scan': 1 });
  });

  it.each([
    [null, null, 'not an object'],
    [entry('x', { id: 7 }), 'id', 'no coin id'],
    [entry('x', { symbol: ' ' }), 'symbol', 'no symbol'],
    [entry('x', { name: null }), 'name', 'no name'],
    [entry('x', { current_price: -1 }), 'current_price', 'negative'],
    [entry('x', { market_cap_rank: 1.5 }), 'market_cap_rank', 'not a rank'],
    [
      entry('x', { price_change_percentage_7d_in_currency: [] }),
      'price_change_percentage_7d_in_currency',
      'not a number',
    ],
  ])('%#: are rejected', async (raw, field, reason) => {
    expect((await read([...coins, raw])).rejections).toMatchObject([{ at: 'record 21', field, reason, raw }]);
  });
});

describe('files that are something else', () => {
  it.each([
    ['<!doctype html><html><title>429 Too Many Requests</title>', /429 Too Many Requests/],
    [gzipSync(JSON.stringify([entry('bitcoin')])).subarray(0, -9), /truncated/],
    [JSON.stringify([entry('bitcoin')]).slice(0, -40), /not JSON/],
    ['', /not JSON/],
    [{ status: { error_code: 429, error_message: "You've exceeded the Rate Limit" } }, /Rate Limit/],
    [{ error: 'coin not found' }, /coin not found/],
    [[[1, 2, 3]], /not an answer of \/coins\/markets/],
    [[entry('bitcoin', { last_updated: 'soon' })], /tells its time/],
  ])('%#: are refused', async (content, message) => {
    const file = await tempFile('markets.json', content);
    await expect(readAll(coingeckoMarkets, file)).rejects.toThrow(SourceError);
    await expect(readAll(coingeckoMarkets, file)).rejects.toThrow(message);
    await expect(readAll(coingeckoMarkets, file)).rejects.toThrow(file);
  });

  it('are one rejection among several', async () => {
    const files = [await tempFile('a.json', '<html>'), await tempFile('b.json', [entry('bitcoin')])];
    const { counts } = await readAll(coingeckoMarkets, ...files);
    expect(counts).toEqual({ 'rejected: unreadable file': 1, 'input: coin': 1, 'input: scan': 1 });
  });
});

describe('other answers', () => {
  const coin = { market_data: { current_price: { usd: 5 }, last_updated: '2026-05-01T07:00:00.000Z' } };

  it('of a single coin are an observation and no scan; the file names a coin that is not named inside', async () => {
    const named = await read({ id: 'tezos', symbol: 'xtz', name: 'Tezos', ...coin });
    expect(named.counts).toEqual({ 'input: coin': 1 });
    expect(named.inputs[0]).toMatchObject({ series: 'tezos', data: { symbol: 'xtz', price: 5, rank: null } });
    expect((await read(coin, 'coins_tezos.json')).inputs[0]?.series).toBe('tezos');
    expect((await read(coin)).counts).toEqual({ 'rejected: no coin id': 1 });
    expect((await read({ id: 'tezos', market_data: { current_price: { usd: 5 } } })).counts).toEqual({
      'rejected: no time': 1,
    });
  });

  it('of a market chart do not say of which coin they are', async () => {
    const { counts } = await read({ prices: [[1678836069765, 1.19]], market_caps: [], total_volumes: [] });
    expect(counts).toEqual({ 'skipped: a market chart does not say of which coin it is': 1 });
  });
});
