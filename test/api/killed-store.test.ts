import { readdirSync, readFileSync } from 'node:fs';
import { readdir, realpath, rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '../../src/postgres/embedded/embedded-postgres.ts';
import { withFileLock } from '../../src/postgres/embedded/file-lock.ts';
import { type EmbeddedPaths, pathsIn } from '../../src/postgres/embedded/paths.ts';
import { readPostmaster, signalProcess } from '../../src/postgres/embedded/postmaster.ts';
import { newDataDir } from '../support/data-dir.ts';
import { follow } from '../support/live-follower.ts';
import { sendTo } from '../support/postgres.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

/** `KILL_RUNS=50` is what operators are promised. */
const RUNS = Number(process.env.KILL_RUNS ?? 3);
const PATIENCE = { timeout: 300_000, interval: 20 };

let paths: EmbeddedPaths;
let server: ServerProcess;
beforeAll(async () => {
  paths = pathsIn(await realpath(await newDataDir()));
  server = await startProcess({ dataDir: paths.dataDir });
}, 600_000);
afterAll(async () => {
  await server?.stop();
  await rm(paths.dataDir, { recursive: true, force: true });
});

const whale = (id: string) => ({
  ...{
    _id: id,
    address: null,
    whale_name: null,
    source: 'test',
    event_type: 'entry',
    title: id,
    outcome: null,
  },
  ...{ size: 1, prev_size: null, change_pct: null, value: 1, created_at: '2026-01-01T00:00:00Z' },
});

async function killPostmaster(): Promise<void> {
  const postmaster = await readPostmaster(paths.cluster);
  signalProcess(postmaster?.pid ?? 0, 'SIGKILL');
}

/** Its death makes the postmaster end all others and recover. */
function killBackend(): void {
  const backend = readdirSync('/proc').find((name) => {
    try {
      const text = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return text.startsWith('postgres: alpha-data: alpha') && isOurs(name);
    } catch {
      return false; // no process, or one that has ended meanwhile
    }
  });
  expect(backend).toBeDefined();
  signalProcess(Number(backend), 'SIGKILL');
}
const isOurs = (pid: string) => {
  const [, parent] = /\nPPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return readFileSync(`/proc/${parent}/cmdline`, 'utf8').includes(paths.cluster);
};

test('is back without help after every kill, with all acknowledged rows; streams go on', async () => {
  const headers = { 'content-type': 'application/json', 'x-api-key': await server.issue('quant', 'ingest') };
  const key = await server.issue('quant');
  // From a cursor, so that it does not matter when the stream has begun.
  const answer = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query: '{ whaleActivity(first: 1) { liveCursor } }' }),
  });
  const { data } = (await answer.json()) as { data: { whaleActivity: { liveCursor: string } } };
  const follower = follow(
    'WebSocket',
    { url: server.url, key },
    {
      query: 'subscription S($after: String) { whaleActivity(after: $after) { kind node { title } } }',
      variables: { after: data.whaleActivity.liveCursor },
    },
  );
  const acknowledged: string[] = [];
  const refusals: { status: number; type: string | null; retryAfter: string | null }[] = [];
  let n = 0;
  const post = async () => {
    n += 1;
    const id = `k${n}`;
    const response = await fetch(`${server.url}/api/ingest/whales`, {
      method: 'POST',
      headers,
      body: JSON.stringify([whale(id)]),
    });
    await response.text();
    if (response.status === 200) acknowledged.push(id);
    else {
      const { headers: sent, status } = response;
      refusals.push({ status, type: sent.get('content-type'), retryAfter: sent.get('retry-after') });
    }
    return response.status;
  };
  const untilBack = () => vi.waitFor(async () => expect(await post()).toBe(200), PATIENCE);
  await untilBack();
  const followed = () => new Set(follower.events.map(({ node }) => node?.title));
  // A stream that is being opened while the store is away is refused, and clients open it again.
  await vi.waitFor(() => expect([...followed()], String(follower.ended)).toContain('k1'), PATIENCE);
  for (let run = 0; run < RUNS; run += 1) {
    // In the middle of writes, a backend now and then.
    const writes = Promise.all([post(), post(), post(), post()]);
    if (run % 3 === 1) killBackend();
    else await killPostmaster();
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    await writes;
    await untilBack();
  }

  // While no one can start it, probes and clients hear so.
  await withFileLock(paths.lock, 60_000, async () => {
    await killPostmaster();
    const ready = async () => (await fetch(`${server.url}/readyz`)).status;
    await vi.waitFor(async () => expect(await ready()).toBe(503), PATIENCE);
    expect((await fetch(`${server.url}/livez`)).status).toBe(200);
    // A backend lives on until it sees that its postmaster is gone.
    await vi.waitFor(async () => expect(await post()).toBe(503), PATIENCE);
  });
  await untilBack();
  // It holds for a second what it was told last.
  const readiness = async () => (await fetch(`${server.url}/readyz`)).status;
  await expect.poll(readiness, { timeout: 300_000 }).toBe(200);

  for (const { status, type, retryAfter } of refusals) {
    expect([status, type]).toEqual([503, expect.stringMatching(/^application\/problem\+json/)]);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  await vi.waitFor(() => expect(acknowledged.filter((id) => !followed().has(id))).toEqual([]), PATIENCE);
  expect(follower.ended).toBeUndefined();
  follower.kill();

  const store = await startEmbeddedPostgres({ dataDir: paths.dataDir });
  const rows = await sendTo<{ title: string }>(store.connection, 'SELECT title FROM whale_activity');
  await store.stop();
  const kept = new Set(rows.map(({ title }) => title));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);

  expect(await server.stop()).toBe(0);
  expect(await readPostmaster(paths.cluster)).toBeUndefined();
  expect(await readdir(paths.clients)).toEqual([]);
}, 600_000);
