import { expect, test } from 'vitest';
import { whaleActivity } from '../../src/feeds/whales/feed.ts';
import { NOW, startMemoryDemo } from './support.ts';

const demo = await startMemoryDemo(NOW);

test('whales change their positions by parts, and there are many of them', () => {
  const activity = demo.of(whaleActivity);
  // Polymarket's first snapshot may fall between two trades.
  const changes = activity.flatMap(({ change_pct, event_type, source }) =>
    change_pct === null || event_type === 'exit' || source !== 'hyperliquid' ? [] : [change_pct],
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
