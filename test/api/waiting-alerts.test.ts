import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALERT_TURN_MS } from '../../src/core/ingest/webhooks.ts';
import { testClock } from '../core/clock.ts';
import { startApp } from '../support/app.ts';

const TICKERS = ['AAA', 'BBB', 'CCC'];
/** Longer than the test. */
const WAITS = { connectionMs: 60_000, lockMs: 60_000, turnMs: 60_000, statementMs: 60_000 };

test('alerts whose turn comes too late are refused, and count when they are sent again', async () => {
  const clock = testClock('2026-03-04T12:00:10.000Z');
  const app = await startApp({}, { waits: WAITS, clock });
  const { db, webhooks } = app.services;
  const { secret } = await webhooks.create({ slug: 'trend', symbol: null, timeframe: '1h' });
  const send = async (ticker: string) => {
    const alert = { secret, action: 'buy', ticker, price: 1, time: '2026-03-04T12:00:00Z' };
    const response = await fetch(`${app.url}/api/webhooks/trend`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(alert),
    });
    const retryAfter = Number(response.headers.get('retry-after'));
    return response.status === 503 ? [503, retryAfter >= 1] : response.status;
  };
  const waiting = sql<{ kept: number; blocked: number }>`
    SELECT (SELECT count(*)::int FROM webhook_alert) AS kept, count(*)::int AS blocked
    FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

  const answers = await db.transaction(async (tx) => {
    await tx.run(sql`LOCK TABLE derived IN ACCESS EXCLUSIVE MODE`);
    const sent = TICKERS.map(send);
    await expect.poll(() => db.run(waiting)).toEqual([{ kept: 3, blocked: 1 }]);
    clock.advance(ALERT_TURN_MS + 1);
    return { sent };
  });
  expect((await Promise.all(answers.sent)).sort()).toEqual([200, [503, true], [503, true]]);
  expect(await Promise.all(TICKERS.map(send))).toEqual([200, 200, 200]);
  const signals = await app.get('/api/v1/trade-feed?page_size=10');
  expect(signals.headers.get('x-total-count')).toBe('3');
  await app.stop();
}, 600_000);
