import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLError, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_TIERS } from '../../../src/core/access/tiers.ts';
import { registry } from '../../../src/feeds/index.ts';
import { EXAMPLES } from '../../../src/graphql/graphiql/examples.ts';
import { LISTS } from '../../../src/graphql/graphiql/graphiql.ts';
import { startApp, type TestApp } from '../../support/app.ts';

/** Those that take records, and the second face of insider filings over REST. That each has one: every-feed.test.ts. */
const MODULES = [
  ...registry.flatMap(({ feed, ingestModules: takes }) => takes?.map(({ name }) => name) ?? [feed.module]),
  'insider-alpha',
];

describe('the examples of GraphiQL', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  }, 600_000);
  afterAll(() => app.stop(), 600_000);

  test('name modules that are there, each once', () => {
    const named = EXAMPLES.flatMap(({ module }) => module ?? []);
    expect(named.toSorted()).toEqual(MODULES.toSorted());
  });

  test.each(EXAMPLES)('$title', async ({ query }) => {
    const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
    expect(validate(schema, parse(query)).map(({ message }: GraphQLError) => message)).toEqual([]);
    if (query.startsWith('subscription')) return;
    const answer = (await app.graphql(query)) as {
      errors?: unknown;
      extensions?: { cost: { requested: number } };
    };
    expect(answer.errors).toBeUndefined();
    expect(answer.extensions?.cost.requested).toBeLessThanOrEqual(DEFAULT_TIERS[0]?.requestsPerMinute ?? 0);
  });

  test('the first tab names coins too, for the unit that it says', async () => {
    expect(LISTS.replaceAll('\n# ', ' ')).toContain('for one unit.');
    const scan = { id: 'c', symbol: 'COIN', name: 'Coin of a scan', asset_type: 'crypto' };
    await app.ingest('aoe', [{ ...scan, current_price: 1, composite_score: 50 }]);
    const sent = { id: 's', source: 'manual', symbol: 'COIN/USDT', asset_type: 'crypto', direction: 'LONG' };
    await app.ingest('trade-feed', [
      { ...sent, entry_price: 1, status: 'OPEN', timestamp: new Date().toISOString() },
    ]);
    const { data, extensions } = (await app.graphql(LISTS)) as unknown as {
      data: { signals: { nodes: readonly { asset: { name: string | null } }[] } };
      extensions: { cost: { requested: number } };
    };
    expect(data.signals.nodes.map(({ asset }) => asset.name)).toEqual(['Coin of a scan']);
    expect(extensions.cost.requested).toBe(1);
  });
});
