import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/postgres/embedded/embedded-postgres.ts';
import { sendTo } from '../support/postgres.ts';

vi.setConfig({ testTimeout: 600_000 });

let dataDir: string;
let servers: EmbeddedPostgres[];

beforeEach(async () => {
  dataDir = await mkdtemp(join(await realpath(tmpdir()), 'embedded-postgres-'));
  servers = [];
});

afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

async function start(dir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: dir });
  servers.push(server);
  return server;
}

const query = (server: EmbeddedPostgres, statement: string) =>
  sendTo<Record<string, unknown>>(server.connection, statement);

test('makes a cluster, and its database, that only the socket leads to', async () => {
  const server = await start(dataDir);
  const [row] = await query(
    server,
    `select current_setting('server_version_num')::int / 10000 as major, current_setting('listen_addresses') as addresses,
            current_setting('fsync') as fsync, current_setting('timezone') as timezone, current_user as "user",
            datname, pg_encoding_to_char(encoding) as encoding, datcollate, datctype, datdba::regrole::text as owner
       from pg_database where datname = current_database()`,
  );
  expect(row).toEqual({
    major: 18,
    addresses: '',
    fsync: 'on',
    timezone: 'UTC',
    user: 'alpha',
    datname: 'alpha',
    encoding: 'UTF8',
    datcollate: 'C',
    datctype: 'C',
    owner: 'alpha',
  });
  expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700);
});

test.each([
  ['too deep for a socket', Array.from({ length: 8 }, (_, level) => `directory-number-${level}`)],
  ['whose name the settings would split', [`a, "b": c's d`]],
])('works in a directory %s', async (_, folders) => {
  const server = await start(join(dataDir, ...folders));
  expect(server.connection.host.startsWith(dataDir)).toBe(false);
  expect((await stat(server.connection.host)).mode & 0o777).toBe(0o700);
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  await server.stop();
  await rm(server.connection.host, { recursive: true });
});

test('names both versions when another PostgreSQL made the cluster', async () => {
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await expect(start(dataDir)).rejects.toThrow(/PostgreSQL 17 .* PostgreSQL 18/);
});

test('leaves alone a directory that is no cluster', async () => {
  await mkdir(join(dataDir, 'postgres'));
  await writeFile(join(dataDir, 'postgres', 'thesis.txt'), 'irreplaceable');
  await expect(start(dataDir)).rejects.toThrow(/in the way/);
  expect(await readdir(join(dataDir, 'postgres'))).toEqual(['thesis.txt']);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
});

test('shows the end of the log when PostgreSQL refuses', async () => {
  const server = await start(dataDir);
  await server.stop();
  await rm(join(dataDir, 'postgres', 'global', 'pg_control'));
  await expect(start(dataDir)).rejects.toThrow(/did not start.*pg_control/s);
});

test('names the variable, the path and what is wanted when the directory cannot be used', async () => {
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  await expect(start(file)).rejects.toThrow(
    `DATA_DIR ${file} cannot be used (it is no directory): set DATA_DIR to a directory that this user can write to`,
  );
  const closed = join(dataDir, 'closed');
  await mkdir(closed);
  // Root may write anywhere, so it asks as another user, whose directory this is.
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  if (isRoot) for (const dir of [dataDir, closed]) await chown(dir, 65_534, 65_534);
  await chmod(closed, 0o500);
  const { href } = new URL('../../src/postgres/embedded/data-dir.ts', import.meta.url);
  const script = `import { prepareDataDir } from '${href}'; await prepareDataDir(process.argv[1]).catch((e) => console.log(e.message))`;
  const ask = (dir: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, dir], { ...as, cwd: '/' });
  expect((await ask(closed)).stdout.trim()).toBe(
    `DATA_DIR ${closed} cannot be used (permission denied): set DATA_DIR to a directory that this user can write to`,
  );
});
