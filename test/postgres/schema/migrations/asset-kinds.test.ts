import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../../src/postgres/connection/database.ts';
import { migrations } from '../../../../src/postgres/schema/migrations/index.ts';
import { newDatabase, type TestDatabase } from '../../../support/shared-postgres.ts';

let database: TestDatabase;
let db: Database;

const NAME = /-asset-kinds$/;
const run = (text: string) => db.run(sql.raw(text));

beforeAll(async () => {
  database = await newDatabase('empty');
  db = openDatabase(database);
  for (const [name, text] of Object.entries(migrations)) {
    if (NAME.test(name)) break;
    await run(text);
  }
}, 600_000);
afterAll(async () => {
  await db.close();
  await database.drop();
});

it('rows, sums, inputs and groups of before get keys with a kind', async () => {
  const signal = (id: string, symbol: string, type: string | null, asset: string) =>
    `INSERT INTO signals (id, source, symbol, direction, status, "timestamp", known_from, known_precision, asset_type, asset)
     VALUES ('${id}', 'mte', '${symbol}', 'LONG', 'OPEN', now(), now(), 'EXACT', ${type === null ? 'NULL' : `'${type}'`}, '${asset}');`;
  await run(`
    ${signal('coin', 'META/USDT', 'crypto', 'META')}
    ${signal('company', 'META', 'stock', 'META')}
    ${signal('fund', 'SPY', 'etf', 'SPY')}
    ${signal('pair', 'BINANCE:BTCUSDT', null, 'BTC')}
    ${signal('bare', 'COMP', null, 'COMP')}
    INSERT INTO insider_filings (id, ticker, transaction_direction, filing_date, known_from, known_precision, asset)
      VALUES ('one', 'BRK-B', 'buy', now(), now(), 'EXACT', 'BRK.B'), ('none', NULL, 'buy', now(), now(), 'EXACT', NULL);
    INSERT INTO asset_daily VALUES ('2026-01-01', 'BRK.B', 1, 1, 1, 0), ('2026-01-01', '', 1, 1, 1, 0);
    INSERT INTO feed_event (feed, seq, kind, key, at, before, after) VALUES
      ('insider', 1, 'UPDATED', 'one', now(), '{"asset": "BRK.B"}', '{"asset": null}'),
      ('mre', 1, 'CREATED', 'm', now(), NULL, '{"asset": "BTC", "asset_class": null, "ticker": "BTCUSDT.P"}');
    INSERT INTO input VALUES ('alert', 'COMP|trend', 'k', '{"asset_type": null}'), ('alert', 'BTC|trend', 'k', '{"asset_type": "crypto"}'),
      ('open-trade', 'ETC|slug', 'k', '{}'), ('signal', 'META', 'coin', '{"asset_type": "crypto", "symbol": "META/USDT"}');
    INSERT INTO derived VALUES ('signals-backtests', 'asset:ETC', '["x"]'), ('signals-backtests', 'coin:etc', '["x"]'),
      ('signals-alerts', 'asset:META', '["coin", "company"]');`);

  for (const [name, text] of Object.entries(migrations)) if (NAME.test(name)) await run(text);

  const column = async (text: string) => (await run(text)).map((row) => Object.values(row as object));
  expect(await column('SELECT id, asset FROM signals ORDER BY id')).toEqual([
    ['bare', 'stock:COMP'],
    ['coin', 'crypto:META'],
    ['company', 'stock:META'],
    ['fund', 'stock:SPY'],
    ['pair', 'crypto:BTC'],
  ]);
  expect(await column('SELECT id, asset FROM insider_filings ORDER BY id')).toEqual([
    ['none', null],
    ['one', 'stock:BRK.B'],
  ]);
  expect(await column('SELECT asset FROM asset_daily ORDER BY asset')).toEqual([[''], ['stock:BRK.B']]);
  expect(
    await column(`SELECT feed, before->>'asset', after->>'asset' AS a FROM feed_event ORDER BY feed`),
  ).toEqual([
    ['insider', 'stock:BRK.B', null],
    ['mre', null, 'crypto:BTC'],
  ]);
  expect(await column('SELECT kind, series FROM input ORDER BY kind, series')).toEqual([
    ['alert', 'crypto:BTC|trend'],
    ['alert', 'stock:COMP|trend'],
    ['open-trade', 'crypto:ETC|slug'],
    ['signal', 'crypto:META'],
  ]);
  expect(await column('SELECT engine, grp, keys FROM derived ORDER BY engine, grp')).toEqual([
    ['signals-alerts', 'asset:crypto:META', ['coin']],
    ['signals-alerts', 'asset:stock:META', ['company']],
    ['signals-backtests', 'asset:crypto:ETC', ['x']],
    ['signals-backtests', 'coin:etc', ['x']],
  ]);
});
