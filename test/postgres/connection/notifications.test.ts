import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../src/postgres/connection/database.ts';
import { createNotifications, type Notifications } from '../../../src/postgres/connection/notifications.ts';
import { startEmbeddedPostgres } from '../../../src/postgres/embedded/embedded-postgres.ts';

type Server = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

let dataDir: string;
let server: Server;
let db: Database;
let notifications: Notifications;
const heard: string[] = [];
let missed = 0;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'alpha-notify-'));
  server = await startEmbeddedPostgres({ dataDir });
  db = openDatabase({ connection: server.connection, maxConnections: 2 });
  notifications = createNotifications(server.connection);
  heard.splice(0);
  missed = 0;
  const handlerOf = (channel: string) => ({
    notified: (payload: string) => void heard.push(`${channel} ${payload}`),
    missed: () => {
      missed += 1;
    },
  });
  await notifications.subscribe('one', handlerOf('one'));
  await notifications.subscribe('other', handlerOf('other'));
});
afterEach(async () => {
  await notifications.close();
  await db.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const notify = (channel: string, payload: string) => db.run(sql`SELECT pg_notify(${channel}, ${payload})`);
const listeners = () =>
  db.run(sql<{ pid: number }>`SELECT pid FROM pg_stat_activity WHERE query ILIKE 'listen %'`);

test('are heard by channel, and what came before counts as missed', async () => {
  expect(missed).toBe(2);
  await notify('one', 'a');
  await notify('unheard', 'b');
  await notify('other', 'c');
  await expect.poll(() => heard.toSorted()).toEqual(['one a', 'other c']); // channels have connections of their own order
});

test('go on after the connection was cut, and say that some may have been missed', async () => {
  for (const { pid } of await listeners()) await db.run(sql`SELECT pg_terminate_backend(${pid}::int)`);
  await expect.poll(() => missed).toBe(4);
  await notify('other', 'again');
  await expect.poll(() => heard).toEqual(['other again']);
  expect(await listeners()).toHaveLength(2);
});

test('go on after the server was away', async () => {
  await server.stop();
  for (let attempt = 0; attempt < 5; attempt += 1) await expect(db.run(sql`SELECT 1`)).rejects.toThrow();
  server = await startEmbeddedPostgres({ dataDir });
  await expect.poll(() => missed).toBe(4);
  await notify('one', 'back');
  await notify('other', 'back');
  await expect.poll(() => heard.toSorted()).toEqual(['one back', 'other back']);
}, 600_000);

test('end while the server is away', async () => {
  await server.stop();
  await notifications.close();
  server = await startEmbeddedPostgres({ dataDir });
  await expect.poll(() => db.run(sql`SELECT 1`).then((rows) => rows.length)).toBe(1);
  expect(await listeners()).toEqual([]);
}, 600_000);

test('that cannot be read count as missed, and others hear them', async () => {
  let missedHere = 0;
  const refusing = {
    notified: () => {
      throw new Error('not a number');
    },
    missed: () => {
      missedHere += 1;
    },
  };
  await notifications.subscribe('one', refusing);
  const before = missedHere;
  const last = { notified: (payload: string) => void heard.push(`last ${payload}`), missed: () => undefined };
  await notifications.subscribe('one', last);
  await notify('one', 'unreadable');
  await expect.poll(() => heard).toEqual(['one unreadable', 'last unreadable']);
  expect(missedHere).toBe(before + 1);
});

test('closed while they connect, they reject', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo; // it listens on TCP
  const others = createNotifications({ url: `postgres://somebody@127.0.0.1:${port}/store` });
  const listening = others.subscribe('one', { notified: () => undefined, missed: () => undefined });
  await once(silent, 'connection');
  const refused = expect(listening).rejects.toMatchObject({ code: 'CONNECTION_LOST' });
  await others.close();
  await refused;
  silent.close();
});
