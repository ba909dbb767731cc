import { readFileSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connection } from '../../../src/postgres/connection/connection.ts';
import { openDatabase } from '../../../src/postgres/connection/database.ts';
import { createNotifications } from '../../../src/postgres/connection/notifications.ts';
import { migrate } from '../../../src/postgres/schema/migrate.ts';
import { createDatabase, sendTo, startEmbedded, type TestServer } from '../../support/postgres.ts';

const PASSWORD = 'p@ss:w/rd %';

let server: TestServer;
beforeAll(async () => {
  server = await startEmbedded();
  await sendTo(server.connection, `CREATE ROLE guarded LOGIN PASSWORD '${PASSWORD}'`);
  await createDatabase(server, 'guarded');
  await sendTo(server.connection, 'ALTER DATABASE guarded OWNER TO guarded');
  const [{ hba_file: file } = { hba_file: '' }] = await sendTo<{ hba_file: string }>(
    server.connection,
    'SHOW hba_file',
  );
  writeFileSync(file, `local all guarded scram-sha-256\n${readFileSync(file, 'utf8')}`);
  await sendTo(server.connection, 'SELECT pg_reload_conf()');
});
afterAll(() => server?.stop());

/** As an operator writes it. */
function urlWith(password: string, more: Readonly<Record<string, string>> = {}): Connection {
  if ('url' in server.connection) throw new Error('the embedded server has no URL');
  const { host, port } = server.connection;
  const query = new URLSearchParams({ host, port: String(port), ...more });
  return { url: `postgres://guarded:${encodeURIComponent(password)}@/guarded?${query}` };
}

test('every connection to a server that asks for a password is given it', async () => {
  const connection = urlWith(PASSWORD);
  expect((await migrate(connection, [])).length).toBeGreaterThan(0);
  const db = openDatabase({ connection });
  const who = sql<{ name: string }>`SELECT current_user AS name`;
  const guarded = [{ name: 'guarded' }];
  expect(await db.run(who)).toEqual(guarded);
  expect(await db.aggregate(who)).toEqual(guarded);
  expect(await db.transaction((tx) => tx.run(who))).toEqual(guarded);
  expect(await db.withLock(['a name'], () => db.run(who))).toEqual(guarded);
  for await (const rows of db.cursor(who, 10)) expect(rows).toEqual(guarded);
  const heard: string[] = [];
  const notifications = createNotifications(connection);
  await notifications.subscribe('a_channel', {
    notified: (payload) => heard.push(payload),
    missed: () => undefined,
  });
  await db.run(sql`SELECT pg_notify('a_channel', 'said')`);
  await expect.poll(() => heard).toEqual(['said']);
  await notifications.close();
  await db.close();
});

test('a wrong password is said to be wrong, and is not in what is said', async () => {
  const db = openDatabase({ connection: urlWith('secret') });
  const error: Error = await db.run(sql`SELECT 1`).then(
    () => Promise.reject(new Error('let in')),
    (refused) => refused,
  );
  expect(error.message).toBe('password authentication failed for user "guarded"');
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret');
  await db.close();
});

test('parameters that a URL asks for hold beside those of the service', async () => {
  const db = openDatabase({
    connection: urlWith(PASSWORD, { options: '-c work_mem=7MB', application_name: 'mine' }),
  });
  const [row] = await db.run(sql`
    SELECT current_setting('work_mem') AS memory, current_setting('TimeZone') AS zone,
      current_setting('application_name') AS name`);
  expect(row).toEqual({ memory: '7MB', zone: 'UTC', name: 'mine' });
  await db.close();
});

test.each(['0001-01-01 00:00:00+00', '0050-06-01 01:02:03.5+00', '1969-12-31 23:59:59.999+00'])(
  'an instant of any year is the one that is stored: %s',
  async (stored) => {
    const db = openDatabase({ connection: server.connection, maxConnections: 1 });
    const rows = await db.run(sql<{ at: Date; text: string }>`
      SELECT at, to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS text
      FROM (SELECT ${stored}::text::timestamptz AS at) AS one`);
    expect(rows[0]?.at.toISOString()).toBe(rows[0]?.text);
    await db.close();
  },
);
