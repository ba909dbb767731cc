import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSiteIfStale, SITE_DIR } from '../../src/pages/build.ts';
import { readSite } from '../../src/pages/site.ts';
import { type GraphqlAnswer, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  await buildSiteIfStale();
  app = await startApp({ CACHE_BYTES: '10000000' }, { site: readSite(SITE_DIR) });
}, 600_000);
afterAll(() => app.stop(), 600_000);

const QUERY = '{ tiers { id } }';
const STREAM = 'subscription { signals { kind } }';

/** Media type and status of an answer; of a stream no more is read than its head. */
async function typeOf(accept: string, query: string, method: 'GET' | 'POST' = 'POST'): Promise<string> {
  const headers = { accept, 'x-api-key': app.key };
  const answer = await (method === 'GET'
    ? fetch(`${app.url}/graphql?${new URLSearchParams({ query })}`, { headers })
    : fetch(`${app.url}/graphql`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      }));
  await answer.body?.cancel();
  expect(answer.headers.get('vary')).toMatch(/\bAccept\b/);
  return `${answer.status} ${answer.headers.get('content-type')?.split(';')[0]}`;
}

const JSON_TYPE = '200 application/json';
const GRAPHQL = '200 application/graphql-response+json';
const EVENTS = '200 text/event-stream';
const URQL =
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed';

describe('a query', () => {
  test.each([
    ['*/*', JSON_TYPE],
    ['', JSON_TYPE],
    ['application/json', JSON_TYPE],
    ['application/json; charset=utf-8', JSON_TYPE],
    ['Application/JSON', JSON_TYPE],
    ['application/*', JSON_TYPE],
    [URQL, GRAPHQL],
    ['application/graphql-response+json,application/json;q=0.9', GRAPHQL],
    ['application/graphql-response+json;q=0.4, application/json;q=0.9', JSON_TYPE],
    ['application/json, text/event-stream', JSON_TYPE],
    ['text/event-stream, application/json', JSON_TYPE],
    ['text/event-stream;q=0.5, application/json;q=0.5', JSON_TYPE],
    ['text/event-stream;q=0.1, */*', JSON_TYPE],
    ['text/event-stream;q=0, */*', JSON_TYPE],
    ['text/event-stream', EVENTS],
    ['text/event-stream, */*;q=0.1', EVENTS],
    ['text/event-stream, application/json;q=0.9', EVENTS],
    ['text/event-stream, application/json;q=0', EVENTS],
    ['text/*', EVENTS],
    ['text/plain', '406 application/json'],
    ['text/event-stream;q=0', '406 application/json'],
    ['*/*;q=0', '406 application/json'],
  ])('with Accept: %s is %s', async (accept, type) => {
    // Made by the pipeline, ahead of it, and found in the cache; a cached answer of one type is not sent as another.
    for (let round = 0; round < 3; round += 1) expect(await typeOf(accept, QUERY)).toBe(type);
    expect(await typeOf(accept, QUERY, 'GET')).toBe(type);
  });

  test('of a browser is the page, by GET alone', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    expect(await typeOf(accept, QUERY, 'GET')).toBe('200 text/html');
    expect(await typeOf(accept, QUERY)).toBe(JSON_TYPE);
    expect(await typeOf('application/json, text/html;q=0.5', QUERY, 'GET')).toBe(JSON_TYPE);
  });
});

describe('a subscription', () => {
  test.each([
    ['text/event-stream', EVENTS],
    [URQL, EVENTS],
    ['application/json, text/event-stream;q=0.1', EVENTS],
    ['*/*', EVENTS],
    ['application/json', '400 application/json'],
    ['application/json, text/event-stream;q=0', '400 application/json'],
    ['multipart/mixed;subscriptionSpec=1.0, application/json', '400 application/json'],
  ])('with Accept: %s is %s', async (accept, type) => {
    for (let round = 0; round < 3; round += 1) expect(await typeOf(accept, STREAM)).toBe(type);
  });

  test('that cannot be a stream says what to send', async () => {
    const path = `/graphql?${new URLSearchParams({ query: STREAM })}`;
    const answer = await app.get(path, { accept: 'application/json' });
    const { errors } = (await answer.json()) as GraphqlAnswer;
    expect(errors?.map(({ message, extensions }) => [extensions.code, message])).toEqual([
      ['BAD_REQUEST', expect.stringContaining('Accept: text/event-stream')],
    ]);
  });
});
