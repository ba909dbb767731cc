import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import type { ServerProcess } from '../../support/process.ts';
import { TEST_TIERS, UNMETERED } from '../../support/tiers.ts';

/** By process: at the end one of them hears of commits of the other alone. */
const WRITES = [60, 20] as const;
const ALL_WRITES = 80;
const READERS_PER_PROCESS = 3;
/** For commits of the other process: twice what is promised, on a machine that is busy with tests. */
const TOLD_WITHIN_MS = 2_000;

const dir = mkdtempSync(join(tmpdir(), 'alpha-writers-'));
let fleet: Fleet;
let key = '';
let ingestKey = '';

beforeAll(async () => {
  const tiersFile = join(dir, 'tiers.json');
  writeFileSync(tiersFile, JSON.stringify(TEST_TIERS));
  fleet = await startFleet({ TIERS_FILE: tiersFile, CACHE_BYTES: '10000000' });
  key = (await fleet.newKey(UNMETERED.id)).token;
  ingestKey = await fleet.servers[0].issue(UNMETERED.id, 'ingest');
});
afterAll(async () => {
  await fleet?.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** What a writer was told is written, and when. */
interface Acknowledged {
  readonly price: number;
  readonly at: number;
}

const QUESTIONS = [
  { path: '/api/v1/trade-feed?limit=50' },
  {
    path: '/graphql',
    body: JSON.stringify({
      query: '{ signals(first: 50) { nodes { symbol current_price: currentPrice } } }',
    }),
  },
] as const;

type Row = { readonly symbol: string; readonly current_price: number };

async function read(server: ServerProcess, n: number): Promise<readonly Row[]> {
  const question = QUESTIONS[n % QUESTIONS.length] ?? QUESTIONS[0];
  const response = await fetch(`${server.url}${question.path}`, {
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...('body' in question ? { method: 'POST', body: question.body } : {}),
  });
  const answer = (await response.json()) as {
    signals?: readonly Row[];
    data?: { signals: { nodes: readonly Row[] } };
  };
  const rows = answer.signals ?? answer.data?.signals.nodes;
  if (!rows) throw new Error(JSON.stringify(answer));
  return rows;
}

async function write(server: ServerProcess, symbol: string, price: number): Promise<void> {
  const record = {
    id: symbol,
    source: 'manual',
    symbol,
    direction: 'LONG',
    entry_price: 1,
    current_price: price,
  };
  const more = { status: 'OPEN', asset_type: 'stock', timestamp: '2026-01-02T03:04:05Z', timeframe: '1d' };
  const response = await fetch(`${server.url}/api/ingest/trade-feed`, {
    method: 'POST',
    headers: { 'x-api-key': ingestKey, 'content-type': 'application/json' },
    body: JSON.stringify([
      { ...record, ...more, source_detail: null, pnl_pct: 0, signal_strength: 1, notes: null },
    ]),
  });
  if (response.status !== 200) throw new Error(await response.text());
}

test('nobody reads an older row than one that was acknowledged, in either process', async () => {
  const symbols = ['AAA', 'BBB'];
  const acknowledged = symbols.map((): Acknowledged[] => [{ price: 0, at: performance.now() }]);
  let writing = symbols.length;
  let reads = 0;
  const writer = async (at: number) => {
    const server = fleet.servers[at as 0 | 1]; // of two
    try {
      for (let price = 1; price <= (WRITES[at] ?? 0); price += 1) {
        await write(server, symbols[at] ?? '', price);
        acknowledged[at]?.push({ price, at: performance.now() });
        // Answers are kept in between.
        for (let n = 0; n < 4; n += 1) await check(at, n);
      }
    } finally {
      writing -= 1;
    }
  };
  const pricesIn = async (process: number, n: number) => {
    const rows = await read(fleet.servers[process as 0 | 1], n);
    return symbols.map((symbol) => rows.find((row) => row.symbol === symbol)?.current_price ?? 0);
  };
  /** Reads in a process: its own writes at once, those of the other a little later. */
  const check = async (process: number, n: number) => {
    const now = performance.now();
    const floors = acknowledged.map((all, at) => {
      const known = at === process ? all : all.filter((one) => one.at < now - TOLD_WITHIN_MS);
      return known.at(-1)?.price ?? 0;
    });
    const prices = await pricesIn(process, n);
    reads += 1;
    for (const [at, floor] of floors.entries())
      expect(prices[at], `${symbols[at]} in process ${process}`).toBeGreaterThanOrEqual(floor);
    return prices;
  };
  const reader = async (process: number) => {
    const last = QUESTIONS.map(() => symbols.map(() => 0));
    for (let n = 0; writing > 0; n += 1) {
      const question = n % QUESTIONS.length;
      const prices = await check(process, n);
      for (const [at, price] of prices.entries())
        expect(price).toBeGreaterThanOrEqual(last[question]?.[at] ?? 0);
      last[question] = prices;
    }
  };
  const readers = [0, 1].flatMap((process) =>
    Array.from({ length: READERS_PER_PROCESS }, () => reader(process)),
  );
  await Promise.all([...symbols.map((_, at) => writer(at)), ...readers]);
  const hits = fleet.servers
    .flatMap(({ log }) => log)
    .filter((line) => line.includes('"cache_hit":true')).length;
  expect(hits).toBeGreaterThan(ALL_WRITES);
  expect(reads - hits).toBeGreaterThan(ALL_WRITES);
}, 600_000);
