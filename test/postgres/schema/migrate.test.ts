import { expect, it } from 'vitest';
import { allFeeds } from '../../../src/feeds/index.ts';
import { migrate } from '../../../src/postgres/schema/migrate.ts';
import { sendTo } from '../../support/postgres.ts';
import { newDatabase } from '../../support/shared-postgres.ts';

/** Comments of tables and columns, and which transaction wrote each. */
const COMMENTS = `SELECT objoid::int, objsubid, description, xmin::text FROM pg_description
  WHERE classoid = 'pg_class'::regclass AND objoid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
  ORDER BY 1, 2`;

const OTHERS = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`;

it('writes nothing into a store that is as this version wants it', async () => {
  const { connection, drop } = await newDatabase();
  const before = await sendTo(connection, COMMENTS);
  expect(before.length).toBeGreaterThan(allFeeds.length);
  expect(await migrate(connection, allFeeds)).toEqual([]);
  expect(await sendTo(connection, COMMENTS)).toEqual(before);
  // A command would not end before the connection has been idle for a minute.
  await expect.poll(() => sendTo(connection, OTHERS)).toEqual([{ n: 0 }]);
  await drop();
});

it('carries descriptions that changed into the store without a migration', async () => {
  const { connection, drop } = await newDatabase();
  const [feed, ...others] = allFeeds;
  if (!feed) throw new Error('no feed');
  const described = { ...feed, description: `${feed.description} It's new.` };
  const comment = () =>
    sendTo(connection, `SELECT obj_description('${feed.table}'::regclass, 'pg_class') AS comment`);
  for (const declared of [described, feed]) {
    expect(await migrate(connection, [declared, ...others])).toEqual([]);
    expect(await comment()).toEqual([{ comment: declared.description }]);
  }
  await drop();
});

it('runs each migration once, and refuses a store that a newer version migrated', async () => {
  const { connection, drop } = await newDatabase();
  await sendTo(connection, `INSERT INTO kysely_migration VALUES ('9999-later', '2027-01-01T00:00:00Z')`);
  await expect(migrate(connection, allFeeds)).rejects.toThrow(
    'a newer version has migrated the store (9999-later)',
  );
  await drop();

  const empty = await newDatabase('empty');
  expect((await migrate(empty.connection, allFeeds)).length).toBeGreaterThan(0);
  expect(await migrate(empty.connection, allFeeds)).toEqual([]);
  await empty.drop();
});
