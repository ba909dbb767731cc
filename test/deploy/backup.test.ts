import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { run, runShell, stepsOf } from '../docs/guide-page.ts';
import { createDatabase, startSystem, systemPostgres, type TestServer } from '../support/postgres.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { signal } from '../support/signal.ts';

const steps = stepsOf('docs/deploying.md', ['sh']);
const command = (start: string): string => {
  const found = steps.find(({ code }) => code.includes(start));
  if (!found) throw new Error(`docs/deploying.md has no command with ${start}`);
  return found.code;
};

const bin = systemPostgres();
const dir = mkdtempSync(join(tmpdir(), 'alpha-backup-'));
const newDir = (name: string) => {
  mkdirSync(join(dir, name));
  return join(dir, name);
};
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** What a client has of a server. */
interface Possession {
  readonly key: string;
  readonly unitsUsed: number;
  readonly cursor: string;
}

const put = async (server: ServerProcess, key: string, ids: readonly string[]): Promise<void> => {
  const response = await fetch(`${server.url}/api/ingest/trade-feed`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(ids.map((id) => signal(id))),
  });
  expect(response.status).toBe(200);
};

async function liveCursor({ url }: ServerProcess, key: string): Promise<string> {
  const { data } = await createClient({ url, key }).query('{ signals(first: 1) { liveCursor } }');
  return (data as { signals: { liveCursor: string } }).signals.liveCursor; // what was asked for
}

/** Makes a key, spends of its day, and takes a cursor that two changes follow. */
async function use(server: ServerProcess): Promise<Possession> {
  const key = await server.issue('pro', 'ingest');
  const client = createClient({ url: server.url, key });
  await put(server, key, ['before']);
  const cursor = await liveCursor(server, key);
  await put(server, key, ['after-1', 'after-2']);
  const { usage } = await client.usage();
  return { key, unitsUsed: usage.daily_used, cursor };
}

/** The first changes that a stream behind a cursor brings. */
async function changesAfter(server: ServerProcess, { key, cursor }: Possession, count: number) {
  const events = 'subscription ($after: String) { signals(after: $after) { kind cursor } }';
  const ended = AbortSignal.timeout(10_000);
  const stream = createClient({ url: server.url, key }).subscribe(
    events,
    {},
    { after: cursor, signal: ended },
  );
  const kinds: string[] = [];
  for await (const { kind } of stream) {
    kinds.push(kind);
    if (kinds.length === count) break;
  }
  return kinds;
}

async function expectKept(server: ServerProcess, had: Possession): Promise<void> {
  const { usage } = await createClient({ url: server.url, key: had.key }).usage();
  expect(usage.daily_used).toBe(had.unitsUsed + 1);
  const list = await fetch(`${server.url}/api/v1/trade-feed`, { headers: { 'x-api-key': had.key } });
  expect(list.headers.get('x-total-count')).toBe('3');
  expect(await changesAfter(server, had, 2)).toEqual(['CREATED', 'CREATED']);
}

const jwks = async ({ url }: ServerProcess) => (await fetch(`${url}/.well-known/jwks.json`)).text();

test('embedded: the archive of a stopped server, in a new directory', async () => {
  const [from, to] = [newDir('from'), join(dir, 'to')];
  const old = await startProcess({ dataDir: from });
  const had = await use(old);
  const signers = await jwks(old);
  if (bin !== null) {
    // As pg_dump would, which has to be as new as the server; psql has not.
    const query = ['--tuples-only', '--no-align', '--command=SELECT count(*) FROM api_key', 'alpha'];
    const socket = ['--host', join(from, 'postgres-socket'), '--username=alpha'];
    expect(await run(join(bin, 'psql'), [...socket, ...query], { cwd: dir, env: {} })).toBe('1\n');
  }
  await old.stop();
  const env = { DATA_DIR: from, NEW_DATA_DIR: to };
  await runShell(command('tar -C "$DATA_DIR" -czf'), { cwd: dir, env });
  await runShell(command('tar -C "$NEW_DATA_DIR" -xzf'), { cwd: dir, env });
  rmSync(from, { recursive: true });
  const restored = await startProcess({ dataDir: to });
  try {
    await expectKept(restored, had);
    expect(await restored.issue('free')).not.toBe('');
    expect(await jwks(restored)).toBe(signers); // by the same signing key
  } finally {
    await restored.stop();
  }
}, 600_000);

describe.skipIf(bin === null)('external (skipped: no PostgreSQL under /usr/lib/postgresql)', () => {
  let postgres: TestServer;
  let variables: Readonly<Record<string, string>>;
  const processes: ServerProcess[] = [];
  const shell = (commands: string) => runShell(commands, { cwd: dir, env: variables });
  const start = async (dataDir: string, env: Readonly<Record<string, string>>) => {
    const server = await startProcess({ dataDir, env });
    processes.push(server);
    return server;
  };

  beforeAll(async () => {
    postgres = await startSystem(bin ?? '');
    const { connection } = postgres;
    if (!('host' in connection)) throw new Error('it is reached by its socket');
    await createDatabase(postgres, 'old');
    await createDatabase(postgres, 'restored');
    variables = {
      PATH: `${bin}:${process.env.PATH}`,
      PGHOST: connection.host,
      PGUSER: connection.user,
      DATABASE_URL: 'postgres:///old',
      NEW_DATABASE_URL: 'postgres:///restored',
    };
    await run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', 'signing-key.pem'], {
      cwd: dir,
      env: {},
    });
  }, 600_000);
  afterAll(async () => {
    for (const server of processes) await server.stop();
    await postgres.stop();
  }, 600_000);

  test('a dump of a server that runs, in a new database', async () => {
    const env = { ...variables, SIGNING_KEY_FILE: join(dir, 'signing-key.pem') };
    const old = await start(newDir('old'), env);
    const had = await use(old);
    await old.stop(); // which gives back what it held ahead of the quota
    const again = await start(newDir('again'), env);
    await shell(command('--file=alpha-data.dump "$DATABASE_URL"'));
    const later = await again.issue('free');
    await put(again, had.key, ['later']);
    const ahead = await liveCursor(again, had.key);
    await shell(command('pg_restore'));
    const restored = await start(newDir('restored'), {
      ...env,
      DATABASE_URL: variables.NEW_DATABASE_URL ?? '',
    });
    await expectKept(restored, had);
    const refused = await fetch(`${restored.url}/api/v1/mre`, { headers: { 'x-api-key': later } });
    expect(refused.status).toBe(401);
    await expect(changesAfter(restored, { ...had, cursor: ahead }, 1)).rejects.toMatchObject({
      code: 'INVALID_CURSOR',
    });
  }, 600_000);
});
