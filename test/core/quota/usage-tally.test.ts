import { expect, test } from 'vitest';
import { createUsageTally, type RouteUsed } from '../../../src/core/quota/usage-tally.ts';
import { testClock } from '../clock.ts';

const ONE = { id: 'one', account: 'ada' };
const TWO = { id: 'two', account: 'ada' };

/** A store that refuses writes while `refuses`. */
function setup() {
  const clock = testClock('2026-03-04T23:59:59.000Z');
  const written: RouteUsed[][] = [];
  const state = { refuses: false };
  const tally = createUsageTally({
    clock,
    async add(rows) {
      if (state.refuses) throw new Error('disk full');
      written.push([...rows]);
    },
  });
  return { clock, state, tally, written };
}

test('counts by key, route and UTC day, and writes each once', async () => {
  const { clock, tally, written } = setup();
  tally.add(ONE, '/api/v1/mre', { requests: 1, units: 1 });
  tally.add(ONE, '/api/v1/mre', { requests: 1, units: 2 });
  tally.add(ONE, 'streams', { requests: 0, units: 3 });
  tally.add(TWO, '/api/v1/mre', { requests: 1, units: 0 });
  clock.set('2026-03-05T00:00:00.000Z');
  tally.add(ONE, '/api/v1/mre', { requests: 1, units: 1 });
  await Promise.all([tally.flush(), tally.flush()]);
  const [before, after] = [new Date('2026-03-04T00:00:00Z'), new Date('2026-03-05T00:00:00Z')];
  expect(written).toEqual([
    [
      { account: 'ada', key: 'one', day: before, route: '/api/v1/mre', requests: 2, units: 3 },
      { account: 'ada', key: 'one', day: before, route: 'streams', requests: 0, units: 3 },
      { account: 'ada', key: 'two', day: before, route: '/api/v1/mre', requests: 1, units: 0 },
      { account: 'ada', key: 'one', day: after, route: '/api/v1/mre', requests: 1, units: 1 },
    ],
  ]);
});

test('what the store refuses is written with what came meanwhile, each once', async () => {
  const { state, tally, written } = setup();
  state.refuses = true;
  tally.add(ONE, '/graphql', { requests: 1, units: 5 });
  const refused = tally.flush();
  tally.add(ONE, '/graphql', { requests: 1, units: 7 });
  await expect(refused).rejects.toThrow('disk full');
  await expect(tally.flush()).rejects.toThrow('disk full');
  state.refuses = false;
  await tally.flush();
  await tally.flush();
  expect(written.map((rows) => rows.map(({ requests, units }) => [requests, units]))).toEqual([[[2, 12]]]);
});
