import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withStale } from '../../src/core/access/view.ts';
import { type AnyRecord, type Feed, sortableLeaves } from '../../src/feed/feed.ts';
import { camelCase } from '../../src/feed/name-case.ts';
import { defaultOrder, type Order } from '../../src/feed/query.ts';
import { registry } from '../../src/feeds/index.ts';
import { enumValueName } from '../../src/graphql/schema/enums.ts';
import { encodeGlobalId } from '../../src/graphql/schema/global-id.ts';
import { graphName } from '../../src/graphql/schema/names.ts';
import { liveCursors } from '../support/live-cursors.ts';
import { expectedRows, servedView } from '../support/model.ts';
import { fill, type OpenGraph, openGraph } from './open-graph.ts';
import { type Answer, NOW } from './serve.ts';

const COUNT = 130;
const listed = registry.filter((module) => module.graph?.lists !== false).map(({ feed }) => feed);

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

function expectedIds(feed: Feed, order: Order, view = servedView(NOW)) {
  return idsOf(feed, expectedRows(feed, records.get(feed) ?? [], undefined, order, view));
}

/** The argument that shows all rows of a feed of current state, which are of long before. */
const withAll = ({ shelfLife }: Feed) => (shelfLife ? ', includeStale: true' : '');

const nodeIds = ({ nodes }: { nodes: { id: string }[] }) => nodes.map(({ id }) => id);

describe.each(listed.map((feed) => [feed.plural, feed] as const))('%s', (plural, feed) => {
  test('every order, forward and backward, visits every row once', async () => {
    for (const leaf of sortableLeaves(feed)) {
      for (const direction of ['asc', 'desc'] as const) {
        const orderBy = `{ field: ${leaf.name.toUpperCase()}, direction: ${direction.toUpperCase()} }`;
        const page = (slice: string) =>
          data(
            `{ list: ${plural}(orderBy: ${orderBy}, ${slice}${withAll(feed)}) { nodes { id } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
          );
        const expected = expectedIds(feed, { leaf, direction }, withStale(servedView(NOW)));
        const forward: string[] = [];
        let slice = 'first: 60';
        for (let more = true; more; ) {
          const { list } = await page(slice);
          forward.push(...nodeIds(list));
          expect(list.edges.map(({ node }: { node: { id: string } }) => node.id)).toEqual(nodeIds(list));
          expect(list.pageInfo.hasPreviousPage).toBe(slice !== 'first: 60');
          expect(list.pageInfo.endCursor).toBe(list.edges.at(-1).cursor);
          more = list.pageInfo.hasNextPage;
          slice = `first: 60, after: "${list.pageInfo.endCursor}"`;
        }
        expect(forward).toEqual(expected);
        const backward: string[] = [];
        slice = 'last: 60';
        for (let more = true; more; ) {
          const { list } = await page(slice);
          backward.unshift(...nodeIds(list));
          expect(list.pageInfo.hasNextPage).toBe(slice !== 'last: 60');
          more = list.pageInfo.hasPreviousPage;
          slice = `last: 60, before: "${list.pageInfo.startCursor}"`;
        }
        expect(backward).toEqual(expected);
      }
    }
  });

  test('totals, window and live cursor', async () => {
    const { list, all } = await data(
      `{ list: ${plural}(first: 1) { totalCount liveCursor window { from clamped lagHours } }
         all: ${plural}(first: 1${withAll(feed)}) { totalCount liveCursor } }`,
    );
    expect(all.totalCount).toBe(COUNT);
    expect(liveCursors.decode([feed], all.liveCursor)).toMatchObject({ position: { held: null } });
    expect(list.totalCount).toBe(expectedIds(feed, defaultOrder(feed)).length);
    // What becomes stale leaves as the time goes on.
    const held = feed.shelfLife ? { until: NOW, seq: null } : null;
    expect(liveCursors.decode([feed], list.liveCursor)).toMatchObject({
      ok: true,
      position: { seq: BigInt(COUNT), held },
    });
    expect(list.window).toEqual({ from: null, clamped: false, lagHours: 0 });
  });

  test('node and nodes find the rows again', async () => {
    const { list } = await data(`{ list: ${plural}(first: 3${withAll(feed)}) { nodes { id } } }`);
    const ids = nodeIds(list);
    const found = await data(
      `query ($id: ID!, $ids: [ID!]!) { node(id: $id) { __typename id } nodes(ids: $ids) { __typename id } }`,
      { id: ids[1], ids },
    );
    expect(found.node).toEqual({ __typename: feed.type, id: ids[1] });
    expect(found.nodes).toEqual(ids.map((id) => ({ __typename: feed.type, id })));
  });

  test('fields hold what the record holds', async () => {
    const record = records.get(feed)?.[5] ?? {};
    const shown = Object.entries(feed.fields).filter(
      ([name, field]) => !field.options.internal && field.kind !== 'group' && name !== 'id',
    );
    const names = shown.map(([name, { fields }]) => {
      const members = Object.entries(fields).map(
        ([member, inner]) => `${member}: ${graphName(member, inner)}`,
      );
      return members.length === 0 ? camelCase(name) : `${camelCase(name)} { ${members.join(' ')} }`;
    });
    const id = encodeGlobalId(feed.type, String(record[feed.key.name]));
    const { node } = await data(`{ node(id: "${id}") { ... on ${feed.type} { ${names.join(' ')} } } }`);
    for (const [name, field] of shown) {
      const value = record[name];
      const expected =
        value instanceof Date
          ? value.toISOString()
          : field.kind === 'enum' && value !== null
            ? enumValueName(String(value))
            : value;
      expect(node[camelCase(name)], name).toEqual(expected);
    }
  });
});

describe('cursors and ids', () => {
  const refusal = ({ body }: Answer) => body.errors?.[0].extensions.code;

  test('a cursor of another order or feed is refused', async () => {
    const { list } = await data('{ list: signals(first: 1) { pageInfo { endCursor } } }');
    const after = list.pageInfo.endCursor;
    const query = (field: string) => `query ($after: String!) { ${field} { nodes { id } } }`;
    expect(refusal(await graph.served.query(query('strategies(after: $after)'), { after }))).toBe(
      'INVALID_CURSOR',
    );
    expect(
      refusal(
        await graph.served.query(query('signals(after: $after, orderBy: { field: SYMBOL })'), { after }),
      ),
    ).toBe('INVALID_CURSOR');
    expect(refusal(await graph.served.query(query('insiders(after: $after)'), { after }))).toBe(
      'INVALID_CURSOR',
    );
  });

  test('an id of no row is null, what is no id an error', async () => {
    const missing = encodeGlobalId('Signal', 'missing');
    const { body } = await graph.served.query('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: [missing, encodeGlobalId('Nothing', 'x'), encodeGlobalId('Signal', 'k000001')],
    });
    expect(body.data.nodes).toEqual([null, null, { id: encodeGlobalId('Signal', 'k000001') }]);
    expect(body.errors).toHaveLength(1);
    expect(body.errors?.[0]).toMatchObject({ path: ['nodes', 1], extensions: { code: 'INVALID_PARAMETER' } });
  });
});
