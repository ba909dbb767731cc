import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFormat } from '../../src/app/import.ts';
import { formats } from '../../src/sources/index.ts';
import { SINCE } from '../ingestion/rederive/whole-store.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

/** What a store derives from and what it shows of current state, whatever its ids of captures are. */
async function contentOf({ services }: TestApp): Promise<unknown> {
  const tables = ['input', 'reversals', 'outperformers'];
  const all = await Promise.all(
    tables.map(async (table) => {
      const rows = await services.db.run(
        sql<{ row: object }>`SELECT to_jsonb(t) - ${SINCE}::text[] AS row FROM ${sql.table(table)} AS t`,
      );
      return rows.map(({ row }) => JSON.stringify(row)).sort();
    }),
  );
  return Object.fromEntries(tables.map((table, index) => [table, all[index]]));
}

describeWithSharedData('two captures of one moment', '.', (folder) => {
  const coins = join(folder, 'aoe/coingecko');
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'alpha-twice-'));
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  async function storeOf(imports: readonly (readonly [format: string, file: string])[]): Promise<unknown> {
    const app = await startApp();
    try {
      for (const [name, file] of imports) {
        const format = formats.find((one) => one.name === name);
        if (!format) throw new Error(`no format ${name}`);
        await runFormat(app.services, format, [file], {
          reject: async () => undefined,
          onProgress: () => undefined,
        });
      }
      return await contentOf(app);
    } finally {
      await app.stop();
    }
  }
  const eitherWay = async (imports: readonly (readonly [string, string])[]) =>
    expect(await storeOf(imports.toReversed())).toEqual(await storeOf(imports));

  it('of a scan: the later look at each coin counts, and the fuller list', async () => {
    const file = join(coins, 'coins_markets_2026-05-02T0719.json.gz');
    const scan = JSON.parse(gunzipSync(readFileSync(file)).toString());
    const entries = (Array.isArray(scan) ? scan : scan.data) as Record<string, unknown>[];
    const at = entries
      .map((entry) => String(entry.last_updated))
      .sort()
      .at(-1);
    // The same moment, one coin less, and each second coin as it was looked at a minute before at another price.
    const other = entries.slice(0, -1).map((entry, index) =>
      index % 2 === 0
        ? entry
        : {
            ...entry,
            current_price: Number(entry.current_price) * 2,
            last_updated: new Date(Date.parse(String(entry.last_updated)) - 60_000).toISOString(),
          },
    );
    const written = (
      [
        ['one.json', entries],
        ['other.json', other],
      ] as const
    ).map(([name, data]) => {
      const path = join(dir, name);
      writeFileSync(path, JSON.stringify({ updated: at, data }));
      return ['coingecko-markets', path] as const;
    });
    await eitherWay(written);
  }, 600_000);

  it('of all sample scans and bars of one series, in both orders', async () => {
    const scans = readdirSync(coins)
      .filter((name) => /^coins_(markets_2026|bitcoin)/.test(name))
      .map((name) => ['coingecko-markets', join(coins, name)] as const);
    const bars = [
      'mre/binance/BTCUSDT-1d.csv.gz',
      'mre/binance-ccxt/BTC_USDT-1d.json.gz',
      'mre/binance/BTCUSDT-1h-ohlc.csv.gz',
    ].map((name) => ['ohlcv', join(folder, name)] as const);
    await eitherWay([...scans, ...bars]);
  }, 600_000);
});
