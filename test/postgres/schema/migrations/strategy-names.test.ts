import { expect, it } from 'vitest';
import { databaseBefore } from '../../../support/older-database.ts';

it('has the names of strategies made anew, which are split into words, and no others', async () => {
  await using database = await databaseBefore('strategy-names');
  await database.run(`
    UPDATE search_feed SET version = 2, seq = 7 WHERE feed IN ('mte', 'congress');
    UPDATE search_feed SET version = 0, seq = 7 WHERE feed = 'whales'`);
  await database.migrate();
  const rows = await database.run('SELECT feed, version FROM search_feed');
  const versions = Object.fromEntries(rows.map(({ feed, version }) => [feed, version]));
  expect(versions).toMatchObject({ mte: 2, congress: 3, whales: 0, aoe: 3 });
});
