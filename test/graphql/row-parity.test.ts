import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scorecardPoints } from '../../src/feeds/scorecards/feed.ts';
import { FEED_LISTS, type FeedList } from '../support/feed-lists.ts';
import { seeded } from '../support/records.ts';
import { UNMETERED } from '../support/tiers.ts';
import { type CostServer, memoryMarket, startCostServer } from './cost/cost-server.ts';

const ROWS = 250;
const POINTS = 2500;

/** One list as both surfaces have it. */
interface List {
  readonly rest: string;
  readonly wrapper: string;
  readonly graphql: (page: string, rows: string) => string;
  readonly page: number;
  readonly rows: number;
}

const listOf = ({ path, wrapper, feed }: FeedList): List => ({
  rest: path,
  wrapper,
  graphql: (page, rows) => `${feed.plural}(${page}) ${rows}`,
  page: 100,
  rows: ROWS,
});
const points = (name: string): List => ({
  rest: `/api/scorecards/${name}/data?timeframe=1D`,
  wrapper: 'items',
  graphql: (page, rows) => `scorecard(name: ${name.toUpperCase()}) { points(${page}) ${rows} }`,
  page: 1000,
  rows: POINTS,
});

const LISTS: Readonly<Record<string, List>> = {
  ...Object.fromEntries(FEED_LISTS.map((list) => [list.path, listOf(list)])),
  ams: points('ams'),
  mrs: points('mrs'),
  gls: points('gls'),
};

let costs: CostServer;

beforeAll(async () => {
  const market = await memoryMarket(ROWS);
  const series = ['ams', 'mrs', 'gls'].flatMap((scorecard) =>
    Array.from({ length: POINTS }, (_, i) => ({
      id: `${scorecard} ${i}`,
      scorecard,
      timeframe: '1D',
      timestamp: new Date(Date.UTC(2026, 0, 1) - i * 86_400_000),
      data: { [scorecard]: i },
    })),
  );
  await market.memory.writer.upsert(scorecardPoints, series, new Date(0));
  costs = await startCostServer(market);
});
afterAll(() => costs[Symbol.asyncDispose]());

/** Sizes of the pages that n rows come in. */
function pagesOf(n: number, page: number): number[] {
  return Array.from({ length: Math.ceil(n / page) }, (_, i) => Math.min(page, n - i * page));
}

/** Units n rows cost over REST, and how many rows came. */
async function overRest({ rest, wrapper, page }: List, n: number) {
  const { id, token } = await costs.server.newKey(UNMETERED.id);
  let rows = 0;
  let next = new URL(rest, costs.server.url);
  for (const size of pagesOf(n, page)) {
    next.searchParams.set('limit', String(size));
    const response = await fetch(next, { headers: { 'x-api-key': token } });
    rows += ((await response.json()) as Readonly<Record<string, readonly unknown[]>>)[wrapper]?.length ?? 0;
    const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    if (link) next = new URL(link, costs.server.url);
  }
  return { units: await costs.spent(id), rows };
}

async function overGraphql({ graphql, page }: List, n: number) {
  const { id, token } = await costs.server.newKey(UNMETERED.id);
  let rows = 0;
  let after = '';
  for (const size of pagesOf(n, page)) {
    const query = `{ ${graphql(`first: ${size}${after}`, '{ nodes { id } pageInfo { endCursor } }')} }`;
    const { body } = await costs.query(token, query);
    const [root] = Object.values(body.data) as { points?: Connection }[];
    const list = root?.points ?? (root as unknown as Connection); // a list, or the scorecard it is on
    rows += list.nodes.length;
    after = `, after: "${list.pageInfo.endCursor}"`;
  }
  return { units: await costs.spent(id), rows };
}

interface Connection {
  readonly nodes: readonly unknown[];
  readonly pageInfo: { readonly endCursor: string };
}

describe('n rows cost the same over REST and over GraphQL', () => {
  const random = seeded(4);
  test.each(Object.entries(LISTS))('%s', async (_module, list) => {
    const { page, rows } = list;
    const chosen = Array.from({ length: 3 }, () => 1 + Math.floor(random() * rows));
    for (const n of [1, page, page + 1, rows, ...chosen]) {
      const expected = { units: Math.ceil(n / page), rows: n };
      expect(await overRest(list, n), `${n} rows over REST`).toEqual(expected);
      expect(await overGraphql(list, n), `${n} rows over GraphQL`).toEqual(expected);
    }
  });

  test('all lists in one operation cost what one request each does', async () => {
    const { id, token } = await costs.server.newKey(UNMETERED.id);
    const all = Object.values(LISTS).map(
      ({ graphql, page }, i) => `a${i}: ${graphql(`first: ${page}`, '{ nodes { id } }')}`,
    );
    const { body } = await costs.query(token, `{ ${all.join(' ')} }`);
    expect(body.extensions.cost).toMatchObject({ requested: all.length, complexity: all.length * 100 });
    // Both lists of insider filings are one list of the graph, loaded once.
    expect(await costs.spent(id)).toBe(all.length - 1);
  });
});
