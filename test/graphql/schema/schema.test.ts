import { readFileSync } from 'node:fs';
import { isEnumType, isInputObjectType, isInterfaceType, isObjectType, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { defineFeed } from '../../../src/feed/feed.ts';
import { id, instant, oneOf } from '../../../src/feed/field.ts';
import { registry } from '../../../src/feeds/index.ts';
import { schemaOf, sdlOf } from '../../../src/graphql/schema/schema.ts';

const schema = schemaOf(registry);
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

test('the committed SDL is the schema', () => {
  expect(sdlOf(schema)).toBe(readFileSync('schema/schema.graphql', 'utf8'));
});

test('every type, field, argument and input field has a description', () => {
  const missing = types.flatMap((type) => {
    const own = type.description ? [] : [type.name];
    if (isInputObjectType(type))
      return [
        ...own,
        ...Object.values(type.getFields())
          .filter((f) => !f.description)
          .map((f) => `${type.name}.${f.name}`),
      ];
    if (!isObjectType(type) && !isInterfaceType(type)) return own;
    return [
      ...own,
      ...Object.values(type.getFields()).flatMap((field) => [
        ...(field.description ? [] : [`${type.name}.${field.name}`]),
        ...field.args
          .filter((arg) => !arg.description)
          .map((arg) => `${type.name}.${field.name}(${arg.name})`),
      ]),
    ];
  });
  const builtIn = ['String', 'Int', 'Float', 'Boolean', 'ID'];
  expect(missing.filter((name) => !builtIn.includes(name))).toEqual([]);
});

test('no internal field is shown', () => {
  const names = types.flatMap((type) =>
    isObjectType(type) || isInputObjectType(type) ? Object.keys(type.getFields()) : [],
  );
  expect(names).not.toContain('availableAt');
  expect(names).not.toContain('ownerCik');
  expect(names).not.toContain('origin');
});

test('the root fields of the contract', () => {
  const query = schema.getQueryType()?.getFields() ?? {};
  expect(
    Object.fromEntries(Object.entries(query).map(([name, field]) => [name, String(field.type)])),
  ).toMatchObject({
    node: 'Node',
    nodes: '[Node]!',
    listings: 'ListingConnection!',
    search: 'SearchConnection!',
    signals: 'SignalConnection!',
    strategies: 'StrategyConnection!',
    whaleActivity: 'WhaleActivityConnection!',
    congressTrades: 'CongressTradeConnection!',
    politicians: 'PoliticianConnection!',
    whales: 'WhaleConnection!',
    insiderFilings: 'InsiderFilingConnection!',
    insiders: 'InsiderConnection!',
    insider: 'Insider',
    insiderClusters: 'InsiderClusterConnection!',
    insiderMarketStats: 'InsiderMarketStats!',
    outperformers: 'OutperformerConnection!',
    reversals: 'ReversalConnection!',
    predictionMarkets: 'PredictionMarketConnection!',
    ...Object.fromEntries(
      registry.map(({ feed: { type } }) => [
        `${type.charAt(0).toLowerCase()}${type.slice(1)}Groups`,
        `${type}GroupConnection!`,
      ]),
    ),
    scorecard: 'Scorecard!',
    asset: 'Asset',
    viewer: 'Viewer!',
    tiers: '[Tier!]!',
  });
});

describe('enums', () => {
  test('are shared between feeds', () => {
    const names = types.filter(isEnumType).map(({ name }) => name);
    expect(names.filter((name) => name === 'Direction')).toHaveLength(1);
  });

  test('of one name must agree', () => {
    const other = defineFeed({
      module: 'x',
      type: 'Other',
      plural: 'others',
      description: 'Other.',
      fields: {
        id: id('Id.'),
        at: instant('At.', { sort: true }),
        direction: oneOf('Direction.', ['UP', 'DOWN'], { enumName: 'Direction', filter: true }),
      },
      key: 'id',
      order: ['at', 'desc'],
    });
    expect(() => schemaOf([...registry, { feed: other }])).toThrow('enum Direction is declared as');
  });
});

test('a feed of enum values is filtered by an enum input, not by text', () => {
  const errors = (query: string) => validate(schema, parse(query)).length;
  expect(errors('{ signals(filter: { direction: { eq: LONG } }) { nodes { id } } }')).toBe(0);
  expect(errors('{ signals(filter: { direction: { eq: "LONG" } }) { nodes { id } } }')).toBe(1);
  expect(errors('{ signals(filter: { pnlPct: { isNull: true } }) { nodes { id } } }')).toBe(0);
  expect(errors('{ signals(filter: { symbol: { isNull: true } }) { nodes { id } } }')).toBe(1);
  expect(errors('{ signals(orderBy: { field: NOTES }) { nodes { id } } }')).toBe(1);
});
