import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InsiderFiling } from '../../src/feeds/insider/feed.ts';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { importFilings, purchaseFiling } from '../support/purchase-filings.ts';
import { TEST_TIERS } from '../support/tiers.ts';

let app: TestApp;
let clock: TestClock;
let free: string;

const START = Date.parse('2026-03-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const at = (hours: number): string => new Date(START + hours * HOUR_MS).toISOString();

const market = (price: number, hours: number) => ({
  market_id: 'a/b?c',
  platform: 'kalshi',
  question: 'Does it resolve to yes?',
  yes_price: price,
  outcome_prices: [price, 1 - price],
  active: true,
  observed_at: at(hours),
  known_from: at(hours),
});

const filing = (accession: string, hours: number, over: Partial<InsiderFiling> = {}) =>
  purchaseFiling(accession, at(hours), { trade_date: new Date(at(-24)), ...over });

beforeAll(async () => {
  clock = testClock(at(1));
  const tiers = TEST_TIERS.map((tier) => ({ ...tier, requestsPerDay: 1e9, requestsPerMinute: 1e9 }));
  app = await startApp({}, { clock, tiers });
  free = await app.issue('free');
  const put = async (hours: number, price: number, observed = hours) => {
    clock.set(at(hours));
    const answer = await app.ingest('prediction', [market(price, observed)]);
    expect(answer.status, await answer.clone().text()).toBe(200);
  };
  await put(1, 0.1);
  await put(5, 0.2);
  await put(6, 0.3, 5); // the price of hour 5, read better
  await put(30, 0.4);
  clock.set(at(40));
  await app.services.ingest.remove('prediction', 'a/b?c', { request: 'r' });
  await put(50, 0.5);
  clock.set(at(60));
}, 600_000);
afterAll(() => app?.stop(), 600_000);

interface Version {
  readonly known_from: string;
  readonly known_to: string | null;
  readonly kind: string;
  readonly replaced_at: string | null;
  readonly record: Readonly<Record<string, unknown>>;
}

async function get(path: string, key = app.key, accept = 'application/json') {
  const answer = await app.get(path, { 'x-api-key': key, accept });
  const text = await answer.text();
  const body = accept.endsWith('json') ? JSON.parse(text) : {};
  return { status: answer.status, headers: answer.headers, text, body };
}

const PATH = '/api/v1/prediction/a%2Fb%3Fc/history';
const brief = ({ known_from, known_to, kind, replaced_at, record }: Version) => [
  record.yes_price ?? record.shares,
  kind,
  known_from,
  known_to,
  replaced_at,
];

const MARKET = [
  [0.5, 'CURRENT', at(50), null, null],
  [0.4, 'REMOVED', at(30), at(40), at(40)],
  [0.3, 'CHANGED', at(5), at(30), at(30)],
  [0.2, 'CORRECTED', at(5), at(5), at(6)],
  [0.1, 'CHANGED', at(1), at(5), at(5)],
];

describe('the history of a record', () => {
  test('has every version, the newest first: changed, corrected, removed and there again', async () => {
    const { status, headers, body } = await get(PATH);
    expect(status, JSON.stringify(body)).toBe(200);
    expect((body.items as Version[]).map(brief)).toEqual(MARKET);
    expect([body.total, body.has_more]).toEqual([5, false]);
    expect(headers.get('x-total-count')).toBe('5');
    expect(headers.get('x-recorded-since')).toBe(at(1));
    expect(headers.get('link')).toBeNull();
    expect(body.items[4].record).toMatchObject({ market_id: 'a/b?c', observed_at: at(1), known_from: at(1) });
  });

  test('comes in pages by cursor, that hold while newer versions arrive', async () => {
    const first = await get(`${PATH}?limit=2`);
    const link = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1];
    const second = await get(link ?? '');
    expect(second.headers.get('x-unknown-params')).toBeNull();
    const third = await get(/^<(.*)>/.exec(second.headers.get('link') ?? '')?.[1] ?? '');
    const walked = [first, second, third].flatMap(({ body }) => body.items as Version[]);
    expect(walked.map(brief)).toEqual(MARKET);
    expect(third.headers.get('link')).toBeNull();
    const wrong = await get(`${PATH}?cursor=AAAA`);
    expect([wrong.status, wrong.body.code]).toEqual([400, 'INVALID_CURSOR']);
  });

  test('comes in every format', async () => {
    const csv = await get(`${PATH}?limit=1`, app.key, 'text/csv');
    expect(csv.text.split('\n')[0]).toMatch(/^known_from,known_to,kind,replaced_at,record\.market_id,/);
    expect(csv.text.split('\n')[1]).toMatch(new RegExp(`^${at(50)},,CURRENT,,a/b\\?c,`));
  });

  test('as of a moment is what was known of it then', async () => {
    const { body, headers } = await get(`${PATH}?as_of=${at(10)}`);
    expect((body.items as Version[]).map(brief)).toEqual([
      [0.3, 'CURRENT', at(5), null, null],
      [0.1, 'CHANGED', at(1), at(5), at(5)],
    ]);
    expect(headers.get('x-as-of')).toBe(at(10));
    expect((await get(`${PATH}?as_of=${at(0)}`)).body.code).toBe('NOT_RECORDED');
  });

  test('is not found where there is no such record, or none that the key may see', async () => {
    expect((await get('/api/v1/prediction/none/history')).body.code).toBe('NOT_FOUND');
    await importFilings(app.services, filing('new', 59));
    expect((await get('/api/v1/insider/new-nd1/history')).body.total).toBe(1);
    expect((await get('/api/v1/insider/new-nd1/history', free)).body.code).toBe('NOT_FOUND');
  });

  test('ends for a delayed key when it sees the amendment', async () => {
    await importFilings(app.services, filing('a', 20));
    await importFilings(app.services, filing('a', 20, { shares: 30_000 })); // imported again and read better
    await importFilings(
      app.services,
      filing('z', 55, { form: '4/A', amends_filed_on: at(0).slice(0, 19), shares: 20_000 }),
    );
    const versions = async (id: string, key: string) =>
      ((await get(`/api/v1/insider/${id}/history`, key)).body.items as Version[] | undefined)?.map(brief);
    const corrected = [40_000, 'CORRECTED', at(20), at(20), at(60)];
    expect(await versions('a-nd1', app.key)).toEqual([[30_000, 'AMENDED', at(20), at(55), null], corrected]);
    expect(await versions('a-nd1', free)).toEqual([[30_000, 'CURRENT', at(20), null, null], corrected]);
    expect(await versions('z-nd1', free)).toBeUndefined();
    clock.set(at(55 + 24.1));
    try {
      expect(await versions('a-nd1', free)).toEqual(await versions('a-nd1', app.key));
      expect(await versions('z-nd1', free)).toEqual([[20_000, 'CURRENT', at(55), null, null]]);
    } finally {
      clock.set(at(60));
    }
  });

  test('begins where the history of the key begins', async () => {
    clock.set(at(24 * 7 + 30));
    try {
      const { body, headers } = await get(PATH, free);
      expect((body.items as Version[]).map(brief)).toEqual(MARKET.slice(0, 2));
      expect(headers.get('x-total-count')).toBe('2');
      expect((await get('/api/v1/insider/a-nd1/history', free)).body.code).toBe('NOT_FOUND');
    } finally {
      clock.set(at(60));
    }
  });
});

interface Version {
  readonly knownFrom: string;
  readonly knownTo: string | null;
  readonly kind: string;
  readonly replacedAt: string | null;
  readonly node: { readonly id: string; readonly liveId: string; readonly yesPrice: number };
}

interface Histories {
  readonly predictionMarkets: {
    readonly nodes: readonly {
      readonly id: string;
      readonly history: {
        readonly totalCount: number;
        readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
        readonly nodes: readonly Version[];
      };
    }[];
  };
}

describe('in the graph', () => {
  const FIELDS =
    'totalCount pageInfo { hasNextPage endCursor } nodes { knownFrom knownTo kind replacedAt node { id liveId yesPrice } }';
  const history = async (args = '', wrap = (text: string) => text, key = app.key) => {
    const answer = await app.graphql(
      wrap(`predictionMarkets { nodes { id history${args} { ${FIELDS} } } }`),
      {},
      key,
    );
    expect(answer.errors, JSON.stringify(answer.errors)).toBeUndefined();
    return answer.data as unknown as Histories & { readonly at: Histories }; // what was asked for
  };
  const rows = (nodes: readonly Version[]) =>
    nodes.map(({ knownFrom, knownTo, kind, replacedAt, node }) => [
      node.yesPrice,
      kind,
      knownFrom,
      knownTo,
      replacedAt,
    ]);
  const firstOf = ({ predictionMarkets: { nodes } }: Histories) => nodes[0] ?? expect.unreachable();
  const now = (text: string) => `{ ${text} }`;

  test('it is that of REST, in pages', async () => {
    const record = firstOf(await history('', now));
    expect(rows(record.history.nodes)).toEqual(MARKET);
    expect(record.history.totalCount).toBe(5);
    const page = firstOf(await history('(first: 2)', now));
    const after = page.history.pageInfo.endCursor;
    expect(page.history.pageInfo.hasNextPage).toBe(true);
    const next = firstOf(await history(`(first: 2, after: "${after}")`, now));
    expect(rows(next.history.nodes)).toEqual(MARKET.slice(2, 4));
    const last = firstOf(await history('(last: 2)', now));
    expect(rows(last.history.nodes)).toEqual(MARKET.slice(-2));
    const wrong = await app.graphql(
      now('predictionMarkets { nodes { history(after: "AAAA") { nodes { kind } } } }'),
    );
    expect(wrong.errors?.map(({ extensions }) => extensions.code)).toEqual(['INVALID_CURSOR']);
  });

  test('versions have ids of their own, which lead back to them', async () => {
    const record = firstOf(await history('', now));
    const again = firstOf(await history('', now));
    const ids = record.history.nodes.map(({ node }) => node.id);
    expect(new Set(record.history.nodes.map(({ node }) => node.liveId))).toEqual(new Set([record.id]));
    expect(again.history.nodes.map(({ node }) => node.id)).toEqual(ids);
    expect(new Set(ids).size).toBe(5);
    expect(ids[0]).toBe(record.id);
    const answer = await app.graphql(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on PredictionMarket { yesPrice } } }',
      { ids },
    );
    expect(answer.data).toEqual({
      nodes: MARKET.map(([yesPrice], index) => ({ id: ids[index], yesPrice })),
    });
    clock.set(at(24 * 7 + 30));
    try {
      const seen = await app.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids }, free);
      expect(seen.data).toEqual({ nodes: [{ id: ids[0] }, { id: ids[1] }, null, null, null] });
    } finally {
      clock.set(at(60));
    }
  });

  test('below a moment it is that of the moment', async () => {
    const { at: seen } = await history('', (text) => `{ at(asOf: "${at(10)}") { ${text} } }`);
    const record = firstOf(seen);
    expect(rows(record.history.nodes)).toEqual([
      [0.3, 'CURRENT', at(5), null, null],
      [0.1, 'CHANGED', at(1), at(5), at(5)],
    ]);
    expect(record.history.nodes[0]?.node.id).toBe(record.id);
  });

  test('it costs its rows', async () => {
    const cost = async (query: string) =>
      ((await app.graphql(query)) as unknown as { extensions: { cost: { complexity: number } } }).extensions
        .cost.complexity;
    expect(
      await cost(now('predictionMarkets(first: 10) { nodes { history(first: 20) { nodes { kind } } } }')),
    ).toBe(10 + 10 * 20);
  });
});
