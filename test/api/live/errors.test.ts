import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ConnectionLost } from '../../../src/postgres/connection/connection.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { follow } from '../../support/live-follower.ts';
import { TRANSPORTS } from '../../support/live-reader.ts';
import { signal } from '../../support/signal.ts';

const PATIENCE = { timeout: 300_000 };

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 600_000);
afterAll(() => app.stop(), 600_000);

describe.each(TRANSPORTS)('over %s', (transport) => {
  test('what is wrong with an argument is said by its name', async () => {
    const query = 'subscription { signals(filter: { or: [] }) { kind cursor } }';
    const follower = follow(transport, app, { query });
    const refusal = { extensions: { code: 'INVALID_PARAMETER', param: 'filter.or' } };
    await expect.poll(() => follower.ended, PATIENCE).toMatchObject([refusal]);
    follower.kill();
  });

  test('an event part of which cannot be read for a moment is told whole, a moment later', async () => {
    const nested = 'asset { signals(first: 1) { nodes { symbol } } }';
    const query = `subscription { signals { kind cursor node { symbol ${nested} } } }`;
    const follower = follow(transport, app, { query });
    const name = (n: number) => `${transport[0]}${n}`;
    const put = (n: number) => app.ingest('trade-feed', [signal(name(n), { symbol: name(n) })]);
    await vi.waitFor(async () => {
      await put(0);
      expect(follower.events).not.toEqual([]);
    }, PATIENCE);
    const reading = vi.spyOn(app.services.feeds, 'pagesBy').mockRejectedValue(new ConnectionLost('gone'));
    await put(1);
    await expect.poll(() => reading.mock.calls.length, PATIENCE).toBeGreaterThan(1);
    reading.mockRestore();
    await put(2);
    const whole = (n: number) => ({ symbol: name(n), asset: { signals: { nodes: [{ symbol: name(n) }] } } });
    const told = () => follower.events.filter(({ node }) => node?.symbol !== name(0)).map(({ node }) => node);
    await expect.poll(told, PATIENCE).toEqual([whole(1), whole(2)]);
    follower.kill();
  });
});

test('who takes no server-sent events gets none', async () => {
  const ask = async (accept: string) => {
    const answer = await fetch(`${app.url}/graphql?${new URLSearchParams({ query: '{ tiers { id } }' })}`, {
      headers: { accept, 'x-api-key': app.key },
    });
    await answer.body?.cancel();
    return answer.headers.get('content-type');
  };
  expect(await ask('application/json, text/event-stream;q=0')).toContain('application/json');
  expect(await ask('application/json;q=0.5, text/event-stream')).toContain('text/event-stream');
});
