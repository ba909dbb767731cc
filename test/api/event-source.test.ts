import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { signal } from '../support/signal.ts';
import { withinOneMinute } from './quota-requests.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 600_000);
afterAll(() => app.stop(), 600_000);

const QUERY = 'subscription($after: String) { signals(after: $after) { kind cursor node { symbol } } }';

/** As the EventSource of a browser asks: by GET, with the key in the address. */
function ask(
  query: string,
  key: string | null = app.key,
  { variables = {}, headers = {} }: { variables?: object; headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const params = new URLSearchParams({ query, variables: JSON.stringify(variables) });
  if (key !== null) params.set('api_key', key);
  return fetch(`${app.url}/graphql?${params}`, {
    headers: { accept: 'text/event-stream', origin: 'https://dashboard.example', ...headers },
  });
}

/** The text of a stream up to and with what is looked for. */
async function readUntil(response: Response, found: (text: string) => boolean): Promise<string> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    if (found(text)) break; // which closes it
  }
  return text;
}

interface Message {
  readonly event: string;
  readonly id: string | null;
  readonly data: string;
}

function messagesOf(text: string): Message[] {
  const field = (block: string, name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
  return text
    .split('\n\n')
    .filter((block) => /^event:/m.test(block))
    .map((block) => ({
      event: field(block, 'event') ?? '',
      id: field(block, 'id') ?? null,
      data: field(block, 'data') ?? '',
    }));
}

test('a stream is open before there is anything to tell', async () => {
  const response = await ask(QUERY);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': '*',
  });
  expect(await readUntil(response, (text) => text.endsWith('\n\n'))).toBe('retry: 1000\n\n');
});

test('a browser that connects again goes on behind the last event it got', async () => {
  const { data } = await app.graphql('{ signals(first: 1) { liveCursor nodes { id } } }');
  const after = (data as unknown as { signals: { liveCursor: string } }).signals.liveCursor;
  await app.ingest(
    'trade-feed',
    ['T1', 'T2', 'T3'].map((symbol) => signal(symbol, { symbol })),
  );
  const variables = { after };
  const isThird = (text: string) => text.includes('"T3"'); // quoted: sealed cursors hold any two letters
  const all = messagesOf(await readUntil(await ask(QUERY, app.key, { variables }), isThird));
  const told = (messages: typeof all) => messages.map(({ data }) => JSON.parse(data).data.signals.node);
  expect(all.map(({ event }) => event)).toEqual(['next', 'next', 'next']);
  expect(told(all)).toEqual(['T1', 'T2', 'T3'].map((symbol) => ({ symbol })));
  const headers = { 'last-event-id': all[0]?.id ?? '' };
  const rest = messagesOf(await readUntil(await ask(QUERY, app.key, { variables, headers }), isThird));
  expect(told(rest)).toEqual(told(all.slice(1)));
});

describe('a document that is refused is told in the stream, once', () => {
  test.each([
    ['does not parse', 'subscription {', 'GRAPHQL_PARSE_FAILED'],
    ['is not valid', 'subscription { nothing { kind } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['has a cursor that is none', 'subscription { signals(after: "x") { kind } }', 'INVALID_CURSOR'],
    ['asks for nothing with it', 'subscription { signals(after: "x") { __typename } }', 'INVALID_CURSOR'],
    [
      'has one below its events',
      'subscription { signals { node { asset { insiderFilings(before: "x") { __typename } } } } }',
      'INVALID_CURSOR',
    ],
  ])('%s', async (_, query, code) => {
    const response = await ask(query);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const text = await response.text();
    const [refusal, end, ...more] = messagesOf(text);
    expect(JSON.parse(refusal?.data ?? '')).toMatchObject({ errors: [{ extensions: { code } }] });
    expect([refusal?.event, end?.event, more]).toEqual(['next', 'complete', []]);
    expect(text).toContain('retry: 86400000\n'); // an EventSource would ask again every second
  });

  test('to the client of graphql-sse as a result', async () => {
    const client = createClient({ url: `${app.url}/graphql`, headers: { 'x-api-key': app.key } });
    const results = [];
    for await (const result of client.iterate({ query: 'subscription { nothing { kind } }' }))
      results.push(result);
    expect(results).toMatchObject([{ errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] }]);
  });
});

describe('who may not ask, or not now, gets the status and JSON', () => {
  const refusal = async (response: Response) => {
    const { errors } = (await response.json()) as {
      errors: { message: string; extensions: { code: string } }[];
    };
    return [response.status, errors[0]?.extensions.code];
  };

  test('no key, and one that is none', async () => {
    expect(await refusal(await ask(QUERY, null))).toEqual([401, 'KEY_MISSING']);
    expect(await refusal(await ask(QUERY, 'x'))).toEqual([401, 'KEY_INVALID']);
  });

  test('a key with all its streams open, at no cost', () =>
    withinOneMinute(async () => {
      const key = await app.issue('free');
      const streams = await Promise.all([1, 2, 3].map(() => ask(QUERY, key)));
      const refused = await ask(QUERY, key);
      await Promise.all(streams.map((stream) => stream.body?.cancel()));
      return async () => {
        expect(await refusal(refused)).toEqual([429, 'RATE_LIMITED']);
        expect(refused.headers.get('x-ratelimit-remaining')).toBe('2'); // of 5
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      };
    }));

  test('a key that has used up its minute, with the time to wait', () =>
    withinOneMinute(async () => {
      const key = await app.issue('free');
      const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => ask('{ tiers { id } }', key)));
      return async () => {
        const refused = answers.filter(({ status }) => status !== 200);
        expect(refused).toHaveLength(1);
        const [one] = refused as [Response];
        expect(Number(one.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
        expect(await refusal(one)).toEqual([429, 'RATE_LIMITED']);
      };
    }));
});
