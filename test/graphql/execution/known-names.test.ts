import { buildSchema, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { withKnownNames } from '../../../src/graphql/execution/known-names.ts';

const schema = buildSchema(`
  type Query { ping: Int, listed(first: Int, after: String): Int ${Array.from({ length: 30 }, (_, n) => `more${n}: Int`).join(' ')} }
  type Subscription { signals(filter: Int, after: String): Int, whaleActivity: Int }
`);
const told = (document: string) =>
  validate(schema, parse(document)).map(({ message }) => withKnownNames(schema, message));

test.each([
  [
    'subscription { nope }',
    'Cannot query field "nope" on type "Subscription". Known: signals, whaleActivity.',
  ],
  [
    'subscription { signals(module: 1) }',
    'Unknown argument "module" on field "Subscription.signals". Known: filter, after.',
  ],
  [
    'subscription { whaleActivity(x: 1) }',
    'Unknown argument "x" on field "Subscription.whaleActivity". It has none.',
  ],
  ['subscription { signal }', 'Cannot query field "signal" on type "Subscription". Did you mean "signals"?'],
  ['{ zzz }', 'Cannot query field "zzz" on type "Query".'], // too many to list
])('%s', (document, message) => {
  expect(told(document)).toEqual([message]);
});
