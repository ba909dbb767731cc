import { execute, type GraphQLObjectType, getNamedType, isObjectType, parse } from 'graphql';
import { expect, test } from 'vitest';
import { fullView } from '../../../src/core/access/view.ts';
import { registry } from '../../../src/feeds/index.ts';
import type { GraphContext } from '../../../src/graphql/context.ts';
import { createLoaders, type Loaders } from '../../../src/graphql/lists/loaders.ts';
import { schemaOf } from '../../../src/graphql/schema/schema.ts';
import { liveCursors } from '../../support/live-cursors.ts';
import { snapshots } from '../../support/snapshots.ts';
import { callerOf, NOW, tierOf } from '../serve.ts';
import { memoryMarket } from './cost-server.ts';
import { VOCABULARY } from './cost-vocabulary.ts';

const schema = schemaOf(registry);
const ARGUMENTS: Readonly<Record<string, string>> = {
  'Query.node': `(id: "${VOCABULARY.ids.get('Signal')?.[0]}")`,
  'Query.nodes': `(ids: ["${VOCABULARY.ids.get('Signal')?.[0]}"])`,
  'Query.asset': '(symbol: "NVDA")',
  'Query.scorecard': '(name: AMS)',
  'ScorecardPoint.metric': '(name: "ams")',
};

interface Place {
  readonly type: GraphQLObjectType;
  /** The operation that selects something here. */
  readonly select: (fields: string) => string;
}

/** Every object type once, by the shortest way from `Query`. */
function places(): readonly Place[] {
  const query = schema.getQueryType();
  if (!query) throw new Error('no Query');
  const found = new Map<GraphQLObjectType, Place>([
    [query, { type: query, select: (fields) => `{ ${fields} }` }],
  ]);
  for (const { type, select } of found.values()) {
    for (const field of Object.values(type.getFields())) {
      const below = getNamedType(field.type);
      if (!isObjectType(below) || found.has(below)) continue;
      const args = ARGUMENTS[`${type.name}.${field.name}`] ?? '';
      found.set(below, {
        type: below,
        select: (fields) => select(`${field.name}${args} { ${fields} }`),
      });
    }
  }
  return [...found.values()];
}

const market = await memoryMarket(30);

/** Readings an operation takes, by name. */
async function readingsOf(operation: string): Promise<Set<string>> {
  const names = new Set<string>();
  const inner = createLoaders(market.reader, fullView(NOW));
  const loaders: Loaders = {
    ...inner,
    load(reading, key) {
      names.add(reading.name);
      return inner.load(reading, key);
    },
  };
  const contextValue: GraphContext = {
    caller: callerOf(tierOf('quant')),
    loaders,
    tiers: [],
    liveCursors,
    snapshots,
    usage: () => Promise.reject(new Error('not asked for')),
  };
  await execute({ schema, document: parse(operation), contextValue });
  return names;
}

test('a field that reads declares what it costs', async () => {
  const undeclared: string[] = [];
  let reading = 0;
  for (const { type, select } of places()) {
    const before = await readingsOf(select('__typename'));
    for (const field of Object.values(type.getFields())) {
      const name = `${type.name}.${field.name}`;
      const below = isObjectType(getNamedType(field.type)) ? ' { __typename }' : '';
      const interfaces = name === 'Query.node' || name === 'Query.nodes' ? ' { __typename }' : '';
      const selected = `${field.name}${ARGUMENTS[name] ?? ''}${below}${interfaces}`;
      const after = await readingsOf(select(selected));
      if (after.size === before.size) continue;
      reading += 1;
      if (field.extensions.cost === undefined) undeclared.push(name);
    }
  }
  expect(undeclared).toEqual([]);
  // Pages of every connection, counts, assets, windows…
  expect(reading).toBeGreaterThan(50);
});
