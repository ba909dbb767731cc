import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { formats } from '../../src/sources/index.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

describeWithSharedData('companies and coins of one symbol in one store', '.', (folder) => {
  let app: TestApp;
  const load = async (name: string, ...paths: string[]) => {
    const format = formats.find((one) => one.name === name);
    if (!format) throw new Error(`no format ${name}`);
    const files = paths.map((path) => join(folder, path));
    await runFormat(app.services, format, files, {
      reject: async () => undefined,
      onProgress: () => undefined,
    });
  };
  const data = async (query: string) => {
    const answer = await app.graphql(query);
    expect(answer.errors).toBeUndefined();
    return answer.data as Record<string, never>; // tests read what they asked for
  };

  beforeAll(async () => {
    app = await startApp();
    await load('coingecko-markets', 'aoe/coingecko/coins_markets_2026-05-02T0719.json.gz');
    await load('sec-tsv', 'insider/sec-form345-dataset-2024q3');
    await load('house-transactions', 'congress/capitol-watch/house_transactions.json');
    await load('senate-transactions', 'congress/senate-stock-watcher/all_transactions.json');
    await load('ohlcv', 'mre/hyperliquid/candleSnapshot.response.json');
  }, 600_000);
  afterAll(() => app?.stop());

  const META =
    'symbol companyName outperformer(includeStale: true) { name } insiderFilings { totalCount } congressTrades { totalCount }';

  it('META is the company, and no page of it shows MetaDAO', async () => {
    const { asset } = await data(
      `{ asset(symbol: "META") { ${META} kind namesakes { symbol kind outperformer(includeStale: true) { name } } } }`,
    );
    expect(asset).toEqual({
      symbol: 'META',
      kind: 'STOCK',
      companyName: 'Meta Platforms, Inc.',
      outperformer: null,
      insiderFilings: { totalCount: 7 },
      congressTrades: { totalCount: 51 },
      namesakes: [{ symbol: 'META', kind: 'CRYPTO', outperformer: { name: 'MetaDAO' } }],
    });
  });

  it('META of kind CRYPTO is MetaDAO, and no page of it shows the company', async () => {
    const { asset } = await data(
      `{ asset(symbol: "META", kind: CRYPTO) { ${META} kind namesakes { kind companyName } } }`,
    );
    expect(asset).toEqual({
      symbol: 'META',
      kind: 'CRYPTO',
      companyName: null,
      outperformer: { name: 'MetaDAO' },
      insiderFilings: { totalCount: 0 },
      congressTrades: { totalCount: 0 },
      namesakes: [{ kind: 'STOCK', companyName: 'Meta Platforms, Inc.' }],
    });
  });

  it('a bare symbol is the stock, a pair is the coin', async () => {
    const { bare, coin, pair, none } = await data(`{
      bare: asset(symbol: "meta") { kind outperformer(includeStale: true) { name } namesakes { kind } }
      coin: asset(symbol: "meta", kind: CRYPTO) { kind outperformer(includeStale: true) { name } namesakes { kind } }
      pair: asset(symbol: "BINANCE:BTCUSDT") { kind } none: asset(symbol: "SOL", kind: FOREX) { kind } }`);
    expect(bare).toEqual({ kind: 'STOCK', outperformer: null, namesakes: [{ kind: 'CRYPTO' }] });
    expect(coin).toEqual({
      kind: 'CRYPTO',
      outperformer: { name: 'MetaDAO' },
      namesakes: [{ kind: 'STOCK' }],
    });
    expect([pair, none]).toEqual([{ kind: 'CRYPTO' }, null]);
  });

  it('every spelling of a class share leads to the same trades', async () => {
    const { dot, dash, slash } = await data(
      `{ ${['dot: BRK.B', 'dash: BRK-B', 'slash: BRK/B']
        .map((one) => one.split(': '))
        .map(
          ([name, symbol]) =>
            `${name}: asset(symbol: "${symbol}") { symbol congressTrades(first: 100) { nodes { ticker } } }`,
        )
        .join(' ')} }`,
    );
    expect(dot).toMatchObject({ symbol: 'BRK.B' });
    expect([dash, slash]).toEqual([dot, dot]);
    const { congressTrades } = dot as unknown as { congressTrades: { nodes: { ticker: string }[] } };
    const written = Map.groupBy(congressTrades.nodes, ({ ticker }) => ticker);
    expect([...written].map(([ticker, { length }]) => [ticker, length]).sort()).toEqual([
      ['BRK-B', 14],
      ['BRK.B', 33],
    ]);
  });

  it('rows of no feed share an asset with rows of another kind', async () => {
    const rows = await app.services.db.run(
      sql`
        SELECT array_agg(DISTINCT kind) AS kinds FROM (
          SELECT asset, 'crypto' AS kind FROM outperformers UNION ALL SELECT asset, 'crypto' FROM reversals
          UNION ALL SELECT asset, 'stock' FROM insider_filings
          UNION ALL SELECT asset, 'stock' FROM congress_trades WHERE asset_type IS DISTINCT FROM 'Cryptocurrency'
          UNION ALL SELECT asset, asset_type FROM signals) AS row
        WHERE asset IS NOT NULL GROUP BY asset HAVING count(DISTINCT kind) > 1`,
    );
    expect(rows).toEqual([]);
  });
});
