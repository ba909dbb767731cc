import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConnectionUrl } from '../../../src/postgres/connection/connection-url.ts';
import { openDatabase } from '../../../src/postgres/connection/database.ts';
import { freePort } from '../../support/free-port.ts';
import { giveToPostgres, startSystem, systemPostgres, type TestServer } from '../../support/postgres.ts';

test.each([
  ['postgres://me:secret@host/db', { user: 'me', password: 'secret', host: 'host', database: 'db' }],
  ['postgresql://me:p%40%2F%25@[::1]:5433/db', { password: 'p@/%', host: '::1', port: 5433 }],
  ['postgres://me:p%2F@/db?host=/var/run&port=5433', { password: 'p/', host: '/var/run', port: 5433 }],
  ['postgres://me:p%2F@h/db?application_name=my app', { password: 'p/', application_name: 'my app' }],
  ['postgres://h/db?connect_timeout=3', { connectionTimeoutMillis: 3_000 }],
  ['postgres://h/db?options=-c%20search_path%3Dmine', { options: '-c search_path=mine' }],
  ['postgres://h/db?sslmode=disable', { ssl: false }],
  ['postgres://h/db?sslmode=require', { ssl: { rejectUnauthorized: false } }],
  ['postgres://h/db?sslmode=verify-full', { ssl: {} }],
])('%s is understood', (url, config) => {
  expect(readConnectionUrl(url)).toMatchObject(config);
});

test.each([
  ['ssl=require', 'it asks for ssl, and may for host, port'],
  ['search_path=mine', 'it asks for search_path'],
  ['target_session_attrs=standby', 'it asks for target_session_attrs'],
  ['sslmode=prefer', 'its sslmode must be one of disable, require, verify-ca, verify-full'],
  ['sslmode=verify-ca', 'sslrootcert'],
  ['sslrootcert=/nowhere/root.pem&sslmode=verify-full', 'ENOENT'],
  ['connect_timeout=soon', 'its connect_timeout must be a whole number of seconds'],
  ['application_name=100%', 'a % stands alone in it'],
])('…?%s is refused', (query, message) => {
  const refusal = () => readConnectionUrl(`postgres://me:secret@host/db?${query}`);
  expect(refusal).toThrow(message);
  expect(refusal).not.toThrow('secret');
});

test('several hosts are refused', () => {
  const refusal = () => readConnectionUrl('postgres://me:secret@one:5432,two:5432/db');
  expect(refusal).toThrow('with one host');
  expect(refusal).not.toThrow('secret');
});

const bin = systemPostgres();
if (!bin && process.env.REQUIRE_POSTGRES === '1')
  throw new Error('REQUIRE_POSTGRES=1, but no PostgreSQL is installed');
const hasOpenssl = isThere('openssl');
const why = bin ? (hasOpenssl ? '' : ' (skipped: no openssl)') : ' (skipped: no PostgreSQL under /usr/lib)';

describe.skipIf(!bin || !hasOpenssl)(`a server with TLS${why}`, () => {
  const dir = mkdtempSync(join(tmpdir(), 'alpha-tls-'));
  const root = join(dir, 'server.crt');
  let server: TestServer;
  let port: number;
  beforeAll(async () => {
    const key = join(dir, 'server.key');
    execFileSync('openssl', [
      ...['req', '-x509', '-newkey', 'ed25519', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', root],
    ]);
    chmodSync(dir, 0o755);
    chmodSync(key, 0o600);
    port = await freePort();
    giveToPostgres(key);
    const tls = ['ssl=on', `ssl_cert_file=${root}`, `ssl_key_file=${key}`];
    server = await startSystem(bin ?? '', ['listen_addresses=localhost', ...tls], port);
  }, 600_000);
  afterAll(async () => {
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  test.each([
    ['', 'in the clear'],
    ['sslmode=disable', 'in the clear'],
    ['sslmode=require', 'encrypted'],
    ['sslmode=verify-full&sslrootcert=ROOT', 'encrypted'],
    ['sslmode=verify-full', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('?%s: %s', async (query, outcome) => {
    const url = `postgres://alpha@localhost:${port}/postgres?${query.replace('ROOT', root)}`;
    const db = openDatabase({ connection: { url } });
    const asked = db.run(sql<{ ssl: boolean }>`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`);
    const came = await asked.then(
      ([row]) => (row?.ssl ? 'encrypted' : 'in the clear'),
      (error) => error.code,
    );
    expect(came).toBe(outcome);
    await db.close();
  });
});

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
