import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deriveFiling } from '../../src/feeds/insider/derive.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { encodeGlobalId } from '../../src/graphql/schema/global-id.ts';
import { forged } from '../feed/cursors.ts';
import { sampleRecords } from '../support/records.ts';
import { type OpenGraph, openGraph } from './open-graph.ts';
import { callerOf, NOW, tierOf } from './serve.ts';

let graph: OpenGraph;

beforeAll(async () => {
  graph = await openGraph();
  // Five tickers, each bought by two insiders at one time: detections that only the ticker tells apart.
  const filings = sampleRecords(insiderFilings, 10).map((record, i) =>
    deriveFiling({
      ...record,
      ticker: `T${i % 5}X`,
      insider_name: `Insider ${i}`,
      transaction_direction: 'buy',
      value: 0.1 * i,
      filing_date: new Date(NOW.getTime() - 3_600_000),
      known_from: null,
    }),
  );
  await graph.opened.writer.upsert(insiderFilings, filings, NOW);
  graph.served.caller = callerOf(tierOf('quant'));
});

afterAll(() => graph?.[Symbol.asyncDispose]());

const INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

describe('pages of clusters', () => {
  const pageOf = async (slice: string) => {
    const { insiderClusters: page } = await graph.data(
      `{ insiderClusters(${slice}) { nodes { ticker } totalCount ${INFO} } }`,
    );
    expect(page.totalCount).toBe(5);
    const tickers: string[] = page.nodes.map(({ ticker }: { ticker: string }) => ticker);
    const { hasPreviousPage, hasNextPage, startCursor, endCursor } = page.pageInfo;
    return { tickers, sides: [hasPreviousPage, hasNextPage], startCursor, endCursor };
  };

  test('forward, backward and between two cursors', async () => {
    const head = await pageOf('first: 2');
    expect(head).toMatchObject({ tickers: ['T4X', 'T3X'], sides: [false, true] });
    const middle = await pageOf(`first: 2, after: "${head.endCursor}"`);
    expect(middle).toMatchObject({ tickers: ['T2X', 'T1X'], sides: [true, true] });
    const end = await pageOf(`first: 2, after: "${middle.endCursor}"`);
    expect(end).toMatchObject({ tickers: ['T0X'], sides: [true, false] });
    expect(await pageOf('last: 2')).toMatchObject({ tickers: ['T1X', 'T0X'], sides: [true, false] });
    const back = await pageOf(`last: 2, before: "${middle.startCursor}"`);
    expect(back).toMatchObject({ tickers: ['T4X', 'T3X'], sides: [false, true] });
    const between = `after: "${head.startCursor}", before: "${end.endCursor}"`;
    expect((await pageOf(`first: 2, ${between}`)).tickers).toEqual(['T3X', 'T2X']);
    expect((await pageOf(`last: 2, ${between}`)).tickers).toEqual(['T2X', 'T1X']);
    expect(await pageOf('first: 0')).toMatchObject({ tickers: [], endCursor: null });
  });
});

const LISTS = [
  { field: 'insiders', head: ['Insider', 'total_buy_value', 'desc'] },
  {
    field: 'insiders',
    head: ['Insider', 'filing_count', 'asc'],
    order: 'orderBy: { field: FILING_COUNT, direction: ASC }',
  },
  { field: 'insiders', head: ['Insider', 'name', 'asc'], order: 'orderBy: { field: NAME, direction: ASC }' },
  { field: 'insiderClusters', head: ['InsiderCluster', 'detected_at', 'desc'] },
] as const;

/** Values that one sort column or another cannot take. */
const odd = fc.constantFrom<unknown>(
  ...['9'.repeat(400), '9'.repeat(401), '-1', '1e5', 'NaN', 'Infinity', '0x1', '', 'a\0b', '\ud800'],
  ...['999999999999999', '9999999999999999', `-${'9'.repeat(400)}.${'9'.repeat(400)}`, 'x'.repeat(501)],
  ...['+275760-09-13T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '2026-02-30'],
  ...[null, true, 1.5, 1e300, [], {}],
);
const anything = fc.oneof(odd, fc.jsonValue(), fc.string({ unit: 'binary' }));

test('a forged cursor is taken or refused, never an error of the store', async () => {
  const caseOf = fc
    .constantFrom(...LISTS)
    .chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.oneof(
          { weight: 9, arbitrary: fc.tuple(anything, anything).map((rest) => [...list.head, ...rest]) },
          { weight: 1, arbitrary: fc.array(anything) },
        ),
      ),
    );
  await fc.assert(
    fc.asyncProperty(caseOf, async ([list, parts]) => {
      const args = ['after: $at', 'order' in list ? list.order : ''].join(', ');
      const query = `query ($at: String!) { list: ${list.field}(${args}) { nodes { __typename } } }`;
      const { body } = await graph.served.query(query, { at: forged(parts) });
      for (const { extensions } of body.errors ?? []) expect(extensions.code).toBe('INVALID_CURSOR');
    }),
    { numRuns: 400 },
  );
});

test.each(['', 'x', '%00', '💥', 'WyJJbnNpZGVyIl0'])('no cursor at all: %j', async (at) => {
  for (const field of ['insiders', 'insiderClusters']) {
    const query = `query ($at: String!) { list: ${field}(last: 1, before: $at) { nodes { __typename } } }`;
    const { body } = await graph.served.query(query, { at });
    expect(body.errors?.[0]?.extensions.code).toBe('INVALID_CURSOR');
  }
});

test('a cursor of another order of the directory is refused, and says so', async () => {
  const { insiders } = await graph.data(`{ insiders(first: 1) { ${INFO} } }`);
  const query =
    'query ($at: String!) { insiders(after: $at, orderBy: { field: NAME }) { nodes { slug } pageInfo { endCursor } } }';
  const { body } = await graph.served.query(query, { at: insiders.pageInfo.endCursor });
  expect(body.errors?.[0]).toMatchObject({
    message: expect.stringContaining('it was made in the order total_buy_value desc, not name'),
    extensions: { code: 'INVALID_CURSOR' },
  });
});

test.each(['a\0b', '\ud800', 'x'.repeat(501)])(
  'a search that no name can match is refused: %j',
  async (q) => {
    const query = 'query ($q: String!) { insiders(search: $q) { totalCount } }';
    const { body } = await graph.served.query(query, { q });
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_PARAMETER' });
  },
);

test('an id that no insider can have is null', async () => {
  const id = encodeGlobalId('Insider', 'a\0b');
  const { body } = await graph.served.query('query ($id: ID!) { node(id: $id) { id } }', { id });
  expect(body).toMatchObject({ data: { node: null } });
  expect(body.errors?.[0]?.extensions.code).not.toBe('INTERNAL');
});
