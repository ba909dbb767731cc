import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { alertCalls, rowsIn, type ShownAlert, WHALES } from '../../support/alert-calls.ts';
import {
  type AlertEndpoint,
  bodyOf,
  isSignedWith,
  LOOPBACK_ENDPOINTS,
  openAlertEndpoint,
} from '../../support/alert-endpoint.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { sampleRecords } from '../../support/records.ts';
import { UNMETERED } from '../../support/tiers.ts';

let app: TestApp;
let endpoint: AlertEndpoint;
let calls: ReturnType<typeof alertCalls>;
const records = sampleRecords(whaleActivity, 250);
let written = 0;

beforeAll(async () => {
  app = await startApp(LOOPBACK_ENDPOINTS);
  endpoint = await openAlertEndpoint();
});
afterAll(async () => {
  await app.stop();
  await endpoint.close();
});

/** An account of its own. */
const newCalls = async (tier = UNMETERED.id) => alertCalls(app, await app.issue(tier));
const write = async (count: number) => {
  await app.services.ingest.write(whaleActivity, records.slice(written, written + count));
  written += count;
};

describe('an alert', () => {
  test('is made, shown, changed and removed; its secret is shown once', async () => {
    calls = await newCalls();
    const made = await calls.call<ShownAlert>('POST', '', {
      name: ' mine ',
      query: WHALES,
      url: endpoint.url,
    });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`/api/v1/alerts/${made.body.id}`);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const { secret, ...shown } = made.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(shown).toMatchObject({
      name: 'mine',
      format: 'standard',
      pause_on_failure: true,
      state: 'active',
      failures: 0,
    });
    expect(await calls.find(shown.id)).toEqual(shown);
    expect((await calls.call('GET', '')).body).toEqual({ alerts: [shown] });
    const paused = await calls.call<ShownAlert>('PATCH', `/${shown.id}`, { state: 'paused', name: 'yours' });
    expect(paused.body).toMatchObject({ state: 'paused', reason: 'requested', name: 'yours' });
    expect((await calls.call('DELETE', `/${shown.id}`)).status).toBe(204);
    expect((await calls.call('GET', `/${shown.id}`)).status).toBe(404);
  });

  test('is of its account alone', async () => {
    const [mine, others] = [await newCalls(), await newCalls()];
    const { id } = await mine.create();
    for (const [method, path, body] of [
      ['GET', `/${id}`],
      ['PATCH', `/${id}`, { state: 'paused' }],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/test`],
      ['POST', `/${id}/rotate-secret`],
      ['POST', `/${id}/replay`, { since: '2026-01-01T00:00:00Z' }],
      ['POST', `/${id}/skip`, { what: 'all' }],
      ['GET', `/${id}/deliveries`],
      ['GET', `/${id}/events`],
    ] as const)
      expect((await others.call(method, path, body)).status, `${method} ${path}`).toBe(404);
    expect((await others.call('GET', '')).body).toEqual({ alerts: [] });
    expect((await mine.find(id)).state).toBe('active');
  });

  test.each([
    [
      { query: '{ signals { nodes { id } } }' },
      'INVALID_PARAMETER',
      'query must be a subscription; it is a query',
    ],
    [{ query: 'subscription {' }, 'GRAPHQL_PARSE_FAILED', 'line 1'],
    [{ query: 'subscription { nothing }' }, 'GRAPHQL_VALIDATION_FAILED', 'nothing'],
    [
      {
        query: 'subscription ($f: SignalFilter) { signals(filter: $f) { kind } }',
        variables: { f: { x: 1 } },
      },
      'GRAPHQL_VALIDATION_FAILED',
      '"x"',
    ],
    [{ query: 'subscription { signals(after: "x") { kind } }' }, 'INVALID_CURSOR', 'after'],
    [
      { query: 'subscription { a: signals { kind } b: signals { kind } }' },
      'GRAPHQL_VALIDATION_FAILED',
      'one',
    ],
    [
      { url: 'https://example.com:8443/x' },
      'INVALID_PARAMETER',
      'url must be an https URL on port 443 of a public address, or an http URL on any port of an address in 127.0.0.0/8',
    ],
    [{ query: 'subscription { nope }' }, 'GRAPHQL_VALIDATION_FAILED', 'whaleActivity'],
    [
      { query: `${WHALES.replace(' ', ' A ')} ${WHALES.replace(' ', ' B ')}` },
      'GRAPHQL_VALIDATION_FAILED',
      'operation_name of an alert) must be one of A, B',
    ],
    [
      { query: WHALES.replace(' ', ' A '), operation_name: 'C' },
      'GRAPHQL_VALIDATION_FAILED',
      'no operation "C"',
    ],
    [{ format: 'slack' }, 'INVALID_PARAMETER', 'url is missing'],
    [{ format: 'discord', url: null }, 'INVALID_PARAMETER', 'url is missing'],
    [{ url: 'https://example.com/\r\nHost:x' }, 'INVALID_PARAMETER', 'url must be one line'],
    [{ url: 'mailto:ann@example.com' }, 'INVALID_PARAMETER', '"format": "email"'],
    [{ url: 'https://10.0.0.1/x' }, 'INVALID_PARAMETER', 'public internet'],
    [{ format: 'teams' }, 'INVALID_PARAMETER', 'standard, slack, discord'],
    [{ signature: 'v2' }, 'INVALID_PARAMETER', 'one of v1, v1a'],
    [
      { signature: 'v1a', format: 'slack', url: 'https://example.com/x' },
      'INVALID_PARAMETER',
      'v1 for format slack',
    ],
    [{ nam: 'x' }, 'INVALID_PARAMETER', 'unknown member "nam"'],
    [{ name: '' }, 'INVALID_PARAMETER', 'name'],
    [{ variables: [] }, 'INVALID_PARAMETER', 'variables must be an object'],
  ])('is refused with %j: %s', async (more, code, words) => {
    const refused = await calls.call<{ code: string; detail: string }>('POST', '', {
      name: 'x',
      query: WHALES,
      ...more,
    });
    expect(refused.body).toMatchObject({ status: 400, code });
    expect(refused.body.detail).toContain(words);
  });

  test('of a chat keeps its URL; a secret has what is signed alone', async () => {
    const own = await newCalls();
    const slack = await own.create({ url: endpoint.url, format: 'slack' });
    const { body } = await own.call<{ detail: string }>('PATCH', `/${slack.id}`, { url: null });
    expect(body.detail).toContain('url is missing');
    const polled = await own.create();
    expect(polled).not.toHaveProperty('secret');
    const rotate = () => own.call<ShownAlert & { detail: string }>('POST', `/${polled.id}/rotate-secret`);
    expect((await rotate()).status).toBe(409);
    await own.call('PATCH', `/${polled.id}`, { url: endpoint.url });
    expect((await rotate()).body.secret).toMatch(/^whsec_/);
    // Many clients say that they send JSON where they send nothing.
    const bare = (method: string, path: string) =>
      fetch(`${app.url}/api/v1/alerts/${path}`, {
        method,
        headers: { 'x-api-key': own.key, 'content-type': 'application/json' },
      });
    expect((await bare('POST', `${polled.id}/rotate-secret`)).status).toBe(200);
    for (const { id } of [slack, polled]) expect((await bare('DELETE', id)).status).toBe(204);
  });

  test('that is signed with a key pair keeps its signature and its format', async () => {
    const own = await newCalls();
    const { id } = await own.create({ url: endpoint.url, signature: 'v1a' });
    for (const [wish, words] of [
      [{ format: 'slack' }, 'format must be standard'],
      [{ signature: 'v1' }, 'unknown member "signature"'],
    ] as const) {
      const { body } = await own.call<{ code: string; detail: string }>('PATCH', `/${id}`, wish);
      expect(body).toMatchObject({ status: 400, code: 'INVALID_PARAMETER' });
      expect(body.detail).toContain(words);
    }
    expect(await own.find(id)).toMatchObject({ signature: 'v1a', format: 'standard' });
    await own.call('DELETE', `/${id}`);
  });

  test('has no more of its kind than its tier allows', async () => {
    const free = await newCalls('free');
    await free.create();
    const second = await free.call<{ detail: string }>('POST', '', { name: 'x', query: WHALES });
    expect(second.status).toBe(409);
    expect(second.body.detail).toContain('allows 1 alert for all keys');
  });
});

describe('events that are polled', () => {
  test('come once each, from where the alert began, and again from any cursor', async () => {
    calls = await newCalls();
    const { id } = await calls.create();
    expect((await calls.events(id)).body).toMatchObject({ events: [], has_more: false });
    await write(7);
    // The log tells an event when no transaction before it is open, be it one of another test on this server.
    await expect.poll(async () => (await calls.events(id)).body.events.length).toBe(7);
    const first = (await calls.events(id, '?limit=3')).body;
    expect(first).toMatchObject({ events: [{}, {}, {}], has_more: true });
    expect(first.events[0]?.result.data.whaleActivity.kind).toBe('CREATED');
    const rest = (await calls.events(id, `?after=${first.cursor}`)).body;
    expect(rest.has_more).toBe(false);
    const all = rowsIn([...first.events, ...rest.events]);
    expect(new Set(all).size).toBe(7);
    expect(rowsIn((await calls.events(id)).body.events)).toEqual(all); // nothing was changed by polling
    const middle = first.events[1]?.cursor ?? '';
    expect(rowsIn((await calls.events(id, `?after=${middle}`)).body.events)).toEqual(all.slice(2));
    expect((await calls.events(id, `?after=${rest.cursor}`)).body.events).toEqual([]);
    expect((await calls.events(id, '?after=x')).body.code).toBe('INVALID_CURSOR');
  });
});

describe('a delivery', () => {
  test('holds what came, signed, in batches that follow on each other', async () => {
    calls = await newCalls();
    const { id, secret, cursor } = await calls.create({ url: endpoint.url });
    const mine = () => endpoint.messages.filter((message) => bodyOf(message).data.alert_id === id);
    await write(150);
    const events = () => mine().flatMap((message) => bodyOf(message).data.events);
    await expect.poll(() => events().length, { timeout: 300_000 }).toBe(150);
    const polled = (await calls.events(id, `?after=${cursor}&limit=100`)).body.events;
    expect(rowsIn(events()).slice(0, 100)).toEqual(rowsIn(polled));
    let behind = cursor;
    for (const message of mine()) {
      expect(isSignedWith(secret, message)).toBe(true);
      const { type, data } = bodyOf(message);
      expect(type).toBe('alert.events');
      expect(data.after).toBe(behind);
      expect(Buffer.byteLength(message.body)).toBeLessThanOrEqual(20_000);
      behind = data.cursor;
    }
    await expect.poll(async () => (await calls.find(id)).cursor).toBe(behind);
    const deliveries = await calls.deliveries(id);
    expect(deliveries.map(({ message_id }) => message_id).reverse()).toEqual(
      mine().map((message) => message.id),
    );
    expect(
      deliveries.every(
        ({ outcome, attempt, status }) => outcome === 'delivered' && attempt === 1 && status === 204,
      ),
    ).toBe(true);
  });
});
