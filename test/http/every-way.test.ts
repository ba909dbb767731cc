import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../../src/http/observability/log.ts';
import type { RequestContext } from '../../src/http/request-context.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { captureLog, type LogLine } from '../support/capture-log.ts';
import { UNMETERED } from '../support/tiers.ts';
import { STAGES, WAYS, type Way } from '../support/ways.ts';

let app: TestApp;
const log = captureLog();
/** What each request and operation passed, by its context. */
const traces = new Map<RequestContext, string[]>();

/** The lines of requests and operations, written when they are over. */
const lines = (): readonly LogLine[] =>
  log
    .text()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line): LogLine => JSON.parse(line));

/** Sends a request one way, and waits for its line. */
async function take(way: Way, key: string) {
  const before = lines().length;
  traces.clear();
  const answered = await way.send(app, key);
  await vi.waitFor(() => expect(lines()).toHaveLength(before + 1), { timeout: 300_000 });
  return { ...answered, line: lines().at(-1), traced: [...traces] };
}

beforeAll(async () => {
  app = await startApp(
    { CACHE_BYTES: '10000000' },
    {
      logger: createLogger('info', log),
      dataOrigin: 'simulated',
      liveTimes: { heartbeatMs: 20 }, // the first message of a stream that has no events
      trace(context, stage) {
        traces.set(context, [...(traces.get(context) ?? []), stage]);
      },
    },
  );
  for (const way of WAYS) await take(way, app.key); // so that the hits are hits
}, 600_000);
afterAll(() => app.stop());

describe.each(WAYS)('$name', (way) => {
  test('passes the stages of the pipeline in their order', async () => {
    const { traced, outcome } = await take(way, app.key);
    expect(outcome).toBe(200);
    expect(traced).toHaveLength(1);
    expect(traced[0]?.[1]).toEqual(STAGES.slice(0, STAGES.indexOf(way.last) + 1));
    expect(traced[0]?.[0].transport).toBe(way.transport);
  });

  test('has the headers of every answer, and its own', async () => {
    const [first, second] = [await take(way, app.key), await take(way, app.key)];
    if (first.headers === null) return expect(way.transport).toBe('ws'); // whose handshake is answered outside the pipeline
    // Both kinds are added in one place: src/http/response/headers.ts.
    expect(first.headers.get('x-data-origin')).toBe('simulated');
    expect(first.headers.get('x-content-type-options')).toBe('nosniff');
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    const ids = [first, second].map(({ headers }) => headers?.get('x-request-id'));
    expect(ids).toEqual([first.line?.request_id, second.line?.request_id]);
    expect(new Set(ids).size).toBe(2);
    expect(first.headers.has('ratelimit')).toBe(!way.isKeyless);
  });

  test('asks for a valid key', async () => {
    const { token, key } = await app.services.keyAdmin.create({
      tier: UNMETERED.id,
      scope: 'read',
      name: 'to be revoked',
      expiresInMs: null,
    });
    expect((await take(way, token)).outcome).toBe(200);
    await app.services.keyAdmin.revoke(key.id);
    if (way.transport === 'ws') {
      // The socket itself is refused, ahead of any operation.
      expect((await way.send(app, token)).outcome).toBe(4403);
      return;
    }
    const { outcome, line, traced } = await take(way, token);
    expect(outcome).toBe(way.isKeyless ? 200 : 403);
    if (way.isKeyless) return;
    expect(line).toMatchObject({ status: 403, code: 'KEY_REVOKED', key_id: key.id });
    expect(traced[0]?.[1]).toEqual(['refuseWhileDraining', 'authenticate']);
  });

  test('leaves one line, of the same shape', async () => {
    const { line } = await take(way, app.key);
    const { level: _level, time: _time, pid: _pid, hostname: _host, ...fields } = line ?? {};
    const keyed = way.isKeyless ? [] : ['key_id'];
    const counted = way.transport === 'ws' ? [] : ['bytes'];
    const aborted = way.transport === 'sse' ? ['aborted'] : []; // its client leaves
    const expected = [
      'cache_hit',
      'cost',
      'ip',
      'method',
      'ms',
      'msg',
      'request_id',
      'route',
      'status',
      'tier',
      'transport',
    ];
    expect(Object.keys(fields).sort()).toEqual([...expected, ...keyed, ...counted, ...aborted].sort());
    expect(fields).toMatchObject({
      transport: way.transport,
      status: 200,
      cache_hit: way.last === 'serveCached',
      cost: way.isKeyless ? 0 : expect.any(Number),
    });
  });
});

test('each way is measured once, operations over WebSocket among them', async () => {
  const metrics = await (await fetch(`${app.url}/metrics`)).text();
  const count = (label: string) =>
    metrics
      .split('\n')
      .filter((line) => line.startsWith('http_request_duration_seconds_count') && line.includes(label))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  const written = lines();
  expect(count('method="WEBSOCKET"')).toBe(written.filter(({ method }) => method === 'WEBSOCKET').length);
  expect(count('route="/graphql"')).toBe(written.filter(({ route }) => route === '/graphql').length);
  expect(metrics).toMatch(/^http_requests_in_flight 1$/m); // this one
});
