import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { subscriptionOf } from '../../../src/web/data/alert-query.ts';
import { type PagedFeed, PLACES } from '../../../src/web/data/feed-query.ts';

const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../../schema/schema.graphql'), 'utf8'));
const faultsOf = (document: string) => validate(schema, parse(document)).map(({ message }) => message);

test.each(Object.keys(PLACES) as PagedFeed[])('the alert of %s is a subscription of the graph', (name) => {
  expect(faultsOf(subscriptionOf(name, { conditions: [] }, new Map()))).toEqual([]);
});

test('conditions are written as the kinds of their fields ask', () => {
  const document = subscriptionOf(
    'congress',
    {
      conditions: [
        { field: 'party', op: 'eq', value: 'D' },
        { field: 'amountLow', op: 'gte', value: '1000' },
        { field: 'amountLow', op: 'lte', value: '5000' },
        { field: 'politicianName', op: 'contains', value: 'O"Neill' },
        { field: 'filingDate', op: 'within', value: 'P30D' },
      ],
    },
    new Map([
      ['party', { kind: 'Party', words: ['D', 'I', 'R'] }],
      ['amountLow', { kind: 'Float', words: null }],
      ['politicianName', { kind: 'Text', words: null }],
      ['filingDate', { kind: 'Date', words: null }],
    ]),
  );
  expect(faultsOf(document)).toEqual([]);
  expect(document).toContain('party: { eq: D }, amountLow: { gte: 1000, lte: 5000 }');
  expect(document).toContain('contains: "O\\"Neill"');
});
