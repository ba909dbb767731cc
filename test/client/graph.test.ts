import { createServer, type Server } from 'node:http';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AlphaError, createClient, type TypedDocument } from '../../src/client/client.ts';
import { withinOneMinute } from '../api/quota-requests.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { signals } from './records.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.ingest('trade-feed', signals('S', 7));
}, 600_000);
afterAll(() => app.stop(), 600_000);

const client = (key = app.key) => createClient({ url: `${app.url}/`, key });

interface SignalsData {
  readonly signals: {
    readonly nodes: readonly { readonly symbol: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}
const SIGNALS = `query Signals($first: Int!, $after: String) {
  signals(first: $first, after: $after) { nodes { symbol } pageInfo { hasNextPage endCursor } }
}`;

async function failureOf(work: Promise<unknown>): Promise<AlphaError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AlphaError);
  return error as AlphaError; // just seen
}

describe('query', () => {
  test('answers data and cost', async () => {
    const { data, cost, ...rest } = await client().query<SignalsData>(SIGNALS, { first: 3 });
    expect(data.signals.nodes).toHaveLength(3);
    expect(cost).toMatchObject({ complexity: 10, requested: 1, actual: 1 });
    expect(cost.minute.limit).toBeGreaterThan(0);
    expect(rest).toEqual({});
  });

  test('takes a parsed document', async () => {
    const document: TypedDocument<SignalsData, { first: number }> = parse(SIGNALS) as object;
    const { data } = await client().query(document, { first: 2 });
    expect(data.signals.nodes).toHaveLength(2);
  });

  test.each([
    ['a document that does not parse', '{', 'GRAPHQL_PARSE_FAILED'],
    ['a field that is not there', '{ nothing }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a wrong variable', SIGNALS, 'GRAPHQL_VALIDATION_FAILED'],
  ])('refuses %s with code and request id', async (_, document, code) => {
    const error = await failureOf(client().query(document));
    expect(error).toMatchObject({ code, requestId: expect.stringMatching(/^[\w-]{8,}$/) });
  });

  test('names what is wrong with the key', async () => {
    expect((await failureOf(client('no.such.key').query(SIGNALS, { first: 1 }))).code).toBe('KEY_INVALID');
    const keyless = createClient({ url: app.url });
    expect((await failureOf(keyless.query(SIGNALS, { first: 1 }))).code).toBe('KEY_MISSING');
  });

  test('tells when to come back', () =>
    withinOneMinute(async () => {
      const poor = client(await app.issue('free'));
      const { cost } = await poor.query(SIGNALS, { first: 1 });
      for (let left = cost.minute.remaining; left > 0; left -= 1) await poor.query(SIGNALS, { first: 1 });
      const last = await Promise.allSettled([poor.query(SIGNALS, { first: 1 })]);
      return () => {
        expect(last).toMatchObject([{ status: 'rejected', reason: { code: 'RATE_LIMITED' } }]);
        const { retryAfter } = (last[0] as PromiseRejectedResult).reason as AlphaError; // just seen
        expect(retryAfter).toBeGreaterThanOrEqual(1);
        expect(retryAfter).toBeLessThanOrEqual(60);
      };
    }));

  test('rejects with the reason of its signal', async () => {
    const stopped = client().query(SIGNALS, { first: 1 }, { signal: AbortSignal.abort(new Error('enough')) });
    await expect(stopped).rejects.toThrow('enough');
  });
});

test('the price names the fields and charges nothing', async () => {
  const before = await client().usage();
  const price = await client().price(SIGNALS, { first: 60 });
  expect(price).toMatchObject({ complexity: 60, requested: 1, actual: 0 });
  expect(price.fields).toEqual([{ path: 'signals', objects: 60 }]);
  const after = await client().usage();
  expect(before.usage.daily_remaining - after.usage.daily_remaining).toBe(1); // the second look itself
});

describe('pages', () => {
  test('walk a connection to its end', async () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    for await (const { nodes } of client().pages(
      SIGNALS,
      { first: 3 },
      (data: SignalsData) => data.signals,
    )) {
      sizes.push(nodes.length);
      seen.push(...nodes.map(({ symbol }) => symbol));
    }
    expect(sizes).toEqual([3, 3, 1]);
    expect(seen.toSorted()).toEqual(signals('S', 7).map(({ symbol }) => symbol));
  });

  test('go on from a page', async () => {
    const { data } = await client().query<SignalsData>(SIGNALS, { first: 5 });
    const after = data.signals.pageInfo.endCursor;
    const sizes: number[] = [];
    for await (const { nodes } of client().pages(
      SIGNALS,
      { first: 5, after },
      (one: SignalsData) => one.signals,
    ))
      sizes.push(nodes.length);
    expect(sizes).toEqual([2]);
  });
});

describe('a server in trouble', () => {
  let requests = 0;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests += 1;
      const path = request.url ?? '';
      if (path.startsWith('/html')) {
        response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
        return;
      }
      const wait = path.startsWith('/day') ? '7200' : '0';
      if (requests === 1) {
        const problem = {
          code: 'RATE_LIMITED',
          detail: 'later',
          request_id: 'r-1',
          retry_after: Number(wait),
        };
        response
          .writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': wait })
          .end(JSON.stringify(problem));
        return;
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":{"ok":true},"trades":[]}');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterAll(() => void server.close());

  const at = (path: string) => {
    requests = 0;
    return createClient({ url: `${url}${path}`, key: 'k' });
  };

  test('is asked once more when that is wanted, and not otherwise', async () => {
    expect((await at('/minute').query<object>('{ ok }', {}, { retry: true })).data).toEqual({ ok: true });
    expect(requests).toBe(2);
    expect(await at('/minute').rest.listCongress({}, { retry: true })).toMatchObject({ trades: [] });
    expect(requests).toBe(2);
    const error = await failureOf(at('/minute').query('{ ok }'));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', requestId: 'r-1', message: 'later' });
    expect(requests).toBe(1);
  });

  test('is not waited for longer than a minute', async () => {
    const error = await failureOf(at('/day').query('{ ok }', {}, { retry: true }));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 7200 });
    expect(requests).toBe(1);
  });

  test('answers with what is none of the server’s', async () => {
    expect((await failureOf(at('/html').query('{ ok }'))).code).toBe('BAD_RESPONSE');
    expect((await failureOf(at('/html').rest.listCongress())).code).toBe('BAD_RESPONSE');
  });

  test('is not there', async () => {
    const nowhere = createClient({ url: 'http://127.0.0.1:1' });
    expect((await failureOf(nowhere.query('{ ok }'))).code).toBe('UNREACHABLE');
  });
});
