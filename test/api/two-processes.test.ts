import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ISSUER, systemClock } from '../../src/app/services.ts';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import { createKeyAdmin, type KeyAdmin } from '../../src/core/keys/key-admin.ts';
import { createKeyIssuer } from '../../src/core/keys/key-issuer.ts';
import { createKeys } from '../../src/core/keys/keys.ts';
import { createSigningKeyFile } from '../../src/files/signing-key-file.ts';
import { type Database, openDatabase } from '../../src/postgres/connection/database.ts';
import { createKeyStore } from '../../src/postgres/stores/key-store.ts';
import { createSigningKeyStore } from '../../src/postgres/stores/signing-key-store.ts';
import { fastestMs } from '../support/fastest.ts';
import { createDatabase, startEmbedded, type TestServer } from '../support/postgres.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';

function adminOf(db: Database, signingKeyFile: string): KeyAdmin {
  const store = createKeyStore(db);
  const signingKeys = createSigningKeyStore(db);
  const signers = createSigningKeyFile(signingKeyFile, { generate: false });
  const issuer = createKeyIssuer({ signers, signingKeys, clock: systemClock, issuer: ISSUER });
  const keys = createKeys({ store, signingKeys, clock: systemClock, issuer: ISSUER });
  return createKeyAdmin({ store, issuer, keys, tiers: DEFAULT_TIERS, clock: systemClock });
}

/** Two servers on one database; only the first has the signing key. */
describe('two processes', () => {
  let postgres: TestServer;
  let db: Database;
  let first: ServerProcess;
  let second: ServerProcess;
  let signingKeyFile: string;
  /** A third process on the same database, with the signing key. */
  let admin: KeyAdmin;
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
    signingKeyFile = join(newDir(), 'signing-key.pem');
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(signingKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    admin = adminOf(db, signingKeyFile);
    first = await startProcess({ dataDir: newDir(), env: { ...env, SIGNING_KEY_FILE: signingKeyFile } });
    second = await startProcess({ dataDir: newDir(), env });
  }, 600_000);
  afterAll(async () => {
    await Promise.all([first.stop(), second.stop()]);
    await db.close();
    await postgres.stop();
    for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
  }, 600_000);

  const issue = async (expiresInMs: number | null = null) => {
    const { token, key } = await admin.create({ tier: 'quant', scope: 'read', name: 'x', expiresInMs });
    return { id: key.id, key: token };
  };
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
      await db.run(sql<{ pid: number }>`SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN "alpha_key"'`)
    ).map(({ pid }) => pid);

  /** Sooner than the five seconds after which what is known of a key is too old. */
  const AT_ONCE_MS = 2_500;

  it('refuse a revoked key at once', async () => {
    const tookMs = await fastestMs(AT_ONCE_MS, async () => {
      const { id, key } = await issue();
      expect(await statuses(key)).toEqual([200, 200]);
      await admin.revoke(id);
      await expect.poll(() => statuses(key)).toEqual([403, 403]);
    });
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
  });

  it('know a new tier at once', async () => {
    const tookMs = await fastestMs(AT_ONCE_MS, async () => {
      const { id, key } = await issue();
      expect(await tiers(key)).toEqual(['quant', 'quant']);
      await admin.update(id, { tier: 'pro_api' });
      await expect.poll(() => tiers(key)).toEqual(['pro_api', 'pro_api']);
    });
    expect(tookMs).toBeLessThan(AT_ONCE_MS);
  });

  it('listen again when their connection was cut, and know what they missed', async () => {
    const { id, key } = await issue();
    expect(await statuses(key)).toEqual([200, 200]);
    const cut = await listeners();
    expect(cut).toHaveLength(2);
    await db.run(sql`UPDATE api_key SET revoked_at = now() WHERE id = ${id}`);
    for (const pid of cut) await db.run(sql`SELECT pg_terminate_backend(${pid}::int)`);
    await expect.poll(() => statuses(key)).toEqual([403, 403]);
    expect((await listeners()).filter((pid) => cut.includes(pid))).toEqual([]);
    expect(await listeners()).toHaveLength(2);
  });

  it('refuse a key within 5 s when its revocation was told to nobody', async () => {
    const { id, key } = await issue();
    expect(await statuses(key)).toEqual([200, 200]);
    await db.run(sql`UPDATE api_key SET revoked_at = now() WHERE id = ${id}`);
    await expect.poll(() => statuses(key)).toEqual([403, 403]);
  });

  it('refuse a key that expired', async () => {
    const { key } = await issue(3_000);
    expect(await statuses(key)).toEqual([200, 200]);
    await expect.poll(() => statuses(key)).toEqual([401, 401]);
  });

  it('let a rotated key go on for the overlap, beside its successor', async () => {
    const old = await issue();
    const key = await first.cli('keys', 'rotate', old.id, '--overlap', '8s');
    expect(await statuses(key)).toEqual([200, 200]);
    expect(await statuses(old.key)).toEqual([200, 200]);
    await expect.poll(() => statuses(old.key), { timeout: 300_000 }).toEqual([401, 401]);
    expect(await statuses(key)).toEqual([200, 200]);
    const shown = JSON.parse(await first.cli('--json', 'keys', 'show', old.id)) as { replaced_by: string };
    expect(await first.cli('keys', 'show', shown.replaced_by)).toMatch(/^tier +quant$/m);
    await expect(first.cli('keys', 'rotate', old.id)).rejects.toThrow(shown.replaced_by);
  }, 600_000);

  it('take keys of a new signing key at once, of the old one until it is retired', async () => {
    const before = await issue();
    const kids = async () => {
      const answer = await fetch(`${second.url}/.well-known/jwks.json`);
      return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
    };
    const [oldKid = ''] = await kids();
    const newKid = await first.cli('signing-keys', 'rotate');
    const operator = await admin.create({ tier: 'free', scope: 'admin', name: 'x', expiresInMs: null });
    const made = await fetch(`${first.url}/api/admin/keys`, {
      method: 'POST',
      headers: { 'x-api-key': operator.token, 'content-type': 'application/json' },
      body: '{"tier": "quant"}',
    });
    const { token, key } = (await made.json()) as { token: string; key: { signed_by: string } };
    expect(key.signed_by).toBe(newKid);
    const after = { key: token };
    expect(await statuses(after.key)).toEqual([200, 200]);
    expect(await statuses(before.key)).toEqual([200, 200]);
    expect((await kids()).sort()).toEqual([oldKid, newKid].sort());
    await expect(first.cli('signing-keys', 'retire', '--', newKid)).rejects.toThrow('rotate it before');
    await expect(second.cli('signing-keys', 'rotate')).rejects.toThrow('SIGNING_KEY_FILE');
    expect(await first.cli('signing-keys', 'retire', '--', oldKid)).toMatch(
      /^retired .* get 401 from now on/,
    );
    await expect.poll(() => statuses(before.key)).toEqual([401, 401]);
    expect(await statuses(after.key)).toEqual([200, 200]);
    expect(await kids()).toEqual([newKid]);
    expect(statSync(signingKeyFile).mode & 0o777).toBe(0o600);
    const listed = JSON.parse(await first.cli('--json', 'signing-keys', 'list')) as { state: string }[];
    expect(listed.map(({ state }) => state)).toEqual(['retired', 'signing']);
  }, 600_000);
});
