import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outperformers } from '../../../src/feeds/aoe/feed.ts';
import { createFeedWriter } from '../../../src/postgres/feeds/feed-writer.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { sampleRecords } from '../../support/records.ts';

let fleet: Fleet;
let token = '';

beforeAll(async () => {
  fleet = await startFleet({ CACHE_BYTES: '1000000' });
  token = (await fleet.newKey('quant')).token;
});
afterAll(() => fleet.stop());

const records = sampleRecords(outperformers, 30);
/** Commits as another process does, and has it told. */
const write = (from: number, to: number) =>
  createFeedWriter(fleet.db).upsert(outperformers, records.slice(from, to), new Date());

const totals = () =>
  Promise.all(
    fleet.servers.map(async ({ url }) => {
      const response = await fetch(`${url}/api/v1/aoe?limit=1`, { headers: { 'x-api-key': token } });
      expect(response.status).toBe(200);
      return Number(response.headers.get('x-total-count'));
    }),
  );

test('answers end where a commit is told of', async () => {
  // A process that only looks each second at the heads takes that second from the second try on.
  const tookMs: number[] = [];
  for (let count = 1; count <= 10; count += 1) {
    const startedAt = performance.now();
    await write(count - 1, count);
    await expect.poll(totals, { interval: 10 }).toEqual([count, count]);
    tookMs.push(performance.now() - startedAt);
  }
  expect(Math.min(...tookMs.slice(1))).toBeLessThan(500);
});

test('and at the next look at the heads where it is not', async () => {
  await write(0, 20);
  await expect.poll(totals, { interval: 10 }).toEqual([20, 20]);
  const table = sql.table(outperformers.table);
  const remove = (key: string) =>
    fleet.db.run(sql`DELETE FROM ${table} WHERE ${sql.ref(outperformers.key.name)} = ${key}`);
  await remove('k000003');
  // Nobody was told, and the head has not moved: what is kept is what is sent.
  expect(await totals()).toEqual([20, 20]);
  await fleet.db.run(sql`UPDATE feed_head SET seq = seq + 1 WHERE feed = ${outperformers.module}`);
  await expect.poll(totals, { interval: 10 }).toEqual([19, 19]);
});
