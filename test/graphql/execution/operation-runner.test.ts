import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMemoryLedger } from '../../../src/memory/ledger.ts';
import { executeTwice } from '../../support/execute-twice.ts';
import { UNMETERED } from '../../support/tiers.ts';
import { type CostServer, memoryMarket, startCostServer } from '../cost/cost-server.ts';

let costs: CostServer;
let token = '';

let executions = 0;

beforeAll(async () => {
  costs = await startCostServer(await memoryMarket(20), 200, createMemoryLedger(), (...asked) => {
    executions += 1;
    return executeTwice(...asked);
  });
  ({ token } = await costs.server.newKey(UNMETERED.id));
});
afterAll(() => costs?.[Symbol.asyncDispose]());

const LIST = '{ signals(first: 3) { nodes { id } } }';
const FILTERED = 'query F($f: SignalFilter) { signals(first: 1, filter: $f) { nodes { id } } }';
const NAMED = 'query Named($first: Int!) { signals(first: $first) { nodes { id symbol } } }';

/** Everything an answer tells but for what each has its own of. */
async function ask(params: object, headers: Readonly<Record<string, string>>) {
  const response = await fetch(`${costs.server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': token, ...headers },
    body: JSON.stringify(params),
  });
  const text = await response.text();
  const {
    ms: _ms,
    time: _time,
    ...line
  } = await costs.server.line(response.headers.get('x-request-id') ?? '');
  const own = new Set(['date', 'x-request-id', 'keep-alive', 'content-length']);
  return JSON.stringify([
    response.status,
    [...response.headers].filter(
      ([name]) => !own.has(name) && !name.startsWith('x-ratelimit') && !name.startsWith('ratelimit'),
    ),
    text.replaceAll(/"remaining":\d+|"resetsAt":"[^"]+"|"requestId":"[^"]+"/g, ''),
    { ...line, request_id: '', bytes: text.length > 0 },
  ]);
}

/** The same request with a text that nobody has sent before. */
let texts = 0;
function unheardOf(params: { readonly query?: string }): object {
  texts += 1;
  return params.query === undefined ? params : { ...params, query: `${params.query} # ${texts}` };
}

describe('a document that was executed before is answered as the first time', () => {
  interface Case {
    readonly what: string;
    readonly params: { readonly query?: string };
    readonly headers?: object;
    /** What it was executed with before; default: the same. */
    readonly before?: object;
  }
  const one = (what: string, params: Case['params'] & object, more: Partial<Case> = {}): Case => ({
    what,
    params,
    ...more,
  });
  const named = (variables: object, more: object = {}) => ({ query: NAMED, variables, ...more });
  const known = { before: named({ first: 2 }) };
  const tiers = (more: object) => ({ query: '{ tiers { id } }', ...more });
  const two = `${NAMED} query Other { tiers { id } }`;

  test.each<Case>([
    one('a list', { query: '{ signals(first: 3) { nodes { id symbol timestamp asset { symbol } } } }' }),
    one('variables', named({ first: 2 })),
    one('a name', { query: two, operationName: 'Other' } as object),
    one(
      'no name where there has to be one',
      { query: two },
      { before: { query: two, operationName: 'Other' } },
    ),
    one('another name than there is', named({ first: 2 }, { operationName: 'Other' }), known),
    one('variables of the wrong type', named({ first: 'x' }), known),
    one('variables that are missing', { query: NAMED }, known),
    one('a page that is too large', named({ first: 1000 }), known),
    one(
      'too many variables',
      {
        query: FILTERED,
        variables: { f: { symbol: { in: Array.from({ length: 6000 }, () => 'x') } } },
      } as object,
      { before: { query: FILTERED } },
    ),
    one('a wrong cursor', { query: '{ signals(after: "x") { nodes { id } } tiers { id } }' }),
    one('introspection', { query: '{ __schema { queryType { name } } }' }),
    one('of the key', { query: '{ viewer { tier { id } } }' }),
    one('a dry run', { query: LIST }, { headers: { 'x-dry-run': '1' } }),
    one('other members', tiers({ more: 1 }), { before: tiers({}) }),
    one('extensions', tiers({ extensions: { any: true } })),
    one('another hash', tiers({ extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } }), {
      before: tiers({}),
    }),
    one('no query', { variables: {} } as object),
  ])('$what', async ({ params, headers = {}, before = params }) => {
    const accepts = ['application/json', 'application/graphql-response+json', '*/*', 'text/csv'];
    await ask(before, { accept: 'application/json' });
    for (const accept of accepts) {
      const first = await ask(unheardOf(params), { accept, ...headers });
      for (let again = 0; again < 2; again += 1)
        expect(await ask(params, { accept, ...headers })).toBe(first);
    }
  });

  test.each([LIST, '{ nodes(ids: ["x"]) { id } }'])(
    '%s: once for each request, good or bad',
    async (query) => {
      const params = unheardOf({ query });
      for (let again = 0; again < 3; again += 1) {
        executions = 0;
        await ask(params, { accept: 'application/json' });
        expect(executions).toBe(1);
      }
    },
  );
});

test('what it costs is taken once, whether it succeeds or fails', async () => {
  const { id, token: other } = await costs.server.newKey(UNMETERED.id);
  for (const [query, units] of [
    ['{ signals(first: 3) { nodes { id } } }', 1],
    ['{ nodes(ids: ["x"]) { id } }', 1],
  ] as const) {
    for (let again = 0; again < 3; again += 1) {
      const before = await costs.spent(id);
      await costs.query(other, query, {}, { accept: 'application/json' });
      expect((await costs.spent(id)) - before).toBe(units);
    }
  }
});
