import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/postgres/embedded/embedded-postgres.ts';
import { withFileLock } from '../../src/postgres/embedded/file-lock.ts';
import { type EmbeddedPaths, pathsIn } from '../../src/postgres/embedded/paths.ts';
import { isRunning, readPostmaster, signalProcess } from '../../src/postgres/embedded/postmaster.ts';
import { newDataDir } from '../support/data-dir.ts';
import { sendTo } from '../support/postgres.ts';

vi.setConfig({ testTimeout: 90_000 });
const PATIENCE = { timeout: 300_000, interval: 50 };

let paths: EmbeddedPaths;
let clients: EmbeddedPostgres[];
const logged: string[] = [];
const warned: string[] = [];

beforeEach(async () => {
  paths = pathsIn(await realpath(await newDataDir()));
  clients = [];
  logged.splice(0);
  warned.splice(0);
});

afterEach(async () => {
  await Promise.all(clients.map((client) => client.stop()));
  await rm(paths.dataDir, { recursive: true, force: true });
});

async function enter(): Promise<EmbeddedPostgres> {
  const client = await startEmbeddedPostgres({
    dataDir: paths.dataDir,
    log: (message) => logged.push(message),
    keepRunning: { warn: (message) => warned.push(message) },
  });
  clients.push(client);
  return client;
}

async function livingPid(): Promise<number | undefined> {
  const postmaster = await readPostmaster(paths.cluster);
  return postmaster && (await isRunning(postmaster.pid, paths.cluster)) ? postmaster.pid : undefined;
}

async function kill(): Promise<number> {
  const pid = await livingPid();
  expect(pid).toBeDefined();
  signalProcess(pid ?? 0, 'SIGKILL');
  await vi.waitFor(async () => expect(await livingPid()).not.toBe(pid), PATIENCE);
  return pid ?? 0;
}

const ask = (client: EmbeddedPostgres) => sendTo<{ one: number }>(client.connection, 'SELECT 1 AS one');
const untilBack = (client: EmbeddedPostgres) =>
  vi.waitFor(async () => expect(await ask(client)).toEqual([{ one: 1 }]), PATIENCE);
const lock = <T>(work: () => Promise<T>) => withFileLock(paths.lock, 60_000, work);

/** Processes whose command line or working directory is the cluster. */
const processes = () =>
  readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(paths.dataDir);
    } catch {
      return false; // it has ended meanwhile
    }
  });

test('of several that find it gone, one starts it again', async () => {
  const both = [await enter(), await enter()];
  await lock(async () => {
    await kill();
    const gone = () => warned.filter((message) => message.includes('is gone: starting'));
    await vi.waitFor(() => expect(gone()).toHaveLength(2), PATIENCE);
  });
  const outcomes = () => warned.flatMap((message) => /(started|adopted) in/.exec(message)?.[1] ?? []);
  await vi.waitFor(() => expect(outcomes().toSorted()).toEqual(['adopted', 'started']), PATIENCE);
  for (const client of both) expect(await ask(client)).toEqual([{ one: 1 }]);
});

test('is started again from a kill during its recovery', async () => {
  const client = await enter();
  for (let round = 0; round < 3; round += 1) {
    await kill();
    await vi.waitFor(async () => expect(await livingPid()).toBeDefined(), { timeout: 300_000, interval: 2 });
    await kill();
    await untilBack(client);
  }
});

test('names why it cannot be started, and starts it once the reason is gone', async () => {
  const client = await enter();
  const control = join(paths.cluster, 'global', 'pg_control');
  await lock(async () => {
    await kill();
    await rename(control, `${control}.away`);
  });
  await vi.waitFor(
    () => expect(warned).toContainEqual(expect.stringMatching(/cannot be started again.*pg_control/s)),
    PATIENCE,
  );
  await rename(`${control}.away`, control);
  await untilBack(client);
});

test('makes no empty cluster in the place of one that is gone', async () => {
  const client = await enter();
  const away = `${paths.cluster}.away`;
  await lock(async () => {
    await kill();
    await rename(paths.cluster, away);
  });
  await vi.waitFor(
    () => expect(warned).toContainEqual(expect.stringMatching(/is gone or damaged/)),
    PATIENCE,
  );
  expect(existsSync(paths.cluster)).toBe(false);
  await rename(away, paths.cluster);
  await untilBack(client);
});

test('stays ended when its last client leaves while it is gone', async () => {
  const client = await enter();
  let stopped = Promise.resolve();
  await lock(async () => {
    await kill();
    await vi.waitFor(() => expect(warned).not.toEqual([]), PATIENCE);
    stopped = client.stop();
  });
  await stopped;
  expect(await livingPid()).toBeUndefined();
  expect(await readdir(paths.clients)).toEqual([]);
  expect(warned.filter((message) => message.includes('started in'))).toEqual([]);
});

test('a start that fails behind the postmaster leaves no PostgreSQL', async () => {
  const client = await startEmbeddedPostgres({ dataDir: paths.dataDir });
  const [row] = await sendTo<{ oid: number }>(
    client.connection,
    `SELECT oid FROM pg_database WHERE datname = 'alpha'`,
  );
  await client.stop();
  await rm(join(paths.cluster, 'base', String(row?.oid), 'pg_filenode.map'));
  await expect(startEmbeddedPostgres({ dataDir: paths.dataDir })).rejects.toThrow(/pg_filenode/);
  await vi.waitFor(() => expect(processes()).toEqual([]), PATIENCE);
  expect(await readdir(paths.clients)).toEqual([]);
  expect(existsSync(join(paths.cluster, 'postmaster.pid'))).toBe(false);
});

test('a start that is ended in the middle leaves no PostgreSQL', async () => {
  const controller = new AbortController();
  const start = startEmbeddedPostgres({ dataDir: paths.dataDir, signal: controller.signal });
  const refused = expect(start).rejects.toThrow('stopped by SIGTERM');
  await vi.waitFor(() => expect(existsSync(paths.log)).toBe(true), { timeout: 300_000, interval: 1 });
  controller.abort(new Error('stopped by SIGTERM'));
  await refused;
  expect(await livingPid()).toBeUndefined();
  await vi.waitFor(() => expect(processes()).toEqual([]), PATIENCE);
  expect(await readdir(paths.clients)).toEqual([]);
});

test('the data directory is closed to other users, also one that was open', async () => {
  await chmod(paths.dataDir, 0o755);
  await enter();
  // Where PostgreSQL runs as a user of its own it must pass through, and no more.
  expect([0o700, 0o711]).toContain((await stat(paths.dataDir)).mode & 0o777);
  const parent = await mkdtemp(join(tmpdir(), 'alpha-made-'));
  const made = join(parent, 'deep', 'data');
  const client = await startEmbeddedPostgres({ dataDir: made });
  clients.push(client);
  expect([0o700, 0o711]).toContain((await stat(made)).mode & 0o777);
  await client.stop();
  await rm(parent, { recursive: true });
});
