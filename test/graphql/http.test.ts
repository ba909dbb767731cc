import { buildSchema, parse, validate } from 'graphql';
import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fakeInsiders, fakeStore } from './fake-store.ts';
import { type Answer, callerOf, type Served, serve, tierOf } from './serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve(fakeStore(), fakeInsiders);
});
beforeEach(() => {
  served.caller = callerOf(tierOf('quant'));
});
afterAll(() => served[Symbol.asyncDispose]());

const code = ({ body }: Answer) => body.errors?.[0]?.extensions.code;

test('the 61 audits of graphql-http', async () => {
  const results = await auditServer({ url: `${served.url}/graphql` });
  const failed = results.filter(({ status }) => status !== 'ok').map(({ id, name }) => `${id} ${name}`);
  expect(failed).toEqual([]);
  expect(results).toHaveLength(61);
});

test.each([
  ['of the wrong type', { n: 'x' }, 'Variable "$n" got invalid value "x"; Int cannot represent'],
  ['that is missing', {}, 'Variable "$n" of required type "Int!" was not provided.'],
])('a variable %s is named, and a 400', async (_, variables, message) => {
  const query = 'query ($n: Int!) { signals(first: $n) { totalCount } }';
  const answer = await served.query(query, variables);
  expect([answer.status, code(answer)]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
  expect(answer.body.errors?.[0]?.message).toContain(message);
});

describe('without a key', () => {
  beforeEach(() => {
    served.caller = { ...callerOf(tierOf('free')), key: null };
  });

  test('only the schema can be asked for', async () => {
    expect(
      (await served.query('{ __schema { queryType { name } } a: __typename }')).body.errors,
    ).toBeUndefined();
    expect(
      (await served.query('{ ...f } fragment f on Query { __type(name: "Signal") { name } }')).status,
    ).toBe(200);
  });

  test.each([
    '{ tiers { id } }',
    '{ __typename signals { nodes { id } } }',
    '{ ...f } fragment f on Query { ... { viewer { keyId } } }',
    'query A { __typename } query B { tiers { id } }',
  ])('refused: %s', async (query) => {
    const answer = await served.query(query, undefined, query.startsWith('query') ? 'A' : undefined);
    expect([answer.status, code(answer), answer.body.data]).toEqual([401, 'KEY_MISSING', undefined]);
  });
});

describe('what is no GraphQL request', () => {
  test.each([
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/graphql',
  ])('a body of type %s', async (type) => {
    const answer = await served.post('query={__typename}', { 'content-type': type });
    expect([answer.status, code(answer)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('a batch', async () => {
    const answer = await served.post('[{"query":"{__typename}"}]');
    expect([answer.status, code(answer)]).toEqual([400, 'BAD_REQUEST']);
  });

  test('a body over 100 KB', async () => {
    const answer = await served.post(JSON.stringify({ query: `{ __typename } # ${'x'.repeat(101 * 1024)}` }));
    expect([answer.status, code(answer)]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(answer.body.errors?.[0]?.message).toContain('102,400 bytes (100 KiB)');
  });

  test('variables of a GET that are no JSON', async () => {
    const response = await fetch(`${served.url}/graphql?query={__typename}&variables={`);
    expect(response.status).toBe(400);
    expect(((await response.json()) as Answer['body']).errors?.[0].extensions.code).toBe('BAD_REQUEST');
  });

  test('two operations without a name', async () => {
    const answer = await served.query('query A { __typename } query B { __typename }');
    expect([answer.status, code(answer)]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
  });

  test('a type nobody can answer', async () => {
    const answer = await served.post('{"query":"{__typename}"}', { accept: 'text/plain' });
    expect([answer.status, code(answer)]).toEqual([406, 'NOT_ACCEPTABLE']);
  });
});

describe('errors', () => {
  test.each([
    ['{', 'GRAPHQL_PARSE_FAILED'],
    ['{ nope }', 'GRAPHQL_VALIDATION_FAILED'],
    ['query ($n: Int!) { signals(first: $n) { nodes { id } } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['{ signals(first: 101) { nodes { id } } }', 'INVALID_PARAMETER'],
    [
      '{ signals(filter: { timestamp: { gte: "yesterday" } }) { nodes { id } } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
  ])('%s', async (query, expected) => {
    const accept = { accept: 'application/graphql-response+json' };
    const answer = await served.post(JSON.stringify({ query }), accept);
    expect([answer.status, code(answer), answer.body.data]).toEqual([400, expected, undefined]);
    expect(answer.body.errors?.[0].extensions.requestId).toMatch(/./);
  });

  test('one broken feed nulls its own field, is logged and not shown', async () => {
    await using broken = await serve(fakeStore(new Set(['whales'])), fakeInsiders);
    const { status, body } = await broken.query(
      '{ signals { nodes { id } totalCount } whaleActivity { nodes { id } totalCount summary { exits } pageInfo { hasNextPage } } }',
    );
    expect(status).toBe(200);
    expect(body.data.signals).toEqual({ nodes: [], totalCount: 0 });
    expect(body.data.whaleActivity).toEqual({
      nodes: null,
      totalCount: null,
      summary: null,
      pageInfo: { hasNextPage: true },
    });
    expect(body.errors?.map(({ path }) => path.join('.')).sort()).toEqual([
      'whaleActivity.nodes',
      'whaleActivity.summary',
      'whaleActivity.totalCount',
    ]);
    expect(new Set(body.errors?.map(({ extensions }) => extensions.code))).toEqual(new Set(['INTERNAL']));
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(String(broken.logged[0])).toContain('secret');
  });
});

test.each(['mutation', 'subscription'])('a %s is a document that is not valid', async (operation) => {
  const query = `${operation} { __typename }`;
  const strict = await served.post(JSON.stringify({ query }), {
    accept: 'application/graphql-response+json',
  });
  expect([strict.status, code(strict), strict.body.data]).toEqual([
    400,
    'GRAPHQL_VALIDATION_FAILED',
    undefined,
  ]);
  // As with every document that is not valid, the older media type answers 200.
  const legacy = await served.post(JSON.stringify({ query }), { accept: 'application/json' });
  expect([legacy.status, code(legacy)]).toEqual([200, 'GRAPHQL_VALIDATION_FAILED']);
});

test('times outside the years 0001 to 9999 are refused', async () => {
  for (const time of ['9999-12-31T23:59:59-23:59', '0001-01-01T00:00:00+23:59']) {
    const query = `{ signals(filter: { timestamp: { gte: "${time}" } }) { nodes { id } } }`;
    const answer = await served.post(JSON.stringify({ query }), {
      accept: 'application/graphql-response+json',
    });
    expect([answer.status, code(answer)], time).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
  }
});

test('the operation name is reported', async () => {
  await served.query('query Named { __typename }');
  await expect.poll(() => served.operations).toContain('Named');
});

test('the complexity of an operation is told', async () => {
  const { body } = await served.query('{ signals(first: 20) { nodes { id } } }');
  expect(body.extensions.cost.complexity).toBe(20);
});

test('one operation over GET', async () => {
  const response = await fetch(
    `${served.url}/graphql?${new URLSearchParams({ query: 'query ($n: Int) { signals(first: $n) { totalCount } }', variables: '{"n":1}' })}`,
  );
  expect(await response.json()).toMatchObject({ data: { signals: { totalCount: 0 } } });
});

test('the SDL', async () => {
  const response = await fetch(`${served.url}/schema.graphql`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(await response.text()).toContain('type Query');
});

describe('GraphiQL', () => {
  const page = () =>
    fetch(`${served.url}/graphql`, { headers: { accept: 'text/html,application/xhtml+xml' } });

  test('loads nothing from anywhere else', async () => {
    const response = await page();
    const html = await response.text();
    expect(response.headers.get('content-type')).toContain('text/html');
    const files = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]+)"/g)].map(([, url]) => url);
    expect(files.sort()).toEqual([
      '/assets/graphiql.css',
      '/assets/graphiql.js',
      '/assets/graphql-ws.js',
      '/favicon.ico',
    ]);
    expect(html.match(/@import|url\(['"]?(https?:)?\/\//gi)).toBeNull();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|\*/);
    expect(policy).toMatch(/script-src 'self' 'sha256-[^ ]+';/);
  });

  test('starts with a query over eight feeds and a subscription, both valid', async () => {
    const html = await (await page()).text();
    const options = /"defaultTabs":(\[.*?\])/.exec(html)?.[1] ?? '[]';
    // The headers are made by a script of the page.
    const tabs: { query: string; headers: string }[] = JSON.parse(
      options.replaceAll('alphaHeaders', '"made"'),
    );
    for (const { headers } of tabs) expect(headers).toBe('made');
    const [lists = '', live = ''] = tabs.map(({ query }) => query);
    const { body } = await served.query(lists);
    expect(body.errors).toBeUndefined();
    expect(Object.keys(body.data)).toHaveLength(8);
    const sdl = await (await fetch(`${served.url}/schema.graphql`)).text();
    expect(validate(buildSchema(sdl), parse(live))).toEqual([]);
  });
});
