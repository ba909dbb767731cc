import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/postgres/embedded/embedded-postgres.ts';
import { sendTo } from '../../support/postgres.ts';

/** A process that enters the server, says so in a line, then answers every line it is sent with a line. */
const clientScript = `
  import { createInterface } from 'node:readline';
  import { Client } from 'pg';
  import { startEmbeddedPostgres } from ${JSON.stringify(new URL('../../../src/postgres/embedded/embedded-postgres.ts', import.meta.url).href)};
  const server = await startEmbeddedPostgres({ dataDir: process.argv[1] });
  const client = new Client(server.connection);
  client.on('error', () => {});
  await client.connect();
  console.log('entered');
  for await (const command of createInterface({ input: process.stdin })) {
    if (command === 'ingest') {
      await client.query('create table if not exists ingested (id int primary key)');
      for (let id = 1; ; id++) {
        await client.query('insert into ingested values ($1)', [id]);
        console.log(id);
      }
    }
    if (command === 'leave') {
      await client.end();
      await server.stop();
      console.log('left');
      process.exit();
    }
  }`;

let dataDir: string;
let clients: Client[];

interface Client {
  readonly process: ChildProcess;
  readonly lines: AsyncIterator<[string]>;
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(await realpath(tmpdir()), 'embedded-postgres-'));
  clients = [];
});

afterEach(async () => {
  await Promise.all(clients.map(killClient));
  const pid = await readPostmasterPid().catch(() => undefined);
  // 9 would do, but leaves its shared memory to the machine.
  if (pid && (await isPostmaster(pid))) process.kill(pid, 'SIGQUIT');
  if (pid) await vi.waitFor(async () => expect(await isPostmaster(pid)).toBe(false), { timeout: 300_000 });
  await rm(dataDir, { recursive: true, force: true });
});

function spawnClient(): Client {
  const child = spawn(process.execPath, ['--input-type=module', '-e', clientScript, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  // Listens from the start, so that no line is lost before somebody reads.
  const lines = on(createInterface({ input: child.stdout }), 'line') as AsyncIterator<[string]>;
  const client = { process: child, lines };
  clients.push(client);
  return client;
}

async function enterClient(): Promise<Client> {
  const client = spawnClient();
  expect(await readLine(client)).toBe('entered');
  return client;
}

async function readLine(client: Client): Promise<string> {
  const { value } = await client.lines.next();
  return value[0];
}

async function leaveClient(client: Client): Promise<void> {
  client.process.stdin?.write('leave\n');
  expect(await readLine(client)).toBe('left');
}

async function killClient({ process: child }: Client): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

/** Lets the client insert until it acknowledged `count` rows and is in the middle of the next. */
async function ingestRows(client: Client, count: number): Promise<void> {
  client.process.stdin?.write('ingest\n');
  while (Number(await readLine(client)) < count);
}

async function readPostmasterPid(): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

async function isPostmaster(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes(join(dataDir, 'postgres'));
}

const query = <Row>(server: EmbeddedPostgres, statement: string) => sendTo<Row>(server.connection, statement);

/** The rows that came through, which have no gap. */
async function countIngested(server: EmbeddedPostgres): Promise<number> {
  const [row] = await query<{ count: number; max: number }>(
    server,
    'select count(*)::int, max(id) from ingested',
  );
  expect(row?.max).toBe(row?.count);
  return row?.count ?? 0;
}

describe('sharing', () => {
  test('the second process adopts the server, the last to leave stops it', async () => {
    const first = await enterClient();
    const pid = await readPostmasterPid();
    const second = await enterClient();
    expect(await readPostmasterPid()).toBe(pid);
    await leaveClient(first);
    expect(await isPostmaster(pid)).toBe(true);
    await leaveClient(second);
    expect(await isPostmaster(pid)).toBe(false);
  });

  test('processes that start at the same moment on an empty directory share one server', async () => {
    const together = [spawnClient(), spawnClient(), spawnClient()];
    expect(await Promise.all(together.map(readLine))).toEqual(['entered', 'entered', 'entered']);
    expect(await readdir(join(dataDir, 'postgres-clients'))).toHaveLength(3);
    const pid = await readPostmasterPid();
    await Promise.all(together.map(leaveClient));
    expect(await isPostmaster(pid)).toBe(false);
  });

  test('entries of one process count each, and stop is idempotent', async () => {
    const [one, two] = await Promise.all([
      startEmbeddedPostgres({ dataDir }),
      startEmbeddedPostgres({ dataDir }),
    ]);
    const pid = await readPostmasterPid();
    await Promise.all([one.stop(), one.stop()]);
    await one.stop();
    expect(await isPostmaster(pid)).toBe(true);
    await two.stop();
    expect(await isPostmaster(pid)).toBe(false);
  });

  test('a client that comes while the server shuts down gets a new one', async () => {
    await enterClient();
    const pid = await readPostmasterPid();
    process.kill(pid, 'SIGINT');
    const server = await startEmbeddedPostgres({ dataDir });
    expect(await readPostmasterPid()).not.toBe(pid);
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
  });
});

describe('kill -9', () => {
  test('of the client: the next start adopts the server, which holds every acknowledged row', async () => {
    const client = await enterClient();
    const pid = await readPostmasterPid();
    await ingestRows(client, 300);
    await killClient(client);
    const server = await startEmbeddedPostgres({ dataDir });
    expect(await readPostmasterPid()).toBe(pid);
    expect(await countIngested(server)).toBeGreaterThanOrEqual(300);
    await server.stop();
    expect(await isPostmaster(pid)).toBe(false);
  });

  test('of client and server: the next start finds every acknowledged row', async () => {
    const client = await enterClient();
    await ingestRows(client, 300);
    process.kill(await readPostmasterPid(), 'SIGKILL');
    await killClient(client);
    const server = await startEmbeddedPostgres({ dataDir });
    expect(await countIngested(server)).toBeGreaterThanOrEqual(300);
    await server.stop();
  });

  test('of the server alone: the next start revives it under the client that is left', async () => {
    const client = await enterClient();
    const killed = await readPostmasterPid();
    process.kill(killed, 'SIGKILL');
    const server = await startEmbeddedPostgres({ dataDir });
    const revived = await readPostmasterPid();
    await server.stop();
    expect(await isPostmaster(revived)).toBe(true);
    await leaveClient(client);
    expect(await isPostmaster(revived)).toBe(false);
  });

  test('of a server in the middle of a query: its backend does not keep the next one out', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    const ended = expect(
      query(first, 'select count(*) from generate_series(1, 10000000000) as long'),
    ).rejects.toThrow();
    const isActive = `select 1 as one from pg_stat_activity where state = 'active' and query like '%as long'`;
    await vi.waitFor(async () => expect(await query(first, isActive)).toEqual([{ one: 1 }]), {
      timeout: 300_000,
    });
    process.kill(await readPostmasterPid(), 'SIGKILL');
    const second = await startEmbeddedPostgres({ dataDir });
    await ended;
    await Promise.all([first.stop(), second.stop()]);
  });

  test('during initdb: the next start begins anew and clears up', async () => {
    const client = spawnClient();
    await vi.waitFor(
      async () => expect(await readdir(dataDir)).toContainEqual(expect.stringMatching(/^postgres\.new-/)),
      {
        interval: 5,
        timeout: 300_000,
      },
    );
    await killClient(client);
    const server = await startEmbeddedPostgres({ dataDir });
    expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
    await server.stop();
  });

  test('pid files that name another living process do not hinder the start', async () => {
    const server = await startEmbeddedPostgres({ dataDir });
    const socketLock = join(server.connection.host, '.s.PGSQL.5432.lock');
    const [pidFile, socketLockFile] = await Promise.all([
      readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'),
      readFile(socketLock, 'utf8'),
    ]);
    await server.stop();
    await writeFile(
      join(dataDir, 'postgres', 'postmaster.pid'),
      pidFile.replace(/^\d+/, String(process.pid)),
    );
    await writeFile(socketLock, socketLockFile.replace(/^\d+/, String(process.pid)));
    const again = await startEmbeddedPostgres({ dataDir });
    expect(await readPostmasterPid()).not.toBe(process.pid);
    await again.stop();
  });
});
