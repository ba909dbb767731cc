import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLError, parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_TIERS } from '../../src/core/tiers.ts';
import { EXAMPLES } from '../../src/graphql/examples.ts';
import { startApp, type TestApp } from '../support/app.ts';

const MODULES = [
  ...['trade-feed', 'mte', 'whales', 'congress', 'insider', 'insider-alpha', 'aoe', 'mre', 'prediction'],
  ...['ams', 'mrs', 'gls'],
];

describe('the examples of GraphiQL', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  }, 60_000);
  afterAll(() => app.stop(), 60_000);

  test('are there for each of the twelve modules', () => {
    expect(EXAMPLES.map(({ module }) => module).filter((module) => module !== null)).toEqual(MODULES);
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
});
