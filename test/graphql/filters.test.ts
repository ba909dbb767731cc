import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyRecord, Feed } from '../../src/feed/feed.ts';
import { compare, type Filter } from '../../src/feed/query.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { encodeGlobalId } from '../../src/graphql/schema/global-id.ts';
import { expectedRows, servedView } from '../support/model.ts';
import { fill, type OpenGraph, openGraph } from './open-graph.ts';
import { NOW } from './serve.ts';

const COUNT = 130;

let graph: OpenGraph;
let records: ReadonlyMap<Feed, readonly AnyRecord[]>;

beforeAll(async () => {
  graph = await openGraph();
  records = await fill(graph, COUNT);
});
afterAll(() => graph?.[Symbol.asyncDispose]());

const data: OpenGraph['data'] = (query, variables) => graph.data(query, variables);

const idsOf = (feed: Feed, rows: readonly AnyRecord[]) =>
  rows.map((row) => encodeGlobalId(feed.type, String(row[feed.key.name])));

function expectedIds(
  feed: Feed,
  order = { leaf: feed.order.field, direction: feed.order.direction },
  filter?: Filter,
) {
  return idsOf(feed, expectedRows(feed, records.get(feed) ?? [], filter, order, servedView(NOW)));
}

const nodeIds = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id);

describe('filters', () => {
  const check = async (feed: Feed, text: string, filter: Filter) => {
    const { list } = await data(
      `{ list: ${feed.plural}(first: 100, filter: ${text}) { nodes { id } totalCount } }`,
    );
    const expected = expectedIds(feed, undefined, filter);
    expect(nodeIds(list)).toEqual(expected.slice(0, 100));
    expect(list.totalCount).toBe(expected.length);
  };
  const on = (
    feed: Feed,
    name: string,
    op: Parameters<typeof compare>[1],
    value: Parameters<typeof compare>[2],
  ) => compare(feed.leaf(name), op, value);

  test('everything in one filter must hold', async () => {
    await check(signals, '{ direction: { eq: LONG }, status: { in: [OPEN] } }', {
      op: 'and',
      of: [on(signals, 'direction', 'eq', 'LONG'), on(signals, 'status', 'in', ['OPEN'])],
    });
  });

  test('and, or, not', async () => {
    await check(
      signals,
      '{ or: [{ symbol: { contains: "nv" } }, { and: [{ pnlPct: { gt: 1 } }, { pnlPct: { lte: 100 } }] }], not: { direction: { eq: SHORT } } }',
      {
        op: 'and',
        of: [
          {
            op: 'or',
            of: [
              on(signals, 'symbol', 'contains', 'nv'),
              { op: 'and', of: [on(signals, 'pnl_pct', 'gt', 1), on(signals, 'pnl_pct', 'lte', 100)] },
            ],
          },
          { op: 'not', of: on(signals, 'direction', 'eq', 'SHORT') },
        ],
      },
    );
  });

  test('ne and not match rows without a value, isNull finds them', async () => {
    await check(congress, '{ party: { ne: R } }', on(congress, 'party', 'ne', 'R'));
    await check(congress, '{ not: { party: { eq: R } } }', {
      op: 'not',
      of: on(congress, 'party', 'eq', 'R'),
    });
    await check(congress, '{ party: { isNull: true } }', on(congress, 'party', 'isNull', true));
    await check(congress, '{ party: { isNull: false } }', on(congress, 'party', 'isNull', false));
  });

  test('members of groups, days and ids', async () => {
    await check(
      strategies,
      '{ performanceSharpe: { gte: 1 } }',
      on(strategies, 'performance_sharpe', 'gte', 1),
    );
    await check(
      congress,
      '{ filingDate: { gte: "2026-01-05" } }',
      on(congress, 'filing_date', 'gte', '2026-01-05T00:00:00'),
    );
    const id = encodeGlobalId('Signal', 'k000003');
    await check(signals, `{ id: { eq: "${id}" } }`, on(signals, 'id', 'eq', 'k000003'));
    await check(
      strategies,
      '{ slug: { in: ["k000003", "k000004"] } }',
      on(strategies, 'slug', 'in', ['k000003', 'k000004']),
    );
  });

  test.each([
    ['{ symbol: { eq: null } }', 'filter.symbol.eq'],
    ['{ or: [] }', 'filter.or'],
    ['{ or: [{}] }', 'filter.or[0]'],
    ['{ not: {} }', 'filter.not'],
    ['{ id: { eq: "nonsense" } }', 'filter.id.eq'],
    ['{ and: [{ symbol: { in: ["a\\u0000"] } }] }', 'filter.and[0].symbol.in[0]'],
  ])('refuses %s', async (text, param) => {
    const { body } = await graph.served.query(`{ signals(filter: ${text}) { nodes { id } } }`);
    expect(body.errors?.[0].extensions).toMatchObject({ code: 'INVALID_PARAMETER', param });
  });
});
