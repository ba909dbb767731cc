import { expect, test } from 'vitest';
import { MOST_LEVERAGE } from '../../src/demo/hyperliquid-bets.ts';
import { simulatePolymarketWhales } from '../../src/demo/polymarket-whales.ts';
import { createPrices } from '../../src/demo/prices.ts';
import type { Grid } from '../../src/demo/simulation.ts';
import { turnsOf, walletsOf } from '../../src/demo/whales.ts';
import { whaleActivity } from '../../src/feeds/whales/feed.ts';
import type { PolymarketPositions } from '../../src/sources/polymarket/positions.ts';
import { HOUR, NOW, SEED, startMemoryDemo } from './support.ts';

const demo = await startMemoryDemo(NOW);

test('whales change their positions by parts, and there are many of them', () => {
  const activity = demo.of(whaleActivity);
  const changes = activity.flatMap(({ change_pct, event_type }) =>
    change_pct === null || event_type === 'exit' ? [] : [change_pct],
  );
  expect(changes.length).toBeGreaterThan(200);
  expect(Math.max(...changes)).toBeLessThanOrEqual(100);
  expect(Math.min(...changes)).toBeGreaterThanOrEqual(-60);
  const wallets = Map.groupBy(activity, ({ address }) => address);
  expect(wallets.size).toBeGreaterThan(35);
  for (const [address, events] of wallets) {
    expect(events.length / activity.length, `${address}`).toBeLessThan(0.1);
  }
  const ends = new Set([...wallets.keys()].map((address) => address?.slice(0, 6)));
  expect(ends.size, 'addresses differ where pages show them').toBe(wallets.size);
  const facts = activity.filter(
    ({ entry_price, unrealized_pnl }) => entry_price !== null && unrealized_pnl !== null,
  );
  expect(facts.length, 'some tell entry and profit').toBeGreaterThan(50);
  expect(activity.filter(({ closed_pnl }) => closed_pnl !== null).length).toBeGreaterThan(20);
});

test('positions state entry, leverage and an open profit that follows from them, also of wallets that act all the time', () => {
  const stated = demo
    .of(whaleActivity)
    .filter(({ source, event_type, leverage }) => {
      return source === 'hyperliquid' && event_type !== 'exit' && leverage !== null;
    })
    .map(({ outcome, size, price, entry_price, ...rest }) => {
      const gain = (outcome === 'SHORT' ? -1 : 1) * (size ?? 0) * ((price ?? 0) - (entry_price ?? 0));
      return { ...rest, gain, worth: (size ?? 0) * (price ?? 0) };
    });
  for (const { title, unrealized_pnl, gain, worth, leverage } of stated) {
    // Prices are rounded to six digits.
    expect(Math.abs((unrealized_pnl ?? Number.NaN) - gain), title).toBeLessThan(worth * 2e-5);
    expect(leverage, title).toBeLessThanOrEqual(MOST_LEVERAGE.get(title.replace(/-PERP$/, '')) ?? 10);
  }
  expect(stated.filter(({ gain }) => gain < 0).length).toBeGreaterThan(20);
  expect(stated.filter(({ gain }) => gain > 0).length).toBeGreaterThan(20);
  const lastHours = stated.filter(({ created_at }) => NOW.getTime() - created_at.getTime() < 4 * HOUR);
  expect(lastHours.length).toBeGreaterThan(40);
});

test('wallets take turns, one each in a round, in another order each time', () => {
  const grid: Grid = { name: 'turns', periodMs: 60_000, historyMs: 3_600_000 };
  const wallets = walletsOf(SEED, grid, 8);
  const turns = turnsOf(SEED, grid, wallets);
  const rounds = [-1, 0, 1, 2].map((round) =>
    wallets.map((_, place) => {
      const n = round * wallets.length + place;
      const { wallet, turn } = turns.at(n);
      expect([turn, turns.slotOf(wallet.address, turn)]).toEqual([round, n]);
      return wallet;
    }),
  );
  for (const round of rounds) expect(new Set(round)).toEqual(new Set(wallets));
  expect(new Set(rounds.map((round) => round.map(({ address }) => address).join())).size).toBe(rounds.length);
});

test.each(['2026-03-11T14:30:00.000Z', '2026-11-28T21:00:00.000Z', '2027-02-10T03:00:00.000Z'])(
  'what a wallet holds follows from its trades, from the first snapshot at %s on',
  (moment) => {
    const { items } = simulatePolymarketWhales(SEED, createPrices(SEED));
    const inputs = [...items(Number.NEGATIVE_INFINITY, Date.parse(moment))].flatMap((item) =>
      item.kind === 'input' ? [item.input] : [],
    );
    /** By wallet and token. */
    const held = new Map<string, number>();
    let compared = 0;
    for (const { kind, series, data } of inputs.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
      if (kind === 'trade') {
        const before = held.get(series) ?? 0;
        held.set(series, before + (data.side === 'BUY' ? 1 : -1) * Number(data.size));
        continue;
      }
      const { positions } = data as unknown as PolymarketPositions;
      for (const { asset, size } of positions) {
        const known = held.get(`${series}|${asset}`);
        held.set(`${series}|${asset}`, size);
        if (known === undefined) {
          expect(compared, 'what is not bought was there from the start').toBe(0);
          continue;
        }
        compared += 1;
        expect(known, series).toBeCloseTo(size, 3);
      }
    }
    expect(compared).toBeGreaterThan(20);
  },
);
