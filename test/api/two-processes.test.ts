import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/postgres/database.ts';
import { createKeyStore } from '../../src/postgres/key-store.ts';
import { createDatabase, startEmbedded, type TestServer } from '../support/postgres.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

/** Two servers on one database; only the first has the signing key. */
describe('two processes', () => {
  let postgres: TestServer;
  let db: Database;
  let first: ServerProcess;
  let second: ServerProcess;
  const dirs: string[] = [];

  beforeAll(async () => {
    postgres = await startEmbedded();
    const connection = await createDatabase(postgres, 'shared');
    if (!('host' in connection)) throw new Error('the embedded server is reached by its socket');
    db = openDatabase({ connection, maxConnections: 2 });
    const newDir = () => {
      const dir = mkdtempSync(join(tmpdir(), 'alpha-two-'));
      dirs.push(dir);
      return dir;
    };
    const env = {
      DATABASE_URL: `postgres:///${connection.database}`,
      PGHOST: connection.host,
      PGPORT: String(connection.port),
      PGUSER: connection.user,
    };
    const SIGNING_KEY_FILE = join(newDir(), 'signing-key.pem');
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(SIGNING_KEY_FILE, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    first = await startProcess({ dataDir: newDir(), env: { ...env, SIGNING_KEY_FILE } });
    second = await startProcess({ dataDir: newDir(), env });
  }, 90_000);
  afterAll(async () => {
    await Promise.all([first.stop(), second.stop()]);
    await db.close();
    await postgres.stop();
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
  }, 60_000);

  const issue = async (...more: readonly string[]): Promise<{ id: string; key: string }> =>
    JSON.parse(await first.cli('--json', 'keys', 'create', '--tier', 'pro', ...more));
  const get = (server: ServerProcess, key: string) =>
    fetch(`${server.url}/api/v1/insider-alpha/usage`, { headers: { 'x-api-key': key } });
  const statuses = (key: string) =>
    Promise.all([first, second].map(async (server) => (await get(server, key)).status));
  const tiers = (key: string) =>
    Promise.all(
      [first, second].map(
        async (server) => ((await (await get(server, key)).json()) as { tier: string }).tier,
      ),
    );
  const listeners = async () =>
    (
      await db.run(sql<{ pid: number }>`SELECT pid FROM pg_stat_activity WHERE query = 'listen "alpha_key"'`)
    ).map(({ pid }) => pid);

  /** Sooner than what is known of a key grows too old. */
  const AT_ONCE = { timeout: 1_000 };

  it('refuse a revoked key at once', async () => {
    const { id, key } = await issue();
    expect(await statuses(key)).toEqual([200, 200]);
    await createKeyStore(db).revoke(id, new Date());
    await expect.poll(() => statuses(key), AT_ONCE).toEqual([403, 403]);
  });

  it('know a new tier at once', async () => {
    const { id, key } = await issue();
    expect(await tiers(key)).toEqual(['pro', 'pro']);
    await createKeyStore(db).setTier(id, 'quant');
    await expect.poll(() => tiers(key), AT_ONCE).toEqual(['quant', 'quant']);
  });

  it('listen again when their connection was cut, and know what they missed', async () => {
    const { id, key } = await issue();
    expect(await statuses(key)).toEqual([200, 200]);
    const cut = await listeners();
    expect(cut).toHaveLength(2);
    await db.run(sql`UPDATE api_key SET revoked_at = now() WHERE id = ${id}`);
    for (const pid of cut) await db.run(sql`SELECT pg_terminate_backend(${pid}::int)`);
    await expect.poll(() => statuses(key), AT_ONCE).toEqual([403, 403]);
    expect((await listeners()).filter((pid) => cut.includes(pid))).toEqual([]);
    expect(await listeners()).toHaveLength(2);
  });

  it('refuse a key within 5 s when its revocation was told to nobody', async () => {
    const { id, key } = await issue();
    expect(await statuses(key)).toEqual([200, 200]);
    await db.run(sql`UPDATE api_key SET revoked_at = now() WHERE id = ${id}`);
    await expect.poll(() => statuses(key), { timeout: 5_000 }).toEqual([403, 403]);
  });

  it('refuse a key that expired', async () => {
    const { key } = await issue('--expires-in', '3s');
    expect(await statuses(key)).toEqual([200, 200]);
    await expect.poll(() => statuses(key), { timeout: 5_000 }).toEqual([401, 401]);
  });
});
