import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { newClient } from '../../src/postgres/connection/connection.ts';
import { startEmbeddedPostgres } from '../../src/postgres/embedded/embedded-postgres.ts';
import { pathsIn } from '../../src/postgres/embedded/paths.ts';
import { readPostmaster, signalProcess } from '../../src/postgres/embedded/postmaster.ts';
import { runCommand, startServer } from './own-server.ts';
import type { Scenario } from './scenario.ts';
import { targetOf } from './target.ts';

const WRITERS = 4;
const MAX_BACK_MS = 5_000;
const GIVE_UP_MS = 60_000;

interface Target {
  readonly url: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

export const scenario: Scenario = {
  name: 'kill-store',
  summary: 'kills the embedded PostgreSQL: back within 5 s each time, every acknowledged record there',
  usage: `  --kills <n>       how often, 1 to 1000 (50)
  --data-dir <dir>  DATA_DIR of a staging server on this machine (a server of its own in a temporary directory)
  --url <url>       address of that server; goes with --data-dir. It takes records of whale activity, which are removed`,

  async run(args, print) {
    const { kills, staging } = readArguments(args);
    const target = staging ?? (await ownServer());
    try {
      return await killAndCount(target, kills, print);
    } finally {
      await target.stop();
    }
  },
};

function readArguments(args: readonly string[]): { kills: number; staging: Target | null } {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: 'string', default: '50' },
      'data-dir': { type: 'string' },
      url: { type: 'string' },
    },
  });
  const { kills, url, 'data-dir': dataDir } = values;
  if (!/^\d{1,4}$/.test(kills) || Number(kills) < 1 || Number(kills) > 1_000)
    throw new Error(`--kills must be a whole number from 1 to 1000; got "${kills}"`);
  if ((url === undefined) !== (dataDir === undefined)) throw new Error('--data-dir and --url go together');
  if (url === undefined || dataDir === undefined) return { kills: Number(kills), staging: null };
  return {
    kills: Number(kills),
    staging: { url: targetOf(url, null).origin, dataDir, stop: async () => undefined },
  };
}

async function ownServer(): Promise<Target> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alpha-kill-store-'));
  const { url, stop } = await startServer(dataDir);
  return {
    url,
    dataDir,
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function killAndCount(
  { url, dataDir }: Target,
  kills: number,
  print: (line: string) => void,
): Promise<boolean> {
  const paths = pathsIn(await realpath(dataDir));
  const run = `kill-store-${process.pid}-${Math.round(performance.timeOrigin)}`;
  const key = await runCommand(
    dataDir,
    ...['keys', 'create', '--tier', 'quant', '--scope', 'ingest'],
    ...['--name', run],
  );
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const acknowledged: string[] = [];
  const refused = new Map<number, number>();
  let sent = 0;
  const post = async (): Promise<void> => {
    sent += 1;
    const id = `${run}-${sent}`;
    const body = JSON.stringify([whale(id)]);
    const { status } = await fetch(`${url}/api/ingest/whales`, { method: 'POST', headers, body });
    if (status === 200) acknowledged.push(id);
    else {
      refused.set(status, (refused.get(status) ?? 0) + 1);
      await delay(20);
    }
  };
  let isOver = false;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isOver) await post().then(() => delay(5));
  });
  const failed = Promise.all(writers);
  failed.catch(() => undefined); // awaited below
  const backMs: number[] = [];
  let dead = 0;
  try {
    for (let n = 1; n <= kills; n += 1) {
      const postmaster = await readPostmaster(paths.cluster);
      if (!postmaster)
        throw new Error(`no PostgreSQL runs in ${paths.cluster}: is this the DATA_DIR of ${url}?`);
      const killedAt = performance.now();
      signalProcess(postmaster.pid, 'SIGKILL');
      const answer = await fetch(`${url}/livez`);
      if (answer.status !== 200) dead += 1;
      await untilStarted(paths.cluster, postmaster.pid, killedAt);
      await untilOneMore(acknowledged, killedAt);
      const ms = Math.round(performance.now() - killedAt);
      backMs.push(ms);
      print(`kill ${n}: writes again after ${ms} ms`);
      await delay(100);
    }
  } finally {
    isOver = true;
  }
  await failed;
  const missing = await countMissing(dataDir, run, acknowledged);
  for (const id of acknowledged) await fetch(`${url}/api/ingest/whales/${id}`, { method: 'DELETE', headers });
  backMs.sort((a, b) => a - b);
  const slowest = backMs.at(-1) ?? 0;
  const statuses = [...refused].map(([status, count]) => `${count} x ${status}`).join(', ') || 'none';
  print(
    `back after: median ${backMs[Math.floor(backMs.length / 2)]} ms, slowest ${slowest} ms (wanted: ${MAX_BACK_MS})`,
  );
  print(`records acknowledged ${acknowledged.length}, of these missing ${missing}; refusals: ${statuses}`);
  print(`/livez did not answer 200 ${dead} times`);
  return slowest <= MAX_BACK_MS && missing === 0 && dead === 0 && [...refused.keys()].every((s) => s === 503);
}

async function untilStarted(cluster: string, killed: number, sinceMs: number): Promise<void> {
  for (;;) {
    const postmaster = await readPostmaster(cluster);
    if (postmaster && postmaster.pid !== killed && postmaster.state === 'ready') return;
    await pauseUntil(sinceMs);
  }
}

async function untilOneMore(acknowledged: readonly string[], sinceMs: number): Promise<void> {
  const before = acknowledged.length;
  while (acknowledged.length === before) await pauseUntil(sinceMs);
}

async function pauseUntil(sinceMs: number): Promise<void> {
  if (performance.now() - sinceMs > GIVE_UP_MS) throw new Error(`not back after ${GIVE_UP_MS / 1000} s`);
  await delay(10);
}

/** Read in the store itself: what an answer of the server says may have been kept in its cache. */
async function countMissing(dataDir: string, run: string, acknowledged: readonly string[]): Promise<number> {
  const store = await startEmbeddedPostgres({ dataDir });
  const client = newClient(store.connection);
  try {
    await client.connect();
    const { rows } = await client.query<{ title: string }>(
      'SELECT title FROM whale_activity WHERE title LIKE $1',
      [`${run}-%`],
    );
    const kept = new Set(rows.map(({ title }) => title));
    return acknowledged.filter((id) => !kept.has(id)).length;
  } finally {
    await client.end();
    await store.stop();
  }
}

const whale = (id: string) => ({
  ...{ _id: id, address: null, whale_name: null, source: 'chaos', event_type: 'entry', title: id },
  ...{ outcome: null, size: 1, prev_size: null, change_pct: null, value: 1 },
  created_at: '2026-01-01T00:00:00Z',
});
