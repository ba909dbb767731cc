import { expect, test } from 'vitest';
import { sessionOf } from '../../src/feed/trading-day.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { NOW, startMemoryDemo } from './support.ts';

const demo = await startMemoryDemo(NOW);

test('purchases of insiders have a last price once the stock has closed behind the filing, and not before', () => {
  const raised = demo.of(signals).filter(({ source }) => source === 'insider');
  expect(raised.length).toBeGreaterThan(100);
  // The day before: of NOW the session has just begun.
  const { closeAt } = sessionOf('2026-03-10', null);
  const followed = raised.filter(({ timestamp }) => timestamp < closeAt);
  expect(followed.length).toBeGreaterThan(100);
  expect(raised.length).toBeGreaterThan(followed.length);
  for (const signal of raised)
    expect(signal.current_price === null, signal.timestamp.toISOString()).toBe(!followed.includes(signal));
});
