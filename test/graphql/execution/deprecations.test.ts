import { parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createReader } from '../../../src/core/read/read.ts';
import { registry } from '../../../src/feeds/index.ts';
import { createVariableDeprecations, deprecationsIn } from '../../../src/graphql/execution/deprecations.ts';
import { schemaOf, sdlOf } from '../../../src/graphql/schema/schema.ts';
import { things, WEIGHT } from '../../support/deprecated-feed.ts';
import { createMemoryFeedStore } from '../../support/memory-feed-store.ts';
import { noDirectories } from '../../support/no-directories.ts';
import { noNames } from '../../support/no-names.ts';
import { serveReader } from '../serve.ts';

const modules = [...registry, { feed: things }];
const schema = schemaOf(modules);
const sdl = sdlOf(schema);
const REASON =
  '@deprecated(reason: "Deprecated since 2026-01-01, may be removed from 2027-01-01 on: use `mass`.")';

describe('a field that goes is marked', () => {
  test.each([
    ['in its type', `  weight: Float ${REASON}`],
    ['in filters', `  weight: NullableFloatFilter ${REASON}`],
    ['in orders', `  WEIGHT ${REASON}`],
    ['among measures of groups', `  weight: NumberMeasures! @cost(weight: "0") ${REASON}`],
    ['among orders of groups', `  WEIGHT_SUM ${REASON}`],
  ])('%s', (_, line) => {
    expect(sdl.includes(line)).toBe(true);
  });

  test('and none other', () => {
    expect(sdlOf(schemaOf(registry))).not.toMatch(/@deprecated\(reason: "Deprecated since 2026-01-01/);
  });
});

const used = (text: string) => {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  return deprecationsIn(schema, document);
};

test.each([
  '{ things { nodes { weight } } }',
  'query { ...Q } fragment Q on Query { things { edges { node { w: weight } } } }',
  '{ things(filter: { and: [{ weight: { gt: 1 } }] }) { totalCount } }',
  '{ things(orderBy: { field: WEIGHT }) { totalCount } }',
  '{ thingGroups(by: [NAME], orderBy: { field: WEIGHT_SUM }) { nodes { count } } }',
])('used by %s', (text) => {
  expect(used(text)).toEqual([WEIGHT]);
});

test.each(['{ things { nodes { mass } } }', '{ things(orderBy: { field: MASS }) { totalCount } }'])(
  'not used by %s',
  (text) => {
    expect(used(text)).toEqual([]);
  },
);

const inVariables = createVariableDeprecations(schema);
const FILTERED = 'query Q($filter: ThingFilter) { things(filter: $filter) { totalCount } }';
const ORDERED = 'query Q($order: ThingOrder) { things(orderBy: $order) { totalCount } }';
test.each([
  [FILTERED, { filter: { and: [{ name: { eq: 'x' } }, { not: { weight: { gt: 1 } } }] } }],
  [FILTERED, { filter: { and: { weight: { gt: 1 } } } }], // one for a list of one
  [ORDERED, { order: { field: 'WEIGHT' } }],
])('used by a variable of %s: %j', (text, variables) => {
  const document = parse(text);
  expect(validate(schema, document)).toEqual([]);
  expect(inVariables(document, variables)).toEqual([WEIGHT]);
});

test.each([
  [FILTERED, { filter: { mass: { gt: 1 } } }],
  [FILTERED, { filter: null }],
  [FILTERED, { filter: 'weight' }],
  [FILTERED, { filter: { nothing: { weight: 1 } } }],
  [FILTERED, { other: { weight: { gt: 1 } } }],
  [FILTERED, { filter: { and: [null, 7, { mass: { gt: 1 } }] } }],
  [ORDERED, { order: { field: 'MASS' } }],
  [ORDERED, { order: { field: 7 } }],
  [ORDERED, {}],
])('not used by a variable of %s: %j', (text, variables) => {
  expect(inVariables(parse(text), variables)).toEqual([]);
});

test('variables that are nested deeper than the stack reaches are read', () => {
  let filter: object = { weight: { gt: 1 } };
  for (let depth = 0; depth < 100_000; depth += 1) filter = { not: filter };
  expect(inVariables(parse(FILTERED), { filter })).toEqual([WEIGHT]);
});

test('an answer over HTTP tells it, and no other does', async () => {
  const insiders = {} as Parameters<typeof createReader>[0]['insiders']; // none is asked for
  const { store } = createMemoryFeedStore();
  await using served = await serveReader(
    createReader({ store, insiders, search: noNames, directories: noDirectories }),
    modules,
  );
  const told = async (query: string, variables?: object) => {
    const { status, headers } = await served.query(query, variables);
    expect(status).toBe(200);
    return [headers.get('deprecation'), headers.get('sunset'), headers.get('link')?.includes('rel="sunset"')];
  };
  expect(await told('{ things { nodes { weight } } }')).toEqual([
    '@1767225600',
    'Fri, 01 Jan 2027 00:00:00 GMT',
    true,
  ]);
  expect(await told('{ things { nodes { mass } } }')).toEqual([null, null, undefined]);
  expect(await told(FILTERED, { filter: { weight: { gt: 1 } } })).toEqual([
    '@1767225600',
    'Fri, 01 Jan 2027 00:00:00 GMT',
    true,
  ]);
  expect(await told(FILTERED, { filter: { mass: { gt: 1 } } })).toEqual([null, null, undefined]);
});
