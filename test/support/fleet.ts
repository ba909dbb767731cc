import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ISSUER, systemClock } from '../../src/app/services.ts';
import { createKeyIssuer } from '../../src/core/keys/key-issuer.ts';
import type { Scope } from '../../src/core/ports.ts';
import { createSigningKeyFile } from '../../src/files/signing-key-file.ts';
import type { Connection } from '../../src/postgres/connection/connection.ts';
import { type Database, openDatabase } from '../../src/postgres/connection/database.ts';
import { startEmbeddedPostgres } from '../../src/postgres/embedded/embedded-postgres.ts';
import { pathsIn } from '../../src/postgres/embedded/paths.ts';
import { readPostmaster, signalProcess } from '../../src/postgres/embedded/postmaster.ts';
import { createKeyStore } from '../../src/postgres/stores/key-store.ts';
import { createSigningKeyStore } from '../../src/postgres/stores/signing-key-store.ts';
import { newDataDir } from './data-dir.ts';
import { type ServerProcess, startProcess } from './process.ts';

/** Two servers on one database, as behind a load balancer. */
export interface Fleet {
  readonly servers: readonly [ServerProcess, ServerProcess];
  readonly connection: Connection;
  readonly db: Database;
  /** What another server needs to join them. */
  readonly env: Readonly<Record<string, string>>;
  newKey(tier: string, scope?: Scope): Promise<{ readonly id: string; readonly token: string }>;
  /** SIGKILL to PostgreSQL. */
  killStore(): Promise<void>;
  /** Connections stay open, new ones are taken by nobody, and nothing is answered; the result thaws it. */
  freezeStore(): Promise<() => void>;
  startStore(): Promise<void>;
  stopServers(): Promise<void>;
  stop(): Promise<void>;
}

export async function startFleet(more: Readonly<Record<string, string>> = {}): Promise<Fleet> {
  const dirs: string[] = [];
  const newDir = () => {
    const dir = mkdtempSync(join(tmpdir(), 'alpha-fleet-'));
    dirs.push(dir);
    return dir;
  };
  const dataDir = await newDataDir();
  dirs.push(dataDir);
  const store = await startEmbeddedPostgres({ dataDir });
  const stores = [store];
  const { connection } = store;
  if (!('host' in connection)) throw new Error('the embedded server is reached by its socket');
  const signingKeyFile = join(newDir(), 'signing-key.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(signingKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const env = {
    DATABASE_URL: `postgres:///${connection.database}`,
    PGHOST: connection.host,
    PGPORT: String(connection.port),
    PGUSER: connection.user,
    SIGNING_KEY_FILE: signingKeyFile,
    ...more,
  };
  const start = () => startProcess({ dataDir: newDir(), env });
  const servers = await Promise.all([start(), start()]);
  const db = openDatabase({ connection, maxConnections: 2 });
  const keys = createKeyStore(db);
  const issuer = createKeyIssuer({
    signers: createSigningKeyFile(signingKeyFile, { generate: false }),
    signingKeys: createSigningKeyStore(db),
    clock: systemClock,
    issuer: ISSUER,
  });
  let running = true;
  const stopServers = async () => {
    if (running) await Promise.all(servers.map((server) => server.stop()));
    running = false;
  };
  return {
    servers,
    connection,
    db,
    env,
    async newKey(tier, scope = 'read') {
      const { token, record } = await issuer.issue({ tier, scope, name: tier, expiresInMs: null });
      await keys.insert(record);
      return { id: record.id, token };
    },
    async killStore() {
      const postmaster = await readPostmaster(pathsIn(dataDir).cluster);
      if (postmaster) signalProcess(postmaster.pid, 'SIGKILL');
    },
    async freezeStore() {
      const postmaster = await readPostmaster(pathsIn(dataDir).cluster);
      if (!postmaster) throw new Error('the store does not run');
      const frozen = [postmaster.pid];
      signalProcess(postmaster.pid, 'SIGSTOP'); // first: no backend is started from here on
      const children = execFileSync('pgrep', ['-P', String(postmaster.pid)], { encoding: 'utf8' });
      for (const pid of children.trim().split('\n').map(Number)) {
        signalProcess(pid, 'SIGSTOP');
        frozen.push(pid);
      }
      return () => {
        for (const pid of frozen) signalProcess(pid, 'SIGCONT');
      };
    },
    async startStore() {
      stores.push(await startEmbeddedPostgres({ dataDir }));
    },
    stopServers,
    async stop() {
      await stopServers();
      await db.close();
      for (const store of stores) await store.stop();
      for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
    },
  };
}
