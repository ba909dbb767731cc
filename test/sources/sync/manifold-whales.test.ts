import { expect, it } from 'vitest';
import { manifoldWhales } from '../../../src/sources/manifold/bets-provider.ts';
import { benchOf } from './paged-trades.ts';
import { json, startProvider } from './provider-server.ts';

const NOON = Date.parse('2026-03-03T12:00:00Z');

/** Number `n` of a user's bets, a second after the one before. */
const bet = (n: number) => ({
  id: `bet-${n}`,
  userId: 'user-1',
  contractId: 'contract-1',
  outcome: 'YES',
  amount: 10,
  shares: 12,
  createdTime: NOON + n * 1_000,
});

it('reads the bets of a user back to where the last run began, and each of them once', async () => {
  await using server = await startProvider();
  const bench = benchOf(server, manifoldWhales, { users: ['user-1'] });
  const bets = Array.from({ length: 2_500 }, (_, n) => bet(n));
  server.answer((request, response, url) => {
    expect(url.searchParams.get('userId')).toBe('user-1');
    const before = url.searchParams.get('before');
    const newestFirst = bets.toReversed();
    const from = before === null ? 0 : newestFirst.findIndex(({ id }) => id === before) + 1;
    json(newestFirst.slice(from, from + Number(url.searchParams.get('limit'))))(request, response, url);
  });

  expect(await bench.run()).toMatchObject({ outcome: 'done', inputs: 2_500 });
  expect(server.requests).toHaveLength(3);

  bets.push(...Array.from({ length: 1_200 }, (_, n) => bet(2_500 + n)));
  server.requests.length = 0;
  expect(await bench.run()).toMatchObject({ outcome: 'done' });
  expect(server.requests).toHaveLength(2); // the second page reaches what was read before
  const keys = new Set(bench.target.inputs.map(({ series, key }) => `${series} ${key}`));
  expect(keys.size).toBe(3_700);

  server.requests.length = 0;
  await bench.run();
  expect(server.requests).toHaveLength(1);
});
