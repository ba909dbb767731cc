import { type GraphQLSchema, parse } from 'graphql';
import { beforeAll, describe, expect, test } from 'vitest';
import { fullView } from '../../../src/core/access/view.ts';
import { registry } from '../../../src/feeds/index.ts';
import { signals } from '../../../src/feeds/trade-feed/feed.ts';
import type { GraphContext } from '../../../src/graphql/context.ts';
import { executePlanned } from '../../../src/graphql/execution/execute.ts';
import { shownLeaves } from '../../../src/graphql/execution/shown-leaves.ts';
import { createLoaders } from '../../../src/graphql/lists/loaders.ts';
import { schemaOf } from '../../../src/graphql/schema/schema.ts';
import { liveCursors } from '../../support/live-cursors.ts';
import { randomOperations } from '../../support/random-operations.ts';
import { seeded } from '../../support/records.ts';
import { snapshots } from '../../support/snapshots.ts';
import { UNMETERED } from '../../support/tiers.ts';
import { type MemoryMarket, memoryMarket, startCostServer } from '../cost/cost-server.ts';
import { VOCABULARY } from '../cost/cost-vocabulary.ts';
import { callerOf, NOW } from '../serve.ts';

const schema: GraphQLSchema = schemaOf(registry);
let market: MemoryMarket;
beforeAll(async () => {
  market = await memoryMarket(20);
});

describe('what an operation shows of a row', () => {
  const shown = (selection: string) =>
    shownLeaves(
      schema,
      parse(`{ signals(first: 2) { ${selection} } }`),
    )(signals)
      ?.map(({ name }) => name)
      .toSorted();

  test.each([
    ['fields', 'nodes { id symbol pnlPct }', ['pnl_pct', 'symbol']],
    [
      'aliases and fragments',
      'edges { node { ...F } } } } fragment F on Signal { price: entryPrice } query B { tiers { id',
      ['entry_price'],
    ],
    ['nothing but the key', 'nodes { id __typename } pageInfo { endCursor }', []],
    ['no row at all', 'totalCount', []],
    ['more than its own leaves', 'nodes { symbol asset { symbol } }', undefined],
  ] as const)('%s', (_, selection, leaves) => {
    expect(shown(selection)).toEqual(leaves);
  });
});

test('3000 random operations answer the same from rows that hold nothing else', async () => {
  const next = randomOperations(schema, VOCABULARY, seeded(11));
  const caller = callerOf(UNMETERED);
  const usage = () => Promise.reject(new Error('not asked for'));
  const spelled = { ...liveCursors, encode: () => 'here' }; // sealed, each is another one
  let narrowed = 0;
  for (let n = 0; n < 3_000; n += 1) {
    const text = next();
    const document = parse(text);
    const answer = async (more: Pick<GraphContext, 'shown'>) => {
      const loaders = createLoaders(market.reader, fullView(NOW));
      const contextValue: GraphContext = {
        caller,
        loaders,
        tiers: [],
        usage,
        liveCursors: spelled,
        snapshots,
        ...more,
      };
      return JSON.stringify(await executePlanned({ schema, document, contextValue }));
    };
    const shown = shownLeaves(schema, document);
    if (registry.some(({ feed }) => text.includes(feed.plural) && shown(feed))) narrowed += 1;
    expect(await answer({ shown }), text).toBe(await answer({}));
  }
  expect(narrowed).toBeGreaterThan(1_000);
}, 600_000);

test('500 random operations over HTTP have the same data and cost when they are asked again', async () => {
  await using costs = await startCostServer(market);
  const { token } = await costs.server.newKey(UNMETERED.id);
  const next = randomOperations(schema, VOCABULARY, seeded(12));
  for (let n = 0; n < 500; n += 1) {
    const text = next();
    if (/liveCursor|viewer/.test(text)) continue; // sealed, or what was spent meanwhile
    const answers = [await costs.query(token, text), await costs.query(token, text)].map(
      ({ status, body }) => {
        const { complexity, requested, actual } = body.extensions.cost;
        return JSON.stringify([status, body.data, body.errors?.length, complexity, requested, actual]);
      },
    );
    expect(answers[1], text).toBe(answers[0]);
  }
}, 600_000);
