import { getOperationAST, parse } from 'graphql';
import { expect, test } from 'vitest';
import { registry } from '../../../src/feeds/index.ts';
import { complexityOf } from '../../../src/graphql/cost/cost.ts';
import { priceOf } from '../../../src/graphql/cost/price.ts';
import { schemaOf } from '../../../src/graphql/schema/schema.ts';

const schema = schemaOf(registry);

test.each<[string, object[]]>([
  [
    'query ($n: Int, $m: Int) { signals(first: $n) { nodes { asset { insiderFilings(last: $m) { nodes { id } } } } } }',
    [{ n: 10, m: 5 }, { n: 10, m: 6 }, { n: 11, m: 6 }, { n: 11 }, { n: null, m: 6 }, { n: 10, m: 5 }],
  ],
  ['query ($i: [ID!]!) { nodes(ids: $i) { id } }', [{ i: ['a'] }, { i: Array(40).fill('a') }]],
  ['query ($a: ID!, $b: ID!) { nodes(ids: [$a, $b]) { id } }', [{ a: 'a', b: 'b' }]],
  [
    'query ($y: Boolean!) { signals(first: 10) { nodes { id } totalCount @include(if: $y) } ...f } fragment f on Query { strategies @skip(if: $y) { nodes { id } } }',
    [{ y: true }, { y: false }],
  ],
  [
    'query ($n: Int, $since: DateTime) { signals(first: $n, filter: { timestamp: { gte: $since } }) { nodes { id } } }',
    [
      { n: 20, since: new Date(0) },
      { n: 20, since: new Date(1) },
      { n: 21, since: new Date(1) },
    ],
  ],
])('a price that is remembered is that of a count: %s', (text, variables) => {
  const document = parse(text);
  const definition = getOperationAST(document);
  if (!definition) throw new Error('no operation');
  for (const values of variables) {
    const counted = complexityOf(schema, document, definition, { ...values });
    const operation = { definition, variables: { ...values } };
    expect(priceOf(schema, document, operation)).toEqual(counted);
    expect(priceOf(schema, document, operation)).toBe(priceOf(schema, document, operation)); // not counted again
  }
});

test('what was refused is refused again', () => {
  const document = parse('query ($n: Int) { signals(first: $n) { nodes { id } } }');
  const definition = getOperationAST(document);
  if (!definition) throw new Error('no operation');
  for (const n of [101, 101, 100, 101]) {
    const price = () => priceOf(schema, document, { definition, variables: { n } });
    if (n > 100) expect(price).toThrow('from 0 to 100');
    else expect(price().objects).toBe(100);
  }
});
