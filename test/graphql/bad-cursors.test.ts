import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../src/feeds/index.ts';
import { schemaOf } from '../../src/graphql/schema/schema.ts';
import { argumentsOf, fieldsWithArguments } from '../support/graph-fields.ts';
import { fill, type OpenGraph, openGraph } from './open-graph.ts';

let graph: OpenGraph;
beforeAll(async () => {
  graph = await openGraph();
  await fill(graph, 5);
});
afterAll(() => graph?.[Symbol.asyncDispose]());

const LISTS = fieldsWithArguments(schemaOf(registry)).filter(({ args }) =>
  args.some(({ name }) => name === 'after'),
);
const SELECTIONS = [
  '__typename',
  'totalCount',
  'window { clamped }',
  'pageInfo { endCursor startCursor }',
  'liveCursor',
  'nodes { __typename }',
  'nodes { __typename } pageInfo { endCursor startCursor hasNextPage hasPreviousPage }',
];

describe.each(LISTS.map((list) => [list.name, list] as const))('%s', (_, list) => {
  const cursors = ['after', 'before'].filter((name) => list.args.some((arg) => arg.name === name));
  test.each(cursors)('a bad `%s` is refused before anything is answered', async (name) => {
    const required = argumentsOf(list);
    for (const selection of SELECTIONS) {
      const args = [required, `${name}: $bad`].filter(Boolean).join(', ');
      const query = list.operation('$bad: String', args, selection);
      const { status, body } = await graph.served.query(query, { bad: 'WyJ4Il0' });
      expect(body, selection).toMatchObject({
        errors: [
          { message: expect.stringContaining(name), extensions: { code: 'INVALID_CURSOR', param: name } },
        ],
      });
      expect({ status, data: body.data ?? null }, selection).toEqual({ status: 400, data: null });
      expect(JSON.stringify(body)).not.toContain('WyJ4Il0');
    }
  });
});

test('the walk knows lists at the root, of an asset, of an insider, of a scorecard and those that are computed', () => {
  expect(LISTS.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'Query.signals',
      'Query.insiders',
      'Query.insiderClusters',
      expect.stringMatching(/^Query\..*\.filings$/),
      expect.stringMatching(/^Query\.scorecard\.points$/),
      expect.stringMatching(/asset\.signals$/),
    ]),
  );
});

test('a list below no row at all has its cursor judged, too', async () => {
  const query =
    '{ signals(filter: { symbol: { eq: "NONE" } }) { nodes { asset { insiderFilings(after: "x") { totalCount } } } } }';
  const { body } = await graph.served.query(query);
  expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_CURSOR', param: 'after' });
});

test('a cursor of one order is good there, and refused when a variable changes the order alone', async () => {
  const query =
    'query ($after: String, $by: SignalOrder) { signals(first: 1, after: $after, orderBy: $by) { totalCount pageInfo { endCursor } } }';
  const { signals } = await graph.data(query);
  const after = signals.pageInfo.endCursor;
  for (let round = 0; round < 2; round += 1) {
    expect((await graph.data(query, { after })).signals.totalCount).toBe(5);
    const { body } = await graph.served.query(query, { after, by: { field: 'SYMBOL' } });
    expect(body.errors?.[0]?.extensions.code).toBe('INVALID_CURSOR');
  }
});
