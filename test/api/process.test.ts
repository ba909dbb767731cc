import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { camelCase } from '../../src/feed/name-case.ts';
import { simulatedFeeds } from '../../src/feeds/index.ts';
import { openDatabase } from '../../src/postgres/connection/database.ts';
import { startEmbeddedPostgres } from '../../src/postgres/embedded/embedded-postgres.ts';
import { startProcess } from '../support/process.ts';

const dirs: string[] = [];
const newDir = () => {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-process-'));
  dirs.push(dir);
  return dir;
};

const whale = (n: number) => ({
  _id: `w${n}`,
  address: null,
  whale_name: null,
  source: 'test',
  event_type: 'entry',
  title: 'BTC',
  outcome: null,
  size: n,
  prev_size: null,
  change_pct: null,
  value: n,
  created_at: '2026-01-01T00:00:00Z',
});

/** Number of the last event of a feed. */
async function headOf(dataDir: string, feed: string): Promise<number> {
  const { connection, stop } = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase({ connection, maxConnections: 1 });
  const rows = await db.run(sql<{ seq: bigint }>`SELECT seq FROM feed_head WHERE feed = ${feed}`);
  await db.close();
  await stop();
  return Number(rows[0]?.seq ?? 0n);
}

describe('the process', () => {
  afterEach(() => {
    for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
  });

  it('keeps every acknowledged batch and no part of another through kill -9 while ingesting', async () => {
    const dataDir = newDir();
    const first = await startProcess({ dataDir });
    const headers = { 'content-type': 'application/json', 'x-api-key': await first.issue('quant', 'ingest') };
    const acknowledged: number[] = [];
    const post = async (batch: number): Promise<void> => {
      const records = Array.from({ length: 500 }, (_, index) => whale(batch * 500 + index));
      const response = await fetch(`${first.url}/api/ingest/whales`, {
        method: 'POST',
        headers,
        body: JSON.stringify(records),
      });
      if (response.status === 200) acknowledged.push(batch);
    };
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let batch = writer; batch < 4_000; batch += 4) await post(batch);
    });
    const ended = Promise.allSettled(writers);
    while (acknowledged.length < 12) await new Promise((resolve) => setImmediate(resolve));
    await first.kill('SIGKILL');
    await ended;

    const second = await startProcess({ dataDir });
    const key = await second.issue('quant');
    const query = { query: '{ whaleActivity(first: 1) { totalCount } }' };
    const answer = await fetch(`${second.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify(query),
    });
    const { data } = (await answer.json()) as {
      data: { whaleActivity: { totalCount: number } };
    };
    const { totalCount } = data.whaleActivity;
    expect(totalCount % 500).toBe(0);
    expect(totalCount / 500).toBeGreaterThanOrEqual(acknowledged.length);
    // One event a row and no gap: the log's head is the number of rows.
    expect(await headOf(dataDir, 'whales')).toBe(totalCount);
    for (const batch of acknowledged) {
      const response = await fetch(`${second.url}/api/v1/whales?_id=w${batch * 500 + 499}`, {
        headers: { 'x-api-key': key },
      });
      expect(await response.json()).toMatchObject({ total: 1 });
    }
    expect(await second.stop()).toBe(0);
  }, 600_000);

  it('serves the simulated market of --demo, all modules non-empty, labelled, ticking, with keys that last', async () => {
    const dataDir = newDir();
    const demo = await startProcess({ dataDir, args: ['--demo'] });
    const keyOf = (text: string, tier: string) =>
      new RegExp(`^\\s+${tier}\\s+(\\S+)$`, 'm').exec(text)?.[1] ?? '';
    await expect.poll(() => keyOf(demo.errors(), 'free')).not.toBe('');
    const key = keyOf(demo.errors(), 'free');
    expect(demo.errors()).toContain('SIMULATED');
    // Its GraphiQL starts with a key: whoever opens it sees the market move.
    const page = await fetch(`${demo.url}/graphql`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain(keyOf(demo.errors(), 'quant'));
    const feeds = simulatedFeeds
      .filter(({ module }) => module !== 'scorecards')
      .map(({ plural }) => camelCase(plural));
    const fields = feeds.map((plural) => `${plural}(first: 1) { totalCount }`);
    const cards = ['AMS', 'MRS', 'GLS'].map(
      (name) => `${name}: scorecard(name: ${name}) { points(timeframe: "1D", first: 1) { totalCount } }`,
    );
    const ask = async (asking: string) => {
      const response = await fetch(`${demo.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': asking },
        body: JSON.stringify({ query: `{ ${fields.join(' ')} ${cards.join(' ')} }` }),
      });
      expect(response.headers.get('x-data-origin')).toBe('simulated');
      const { data } = (await response.json()) as {
        data: Record<string, { totalCount?: number; points?: { totalCount: number } }>;
      };
      return data;
    };
    const before = await ask(key);
    for (const [name, one] of Object.entries(before))
      expect(one.totalCount ?? one.points?.totalCount, name).toBeGreaterThan(0);
    // A free key may not look as often.
    const headers = { 'x-api-key': keyOf(demo.errors(), 'quant') };
    const moving = async () =>
      (await fetch(`${demo.url}/api/v1/prediction`, { headers })).headers.get('etag');
    const seen = await moving();
    await expect.poll(moving, { timeout: 300_000 }).not.toBe(seen);
    await demo.stop();
    const again = await startProcess({ dataDir, args: ['--demo'] });
    await expect.poll(() => keyOf(again.errors(), 'free')).toBe(key);
    await again.stop();
    // What is imported must never mix with what is simulated, in either direction.
    await expect(again.cli('import', 'sectors', 'package.json')).rejects.toThrow(/simulated market/);
  }, 600_000);

  it('answers while the CLI works beside it, and refuses a key within 5 s of its revocation', async () => {
    const server = await startProcess({ dataDir: newDir() });
    const key = await server.issue('quant');
    const status = async () =>
      (await fetch(`${server.url}/api/v1/mre`, { headers: { 'x-api-key': key } })).status;
    expect(await status()).toBe(200);
    const [record] = JSON.parse(await server.cli('keys', 'list', '--json')) as { id: string }[];
    await server.cli('keys', 'revoke', record?.id ?? '');
    await expect.poll(status).toBe(403);
    expect(await server.stop()).toBe(0);
    expect(server.log.join('\n')).not.toContain(key);
  }, 600_000);

  it('says in one line why it does not start', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    const cases: [Record<string, string>, string, ...string[]][] = [
      [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535'],
      [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
      [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a URL that starts with'],
      [{ DATABASE_URL: 'postgres://u:p@h/db?ssl=on' }, 'DATABASE_URL cannot be used: it asks for ssl'],
      [{ DATABASE_URL: 'postgres://u:p@localhost:1/db' }, 'ECONNREFUSED'],
      [{ SIGNING_KEY_FILE: '/nowhere/key.pem' }, '/nowhere/key.pem'],
      [{ PORT: String(port) }, `port ${port} on 127.0.0.1 is in use; set PORT`],
      [{ PORT: String(port) }, 'set PORT', '--demo'],
      [{ PORT: '0', METRICS_PORT: String(port) }, `port ${port} on 127.0.0.1 is in use; set METRICS_PORT`],
    ];
    for (const [env, message, ...args] of cases) {
      const dir = newDir();
      const run = promisify(execFile)(process.execPath, ['src/main.ts', 'serve', ...args], {
        timeout: 300_000,
        env: { ...process.env, DATA_DIR: dir, PORT: '0', ...env },
      });
      const error = await run.then(
        () => null,
        (failure: { code: number; stderr: string }) => failure,
      );
      expect(error?.stderr.trim().split('\n'), JSON.stringify(env)).toHaveLength(1);
      expect(error?.stderr).toContain(message);
      expect([1, 2]).toContain(error?.code);
      // Neither the store nor the market of the demo is started for a port that is taken.
      if (message.includes('set ')) expect(readdirSync(dir)).toEqual([]);
    }
    taken.close();
  }, 600_000);
});
