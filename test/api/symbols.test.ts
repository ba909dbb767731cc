import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import type { Rejection } from '../../src/sources/format.ts';
import { formats } from '../../src/sources/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

const SEC = 'symbols/sec/company_tickers.json.gz';
const EXCHANGES = 'symbols/sec/company_tickers_exchange.json.gz';
const DECEMBER = '2025-12-14T00:00:00.000Z';

function importing(app: () => TestApp) {
  return async (name: string, file: string, at?: string) => {
    const rejected: Rejection[] = [];
    const format = formats.find((one) => one.name === name) ?? expect.unreachable(name);
    const report = await runFormat(app().services, format, [file], {
      reject: async (one) => void rejected.push(one),
      onProgress: () => undefined,
      ...(at && { at: new Date(at) }),
    });
    return { report, rejected };
  };
}

describeWithSharedData('directories of symbols', 'symbols', (folder) => {
  let app: TestApp;
  const load = importing(() => app);
  const data = (path: string) => join(folder, '..', path);
  const asset = async (symbol: string, kind?: string) => {
    const answer = await app.graphql(
      'query ($symbol: String!, $kind: AssetKind) { asset(symbol: $symbol, kind: $kind) { symbol kind name aliases namesakes { kind name } } }',
      { symbol, kind },
    );
    expect(answer.errors).toBeUndefined();
    return answer.data?.asset as unknown as Record<string, unknown> | null;
  };

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app?.stop());

  it('are read whole: what is no record is a capture, or is told', async () => {
    const counts = async (name: string, path: string, at?: string) => {
      const { report, rejected } = await load(name, data(path), at);
      const { read, created, updated, unchanged, references, skipped } = report;
      expect(read - created - updated - unchanged - references).toBe(
        rejected.length + Object.values(skipped).reduce((a, b) => a + b, 0),
      );
      return { read, created, updated, skipped, rejected: rejected.length };
    };
    expect(await counts('sec-tickers', SEC, DECEMBER)).toEqual({
      read: 10_219,
      created: 10_218,
      updated: 0,
      skipped: {},
      rejected: 0,
    });
    // The same symbols: exchanges are added.
    expect(await counts('sec-tickers', EXCHANGES, DECEMBER)).toMatchObject({
      read: 10_219,
      created: 0,
      rejected: 0,
    });
    expect(await counts('sec-tickers', EXCHANGES, DECEMBER)).toMatchObject({ created: 0, updated: 0 });
    expect(await counts('nasdaq-trader', 'symbols/nasdaq-trader/nasdaqlisted.txt.gz')).toMatchObject({
      rejected: 0,
      skipped: { 'test issue': expect.any(Number) },
    });
    expect(await counts('nasdaq-trader', 'symbols/nasdaq-trader/otherlisted.txt.gz')).toMatchObject({
      rejected: 0,
    });
    expect(
      await counts('coingecko-coins', 'aoe/coingecko/coins_list.json.gz', '2024-01-15T00:00:00Z'),
    ).toMatchObject({ read: 8_202 });
  }, 600_000);

  it('have to say when they were captured, and be whole', async () => {
    await expect(load('sec-tickers', data(SEC))).rejects.toThrow(
      'does not say when it was captured: pass --at',
    );
    const place = mkdtempSync(join(tmpdir(), 'symbols-'));
    const cut = join(place, 'nasdaqlisted.txt');
    const text = gunzipSync(readFileSync(data('symbols/nasdaq-trader/nasdaqlisted.txt.gz'))).toString();
    writeFileSync(cut, text.slice(0, 10_000));
    await expect(load('nasdaq-trader', cut)).rejects.toThrow('does not end with its "File Creation Time"');
    rmSync(place, { recursive: true });
  });

  it.each(['AAPL', 'aapl', '$AAPL', 'NASDAQ:AAPL', 'Apple', 'apple inc.'])('%s is Apple', async (text) => {
    expect(await asset(text)).toMatchObject({ symbol: 'AAPL', kind: 'STOCK', name: 'Apple Inc.' });
  });

  it.each(['BRK.B', 'BRK-B', 'BRK/B', 'BRK B', 'BRKB', 'NYSE:BRK.B'])('%s is one security', async (text) => {
    expect(await asset(text)).toMatchObject({ symbol: 'BRK.B', name: 'BERKSHIRE HATHAWAY INC' });
  });

  it('an exchange outside the United States is part of the name', async () => {
    expect(await asset('ASX')).toMatchObject({ symbol: 'ASX' });
    expect(await asset('ASX:CRN')).toBeNull();
    expect(await asset('ASX:ASX')).toBeNull();
  });

  it('a symbol without a mark is no class by its letters', async () => {
    expect(await asset('TPC')).toMatchObject({ symbol: 'TPC' });
    expect(await asset('MSFTA')).toBeNull();
  });

  it.each(['Bitcoin', 'BTC/USDT', 'BINANCE:BTCUSDT'])('%s is the coin', async (text) => {
    expect(await asset(text)).toMatchObject({ symbol: 'BTC', kind: 'CRYPTO' });
  });

  it('the kind decides between a company and a coin, and the other is named', async () => {
    expect(await asset('META')).toMatchObject({ kind: 'STOCK', name: 'Meta Platforms, Inc.' });
    expect(await asset('META', 'CRYPTO')).toMatchObject({
      kind: 'CRYPTO',
      namesakes: [{ kind: 'STOCK', name: 'Meta Platforms, Inc.' }],
    });
  });

  it('are asked for by their names alone', async () => {
    const listed = await app.get('/api/v1/symbols?directory=Nasdaq-Other&limit=1');
    expect(await listed.json()).toMatchObject({ symbols: [{ directory: 'nasdaq-other' }] });
    const answer = await app.get('/api/v1/symbols?directory=nyse');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      detail: expect.stringMatching(/directory.*sec, nasdaq-listed, nasdaq-other, coingecko.*nyse/),
    });
  });

  it('say what a symbol stands for over REST, with the number of the company', async () => {
    const answer = await app.get('/api/v1/symbols?symbol=brk-b');
    const { symbols } = (await answer.json()) as { readonly symbols: readonly object[] };
    expect(symbols).toEqual([
      expect.objectContaining({
        symbol: 'BRK-B',
        issuer_cik: '0001067983',
        exchange: 'NYSE',
        directory: 'sec',
        also: 'BRKB',
        valid_from: null,
        valid_to: null,
      }),
    ]);
  });
});

describe('captures of a directory, in any order', () => {
  const capture = (rows: readonly (readonly [number, string, string])[]) =>
    JSON.stringify(
      Object.fromEntries(rows.map(([cik_str, ticker, title], n) => [n, { cik_str, ticker, title }])),
    );
  /** Facebook became Meta; META was a fund before, which closed; a company left. */
  const CAPTURES = {
    '2021-06-01T00:00:00.000Z': capture([
      [1326801, 'FB', 'Facebook Inc'],
      [1924868, 'META', 'Roundhill Ball Metaverse ETF'],
      [320193, 'AAPL', 'Apple Inc.'],
      [1418091, 'TWTR', 'Twitter, Inc.'],
    ]),
    '2022-03-01T00:00:00.000Z': capture([
      [1326801, 'FB', 'Meta Platforms, Inc.'],
      [320193, 'AAPL', 'Apple Inc.'],
      [1418091, 'TWTR', 'Twitter, Inc.'],
    ]),
    '2022-12-01T00:00:00.000Z': capture([
      [1326801, 'META', 'Meta Platforms, Inc.'],
      [320193, 'AAPL', 'Apple Inc.'],
      [1924868, 'FB', 'ProShares S&P 500 Dynamic Buffer ETF'],
    ]),
  };
  const days = Object.keys(CAPTURES);
  const orders = [days, days.toReversed(), [days[1], days[2], days[0]]] as string[][];

  it.each(orders)(
    '%s, %s, %s',
    async (...order) => {
      const place = mkdtempSync(join(tmpdir(), 'symbols-'));
      const app = await startApp();
      const load = importing(() => app);
      for (const at of order) {
        const file = join(place, 'company_tickers.json');
        writeFileSync(file, CAPTURES[at as keyof typeof CAPTURES]);
        await load('sec-tickers', file, at);
      }
      const answer = await app.get('/api/v1/symbols?sort_by=symbol&order=asc');
      const { symbols } = (await answer.json()) as {
        readonly symbols: readonly Record<string, string | null>[];
      };
      const rows = symbols.map(({ symbol, name, valid_from: from, valid_to: to }) =>
        [symbol, name, from?.slice(0, 10) ?? 'always', to?.slice(0, 10) ?? 'now'].join(' | '),
      );
      expect(rows.toSorted()).toEqual([
        'AAPL | Apple Inc. | always | now',
        'FB | Facebook Inc | always | 2022-03-01',
        'FB | Meta Platforms, Inc. | 2022-03-01 | 2022-12-01',
        'FB | ProShares S&P 500 Dynamic Buffer ETF | 2022-12-01 | now',
        'META | Meta Platforms, Inc. | 2022-12-01 | now',
        'META | Roundhill Ball Metaverse ETF | always | 2022-03-01',
        'TWTR | Twitter, Inc. | always | 2022-12-01',
      ]);
      const { data } = await app.graphql(
        '{ asset(symbol: "META") { name aliases listings { totalCount } } }',
      );
      expect(data?.asset).toEqual({
        name: 'Meta Platforms, Inc.',
        aliases: ['Meta Platforms, Inc.', 'Roundhill Ball Metaverse ETF'],
        listings: { totalCount: 2 },
      });
      await app.stop();
      rmSync(place, { recursive: true });
    },
    600_000,
  );
});
