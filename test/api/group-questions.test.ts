import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;

const trade = (id: string, ticker: string | null, more: object = {}) => ({
  id,
  politician_name: 'Ann Example',
  chamber: 'house',
  ticker,
  is_tradable: true,
  transaction_type: 'Purchase',
  filing_date: '2026-01-05',
  known_from: '2026-01-06T00:00:00Z',
  ...more,
});

const market = (id: string, unit: string | null, volume: number) => ({
  market_id: id,
  platform: 'kalshi',
  question: '?',
  outcome_prices: [1],
  active: true,
  volume_unit: unit,
  volume,
});

beforeAll(async () => {
  app = await startApp();
  const answers = await Promise.all([
    app.ingest('congress', [
      trade('1', 'NVDA', { sector: 'technology', amount_low: 1001, amount_high: 15000 }),
      trade('2', 'NVDA', { sector: 'technology', amount_low: 50_000_001, amount_high: null }),
      trade('3', 'AAPL', {
        sector: 'technology',
        transaction_type: 'Sale (Full)',
        filing_date: '2026-02-02',
      }),
      trade('4', null, { sector: null, transaction_type: 'Sale (Partial)', politician_name: '=Cy' }),
      trade('5', 'XOM', { sector: 'energy', amount_low: 0.1, amount_high: 0.2 }),
      trade('6', 'XOM', { sector: 'energy', amount_low: 0.2, amount_high: 0.3 }),
    ]),
    app.ingest('prediction', [
      market('a', 'USD', 10),
      market('b', 'contracts', 5),
      market('c', null, 7),
      market('d', 'USD', 2.5),
    ]),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
}, 600_000);
afterAll(() => app.stop(), 600_000);

const get = (query: string, feed = 'congress', accept = 'application/json') =>
  app.get(`/api/v1/${feed}/groups?${query}`, { accept, 'x-api-key': app.key });

async function groupsOf(query: string, feed?: string): Promise<readonly unknown[]> {
  const response = await get(query, feed);
  const body = (await response.json()) as { groups: readonly unknown[] };
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body.groups;
}

async function refused(query: string, feed?: string): Promise<{ detail: string; param: string }> {
  const response = await get(query, feed);
  expect(response.status, query).toBe(400);
  return (await response.json()) as { detail: string; param: string };
}

async function graphRefused(query: string): Promise<string> {
  const { errors } = await app.graphql(query);
  expect(errors?.[0]?.extensions.code, query).toMatch(
    /^(INVALID_PARAMETER|INVALID_CURSOR|GRAPHQL_VALIDATION_FAILED)$/,
  );
  return errors?.[0]?.message ?? '';
}

describe('what groups answer', () => {
  it('the count, the largest group first, null a group of its own', async () => {
    const response = await get('by=sector');
    expect(await response.json()).toEqual({
      groups: [
        { key: { sector: 'technology' }, count: 3 },
        { key: { sector: 'energy' }, count: 2 },
        { key: { sector: null }, count: 1 },
      ],
      total: 3,
      page: 0,
      page_size: 50,
      has_more: false,
    });
    expect(response.headers.get('x-total-count')).toBe('3');
  });

  it('exact sums of both ends of a bracket, and how many have no upper one', async () => {
    const measures = 'amount_low_sum,amount_high_sum,amount_high_open_ended,amount_low_count,distinct_ticker';
    expect(await groupsOf(`by=sector&measures=${measures}&sort_by=amount_low_sum`)).toEqual([
      {
        key: { sector: 'technology' },
        amount_low: { sum: '50001002', count: 2 },
        amount_high: { sum: '15000', open_ended: 1 },
        distinct: { ticker: 2 },
      },
      {
        key: { sector: 'energy' },
        amount_low: { sum: '0.3', count: 2 },
        amount_high: { sum: '0.5', open_ended: 0 },
        distinct: { ticker: 1 },
      },
      {
        key: { sector: null },
        amount_low: { sum: null, count: 0 },
        amount_high: { sum: null, open_ended: 0 },
        distinct: { ticker: 0 },
      },
    ]);
    // Without a value last, whichever way.
    const first = (order: string) => groupsOf(`by=sector&sort_by=amount_low_sum&order=${order}&limit=1`);
    expect(await first('asc')).toMatchObject([{ key: { sector: 'energy' } }]);
    expect((await groupsOf('by=sector&sort_by=key')).map((one) => (one as { key: object }).key)).toEqual([
      { sector: 'energy' },
      { sector: 'technology' },
      { sector: null },
    ]);
  });

  it('of the rows that the filters of the list leave', async () => {
    // Every kind of sale, as in the list.
    expect(await groupsOf('by=filing_month&transaction_type=Sale&sort_by=key')).toEqual([
      { key: { filing_month: '2026-01-01' }, count: 1 },
      { key: { filing_month: '2026-02-01' }, count: 1 },
    ]);
    expect(await groupsOf('by=ticker&ticker_in=nvda,xom&sort_by=key&order=desc')).toEqual([
      { key: { ticker: 'XOM' }, count: 2 },
      { key: { ticker: 'NVDA' }, count: 2 },
    ]);
    const params = async (feed: string, query: string) =>
      (await get(`by=known_from_day&${query}`, feed)).headers.get('x-unknown-params');
    expect(await params('whales', 'hours=5')).toBeNull();
    expect(await params('insider', 'days_back=5')).toBeNull();
    expect(await params('prediction', 'platforms=kalshi')).toBeNull();
    expect(await params('scorecards', 'scorecard=ams')).toBeNull();
    expect(await params('congress', 'colour=red')).toBe('colour');
  });

  it('as CSV and as lines, no text of which is a formula', async () => {
    const query = 'by=politician_name,is_tradable&measures=count,amount_low_sum&sort_by=key';
    expect(await (await get(query, 'congress', 'text/csv')).text()).toBe(
      'key.politician_name,key.is_tradable,count,amount_low.sum\r\n' +
        "'=Cy,true,1,\r\nAnn Example,true,5,50001002.3\r\n",
    );
    const lines = (await (await get(query, 'congress', 'application/x-ndjson')).text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(await groupsOf(query));
  });

  it('in pages, by number and by the Link header', async () => {
    const walked: unknown[] = [];
    let path: string | undefined = '/api/v1/congress/groups?by=ticker,sector&limit=1&sort_by=amount_low_sum';
    while (path !== undefined) {
      const response = await app.get(path, { 'x-api-key': app.key });
      walked.push(...((await response.json()) as { groups: unknown[] }).groups);
      path = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    const whole = await groupsOf('by=ticker,sector&sort_by=amount_low_sum');
    expect(walked).toEqual(whole);
    expect(whole).toHaveLength(4);
    expect(await groupsOf('by=ticker,sector&sort_by=amount_low_sum&limit=1&page=2')).toEqual([whole[2]]);
    expect((await get('by=ticker&limit=500')).headers.get('x-limit-clamped')).toBe('100');
  });

  it('another ETag for another question, the same for the same', async () => {
    const tag = async (query: string) => (await get(query)).headers.get('etag');
    const questions = [
      'by=sector',
      'by=ticker',
      'by=ticker,sector',
      'by=sector,ticker',
      'by=sector&sort_by=key',
    ];
    const more = [
      'by=sector&measures=amount_low_sum',
      'by=sector&order=asc',
      'by=sector&limit=1',
      'by=sector&ticker=x',
    ];
    const tags = await Promise.all([...questions, ...more].map(tag));
    expect(new Set(tags).size).toBe(9);
    expect(await tag('by=sector')).toBe(tags[0]);
  });
});

describe('units', () => {
  it('are a key, or one alone', async () => {
    expect(await groupsOf('by=volume_unit&measures=volume_sum,count&sort_by=key', 'prediction')).toEqual([
      { key: { volume_unit: 'USD' }, count: 2, volume: { sum: '12.5' } },
      { key: { volume_unit: 'contracts' }, count: 1, volume: { sum: '5' } },
      { key: { volume_unit: null }, count: 1, volume: { sum: null } },
    ]);
    expect(await groupsOf('by=platform&measures=volume_sum&volume_unit=USD', 'prediction')).toMatchObject([
      { volume: { sum: '12.5' } },
    ]);
  });

  it('are never mixed', async () => {
    const detail = 'volume_sum is not in one unit: group by volume_unit, or filter for one volume_unit';
    expect((await refused('by=platform&measures=volume_sum', 'prediction')).detail).toBe(detail);
    expect((await refused('by=platform&sort_by=volume_sum', 'prediction')).detail).toBe(detail);
    expect(
      await graphRefused('{ predictionMarketGroups(by: [PLATFORM]) { nodes { volume { sum } } } }'),
    ).toBe(detail);
    const counted = await app.graphql('{ predictionMarketGroups(by: [PLATFORM]) { nodes { count } } }');
    expect(counted.data).toEqual({ predictionMarketGroups: { nodes: [{ count: 4 }] } });
  });
});

describe('wrong words', () => {
  it('of keys are refused with those there are', async () => {
    const unknown = await refused('by=sector,colour');
    expect(unknown.param).toBe('by');
    expect(unknown.detail).toMatch(
      /^by must be one to 3 of politician_name, .*filing_month.*; got "colour"$/,
    );
    for (const by of [
      '',
      'by=',
      'by=filing_date',
      'by=amount_low',
      'by=filing_decade',
      'by=traded_on',
      'by=sector,',
    ])
      expect((await refused(by)).param, by).toBe('by');
    expect((await refused('by=sector,ticker,party,state')).detail).toContain('one to 3 of');
    expect(await groupsOf('by=sector,sector,sector,sector')).toHaveLength(3);
    expect(await graphRefused('{ congressTradeGroups(by: []) { nodes { count } } }')).toContain(
      'one to 3 keys',
    );
    const four = '[SECTOR, TICKER, PARTY, STATE]';
    expect(await graphRefused(`{ congressTradeGroups(by: ${four}) { nodes { count } } }`)).toContain(
      'one to 3 keys',
    );
    expect(await graphRefused('{ congressTradeGroups(by: [COLOUR]) { nodes { count } } }')).toContain(
      'COLOUR',
    );
  });

  it('of measures and orders likewise', async () => {
    const { detail, param } = await refused('by=sector&measures=amount_low_median');
    expect(param).toBe('measures');
    expect(detail).toMatch(/amount_low_sum.*; got "amount_low_median"$/);
    expect((await refused('by=sector&sort_by=sector')).detail).toMatch(
      /^sort_by must be one of key, count, .*; got "sector"$/,
    );
    expect((await refused('by=sector&order=up')).param).toBe('order');
  });

  it('a cursor of other groups or another order is refused', async () => {
    const link = (await get('by=ticker&limit=1')).headers.get('link') ?? '';
    const cursor = /cursor=([^&>]+)/.exec(link)?.[1] ?? expect.unreachable(link);
    for (const other of ['by=sector', 'by=ticker,sector', 'by=ticker&sort_by=key', 'by=ticker&order=asc'])
      expect((await refused(`${other}&cursor=${cursor}`)).detail).toContain('cannot be used here');
    expect((await refused('by=ticker&cursor=nonsense')).param).toBe('cursor');
    expect(
      await graphRefused(`{ congressTradeGroups(by: [SECTOR], after: "${cursor}") { nodes { count } } }`),
    ).toContain('after cannot be used here');
    const list = await app.get(`/api/v1/congress?cursor=${cursor}`, { 'x-api-key': app.key });
    expect(list.status).toBe(400);
  });

  it('more than a thousand groups at once are refused', async () => {
    const at = (first: number) =>
      `{ congressTradeGroups(by: [TICKER], first: ${first}) { nodes { count } } }`;
    expect(await graphRefused(at(1001))).toContain('from 0 to 1000');
    expect((await app.graphql(at(1000))).errors).toBeUndefined();
  });
});

it('costs what as many rows do', async () => {
  const cost = async (query: string) => {
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': app.key },
      body: JSON.stringify({ query }),
    });
    return ((await response.json()) as { extensions: { cost: object } }).extensions.cost;
  };
  expect(
    await cost(
      '{ congressTradeGroups(by: [SECTOR], first: 1000) { totalCount nodes { count distinct { ticker } } } }',
    ),
  ).toMatchObject({ complexity: 1010, requested: 11, actual: 1 });
});
