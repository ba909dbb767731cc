import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inject } from 'vitest';
import { allFeeds } from '../../src/feeds/index.ts';
import type { Connection } from '../../src/postgres/connection/connection.ts';
import { commandFor, findAccount, takeOwnership } from '../../src/postgres/embedded/account.ts';
import { findBinaries } from '../../src/postgres/embedded/binaries.ts';
import { clusterUser } from '../../src/postgres/embedded/cluster.ts';
import { withFileLock } from '../../src/postgres/embedded/file-lock.ts';
import { type EmbeddedPaths, pathsIn } from '../../src/postgres/embedded/paths.ts';
import { readPostmaster } from '../../src/postgres/embedded/postmaster.ts';
import { serverFlags } from '../../src/postgres/embedded/settings.ts';
import { makeSocketDir } from '../../src/postgres/embedded/socket-dir.ts';
import { migrate } from '../../src/postgres/schema/migrate.ts';
import { copyCluster } from './data-dir.ts';
import { createDatabase, dropDatabase } from './postgres.ts';

const STARTED_WITHIN_MS = 60_000;
const POLL_MS = 15;
const TEMPLATE = 'migrated';

/** Nothing of the server outlives the run, so it need not survive a power cut; all files of the run connect to it. */
const FLAGS = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'max_connections=200'];

/** A database of a test's own, on the server that all test files of a run share. */
export interface TestDatabase {
  readonly connection: Connection;
  /** The same as `DATABASE_URL` takes it. */
  readonly url: string;
  /** Cuts off its connections, too. */
  drop(): Promise<void>;
}

/**
 * Makes a database, migrated unless it has to be empty. Tests that stop, freeze or kill their server, or look at all of its
 * connections, take a server of their own: `startEmbedded`.
 */
export async function newDatabase(content: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const server = { connection: await sharedServer() };
  const name = `test_${randomUUID()}`;
  const connection = await createDatabase(server, name, content === 'migrated' ? TEMPLATE : 'template1');
  const { host, port, user } = server.connection;
  const asked = new URLSearchParams({ host, port: String(port), user });
  return {
    connection,
    url: `postgres:///${name}?${asked}`,
    drop: () => dropDatabase(server, name),
  };
}

type SocketConnection = Extract<Connection, { readonly host: string }>;

/** The first test that needs the server starts it; global-setup.ts ends it with the run. */
async function sharedServer(): Promise<SocketConnection> {
  const dir = inject('serverDir');
  const address = join(dir, 'address.json');
  if (!existsSync(address)) {
    mkdirSync(dir, { recursive: true });
    await withFileLock(join(dir, 'lock'), STARTED_WITHIN_MS, async () => {
      if (existsSync(address)) return;
      const connection = await start(dir);
      await migrate(await createDatabase({ connection }, TEMPLATE), allFeeds);
      writeFileSync(`${address}.new`, JSON.stringify(connection));
      renameSync(`${address}.new`, address);
    });
  }
  return JSON.parse(readFileSync(address, 'utf8')) as SocketConnection;
}

async function start(dir: string): Promise<SocketConnection> {
  await copyCluster(dir);
  const paths = pathsIn(dir);
  const { postgres } = await findBinaries();
  const { account } = await findAccount(postgres);
  await takeOwnership(account, paths.cluster);
  await makeSocketDir(paths.socketDir, account);
  const flags = [...serverFlags(paths.socketDir), ...FLAGS.flatMap((flag) => ['-c', flag])];
  const { file, args, options } = commandFor(account, postgres, ['-D', paths.cluster, ...flags]);
  // It serves other workers when this one has ended.
  const child = spawn(file, args, { ...options, detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
  child.unref();
  await untilReady(paths);
  return { host: paths.socketDir, port: 5432, user: clusterUser, database: 'postgres' };
}

async function untilReady({ cluster }: EmbeddedPaths): Promise<void> {
  const deadlineMs = performance.now() + STARTED_WITHIN_MS;
  while ((await readPostmaster(cluster))?.state !== 'ready') {
    if (performance.now() > deadlineMs) throw new Error('the PostgreSQL of the test run did not start');
    await delay(POLL_MS);
  }
}
