import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { scorecardEngines } from '../../../../src/postgres/schema/migrations/0026-scorecard-engines.ts';
import { startApp } from '../../../support/app.ts';

it('hands what the one engine made on to the engines of the cards', async () => {
  const app = await startApp();
  onTestFinished(() => app.stop());
  const { db } = app.services;
  const keys = ['gls-1d-2024-12-20', 'ams-1d-2026-07-30', 'demo-mrs-1w-2024-12-16', 'gls-1w-2024-12-16'];
  await db.run(
    sql`INSERT INTO derived (engine, grp, keys) VALUES ('scorecards', 'all', ${JSON.stringify(keys)}::jsonb)`,
  );
  for (const statement of scorecardEngines.split(';\n'))
    if (statement.trim() !== '') await db.run(sql.raw(statement));
  expect(await db.run(sql`SELECT engine, grp, keys FROM derived ORDER BY engine`)).toEqual([
    { engine: 'scorecards-ams', grp: 'all', keys: ['ams-1d-2026-07-30'] },
    { engine: 'scorecards-gls', grp: 'all', keys: ['gls-1d-2024-12-20', 'gls-1w-2024-12-16'] },
    { engine: 'scorecards-mrs', grp: 'all', keys: ['demo-mrs-1w-2024-12-16'] },
  ]);
});
