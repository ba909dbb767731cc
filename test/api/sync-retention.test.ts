import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pruneCaptures } from '../../src/app/capture-retention.ts';
import { createSynchroniser, type Synchroniser } from '../../src/app/sync.ts';
import { providers } from '../../src/sources/providers.ts';
import { parseSources } from '../../src/sources/sync/sources-file.ts';
import { type ProviderServer, startProvider } from '../sources/sync/provider-server.ts';
import { startApp, type TestApp } from '../support/app.ts';

const WALLET = `0x${'a'.repeat(40)}`;
const EVERY_MS = 600_000;
const DAY_MS = 86_400_000;
let now = Date.parse('2026-06-02T00:00:00Z');

/** Every answer is of the time it is given at, with prices that move and positions that do not. */
const ANSWERS: Readonly<Record<string, (page: URL) => unknown>> = {
  '/events': ({ searchParams }) =>
    searchParams.get('status') === 'open'
      ? {
          events: [{ event_ticker: 'E', title: 'E', category: 'Politics', markets: ['A', 'B'].map(market) }],
          cursor: '',
        }
      : { events: [], cursor: '' },
  '/coins/markets': () => Array.from({ length: 250 }, (_, index) => coin(index)),
  '/info': () => ({
    time: now,
    assetPositions: [
      { type: 'oneWay', position: { coin: 'BTC', szi: '1', positionValue: String(now % 997) } },
    ],
  }),
};

const market = (ticker: string) => ({
  ticker,
  event_ticker: 'E',
  title: ticker,
  yes_sub_title: ticker,
  status: 'active',
  market_type: 'binary',
  close_time: '2099-01-01T00:00:00Z',
  last_price_dollars: `0.${String(now).slice(-8, -4)}`,
  volume_fp: '10.00',
  volume_24h_fp: '1.00',
});

function coin(index: number) {
  const id = ['bitcoin', 'ethereum', 'solana'][index] ?? `coin-${index}`;
  const last_updated = new Date(now).toISOString();
  const perf = (now / EVERY_MS) % 7;
  return {
    id,
    symbol: id,
    name: id,
    current_price: 1 + perf,
    market_cap: 1e9 - index,
    total_volume: 1,
    market_cap_rank: index + 1,
    price_change_percentage_24h_in_currency: perf,
    price_change_percentage_7d_in_currency: perf,
    price_change_percentage_30d_in_currency: perf,
    last_updated,
  };
}

let app: TestApp;
let server: ProviderServer;
let synchroniser: Synchroniser;
const dataDir = mkdtempSync(join(tmpdir(), 'alpha-retention-'));

beforeAll(async () => {
  [app, server] = await Promise.all([startApp({}, { clock: { now: () => new Date(now) } }), startProvider()]);
  server.answer((request, response, url) => {
    void text(request).then((body) => {
      const isFills = body.includes('userFillsByTime');
      response.end(JSON.stringify(isFills ? [] : ANSWERS[url.pathname]?.(url)));
    });
  });
  const base_url = server.url;
  const settings = parseSources(
    JSON.stringify({
      kalshi: { base_url },
      coingecko: { base_url, pages: '1' },
      'hyperliquid-whales': { base_url, wallets: [WALLET] },
    }),
    providers,
  );
  const env = { random: () => 0, now: () => new Date(now), sleep: async () => undefined };
  synchroniser = createSynchroniser(app.services, { settings, dataDir, env });
});
afterAll(async () => {
  await Promise.all([app.stop(), server[Symbol.asyncDispose]()]);
  rmSync(dataDir, { recursive: true, force: true });
});

async function syncTimes(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    now += EVERY_MS;
    for (const name of ['kalshi', 'coingecko', 'hyperliquid-whales']) {
      const report = await synchroniser.sync(name, { signal: new AbortController().signal });
      expect(report).toMatchObject({ outcome: 'done', error: null, rejected: {} });
      expect(report.changedInputs).toBeGreaterThan(0);
    }
  }
}

/** Numbers of inputs, of native entries, and of those that captures list. */
async function nativeRows(): Promise<Readonly<Record<string, number>>> {
  const [rows] = await app.services.db.run(sql<Record<string, bigint>>`
    SELECT (SELECT count(*) FROM input) AS inputs, (SELECT count(*) FROM entry) AS entries,
      (SELECT sum(cardinality(entries)) FROM capture_part) AS listed`);
  return Object.fromEntries(Object.entries(rows ?? {}).map(([name, n]) => [name, Number(n)]));
}

/** Inputs that no stored native entry became. */
async function withoutEntry(): Promise<readonly string[]> {
  const inputs = await app.services.db.run(
    sql<{ kind: string; series: string; key: string }>`SELECT kind, series, key FROM input`,
  );
  const targets = inputs.map(({ kind, ...of }) => ({ kind: 'input', subject: kind, ...of }) as const);
  const entries = await app.services.captures.entriesOf(targets, 1);
  return inputs.flatMap(({ series, key }, index) =>
    entries[index]?.[0]?.content ? [] : [`${series} ${key}`],
  );
}

async function stored(): Promise<Readonly<Record<string, number>>> {
  const rows = await app.services.db.run(sql<{ kind: string; n: bigint }>`
    SELECT kind, count(*) AS n FROM input
    WHERE series NOT IN ('bitcoin', 'ethereum', 'solana') GROUP BY kind ORDER BY kind`);
  return Object.fromEntries(rows.map(({ kind, n }) => [kind, Number(n)]));
}

it('keeps no more of what is captured again and again however often it is synchronised', async () => {
  await syncTimes(3);
  const after3 = await stored();
  expect(after3).toEqual({ coin: 247, market: 2, position: 2, scan: 1 });
  await syncTimes(5);
  expect(await stored()).toEqual(after3);
  const answer = await app.get('/api/v1/prediction?platforms=kalshi&include_stale=true');
  expect(await answer.json()).toMatchObject({ total: 2, items: [{ active: true }, { active: true }] });
}, 600_000);

it('keeps only native entries that something stands on, once the others are old enough', async () => {
  for (const times of [0, 5]) {
    await syncTimes(times);
    now += 2 * DAY_MS;
    expect((await pruneCaptures(app.services, { days: 1 })).entries).toBeGreaterThan(0);
    expect(await withoutEntry()).toEqual([]);
    const sizes = await app.services.capturePruning.sizes();
    expect(sizes.map(({ source, superseded }) => [source, superseded])).toEqual([
      ['coingecko', 0],
      ['hyperliquid-whales', 0],
      ['kalshi', 0],
    ]);
    const { entries = 0, listed, inputs } = await nativeRows();
    expect(listed).toBe(entries);
    expect(entries).toBeLessThanOrEqual(inputs ?? 0);
  }
}, 600_000);
