import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, newClient } from '../../src/postgres/connection/connection.ts';
import { startEmbeddedPostgres } from '../../src/postgres/embedded/embedded-postgres.ts';
import { newDataDir } from './data-dir.ts';

/** A PostgreSQL server of a test's own. */
export interface TestServer {
  readonly connection: Connection;
  stop(): Promise<void>;
}

/** The embedded server in a directory of its own. */
export async function startEmbedded(): Promise<TestServer> {
  const dataDir = await newDataDir();
  const server = await startEmbeddedPostgres({ dataDir });
  return {
    connection: server.connection,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A database of its own on a running server, so that tests do not see each other. Its files are copied: logging every block
 * instead, as PostgreSQL does by default, takes three times the CPU time.
 */
export async function createDatabase(
  server: Pick<TestServer, 'connection'>,
  name: string,
  template = 'template1',
): Promise<Connection> {
  await run(server, `CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`);
  const { connection } = server;
  if (!('url' in connection)) return { ...connection, database: name };
  const url = new URL(connection.url);
  url.pathname = `/${name}`;
  return { url: url.href };
}

export const dropDatabase = (server: Pick<TestServer, 'connection'>, name: string): Promise<void> =>
  run(server, `DROP DATABASE "${name}" WITH (FORCE)`);

async function run({ connection }: Pick<TestServer, 'connection'>, statement: string): Promise<void> {
  await sendTo(connection, statement);
}

/** On a connection of its own. */
export async function sendTo<Row>(connection: Connection, statement: string): Promise<Row[]> {
  const client = newClient(connection);
  try {
    await client.connect();
    const { rows } = await client.query(statement);
    return rows;
  } finally {
    await client.end();
  }
}

/** Binaries of a PostgreSQL installed on the machine; null when there is none. */
export function systemPostgres(): string | null {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return null;
  const version = readdirSync(root).sort((a, b) => Number(b) - Number(a))[0];
  return version === undefined ? null : join(root, version, 'bin');
}

/** The installed PostgreSQL in a directory of its own, on a socket of its own, with some settings of its own. */
export async function startSystem(
  bin: string,
  settings: readonly string[] = [],
  port = 5432,
): Promise<TestServer> {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-pg-'));
  const data = join(dir, 'data');
  const account = accountFor(dir);
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'alpha', '-A', 'trust', '-E', 'UTF8', '--locale=C'], {
    ...account,
    stdio: 'ignore',
  });
  const given = ['listen_addresses=', `port=${port}`, ...settings].flatMap((setting) => ['-c', setting]);
  const child = spawn(join(bin, 'postgres'), ['-D', data, '-k', dir, ...given], {
    ...account,
    stdio: 'ignore',
  });
  const connection = { host: dir, port, user: 'alpha', database: 'postgres' };
  await untilReady(connection, child);
  return {
    connection,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await gone;
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

function accountFor(dir: string): { uid?: number; gid?: number; cwd: string } {
  mkdirSync(join(dir, 'data'));
  giveToPostgres(dir);
  return { ...giveToPostgres(join(dir, 'data')), cwd: dir };
}

/** PostgreSQL refuses to run as root; there the account the package made for it is used, and must own what it reads. */
export function giveToPostgres(path: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (of: string) => Number(execFileSync('id', [of, 'postgres'], { encoding: 'utf8' }));
  const [uid, gid] = [id('-u'), id('-g')] as const;
  chownSync(path, uid, gid);
  return { uid, gid };
}

async function untilReady(connection: Connection & { host: string }, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`);
    const ready = await sendTo(connection, 'SELECT 1').then(
      () => true,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('postgres did not become ready');
}
