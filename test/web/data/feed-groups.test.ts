import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLInputObjectType, getNamedType, isEnumType, parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import {
  conditionsOf,
  GROUPS,
  groupOrderOf,
  groupsDocument,
  groupsIn,
  keyTitle,
  sumOrderOf,
} from '../../../src/web/data/feed-groups.ts';
import { type PagedFeed, variablesOf } from '../../../src/web/data/feed-query.ts';
import { FEEDS } from '../../../src/web/data/feeds.ts';

const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../../schema/schema.graphql'), 'utf8'));
const NO_QUERY = { conditions: [], sort: null, direction: 'ASC', by: null } as const;
const CASES = (Object.keys(GROUPS) as PagedFeed[]).flatMap((name) =>
  GROUPS[name].by.map((key) => [name, key] as const),
);

/** Kinds of the fields that a feed can be filtered by, as its page reads them. */
function kindsOf(name: PagedFeed): ReadonlyMap<string, string> {
  const filter = schema.getType(`${FEEDS[name].type}Filter`) as GraphQLInputObjectType; // of this schema
  return new Map(
    Object.values(filter.getFields()).map(({ name: field, type }) => [
      field,
      getNamedType(type)
        .name.replace(/^Nullable/, '')
        .replace(/Filter$/, ''),
    ]),
  );
}

test.each(CASES)('%s by %s is a document of the graph, and its orders are', (name, key) => {
  for (const isWhole of [true, false])
    expect(validate(schema, parse(groupsDocument(name, key, isWhole))).map(({ message }) => message)).toEqual(
      [],
    );
  const orders = schema.getType(`${FEEDS[name].type}GroupOrderField`);
  const known = isEnumType(orders) ? orders.getValues().map(({ name: value }) => value) : [];
  expect(known).toContain(groupOrderOf(name, key, NO_QUERY).field);
  const sum = sumOrderOf(name);
  if (sum !== null) expect(known).toContain(sum);
});

test.each(CASES)('a group of %s by %s leads to conditions that the filter of its list has', (name, key) => {
  const kinds = kindsOf(name);
  for (const value of ['2024-12-01', null]) {
    const conditions =
      conditionsOf(name, key, { value, fallback: null }, kinds) ??
      expect.unreachable(`no conditions for ${key}`);
    const { filter } = variablesOf({ ...NO_QUERY, conditions }, kinds);
    for (const [field, ops] of Object.entries(filter ?? {})) {
      const type = schema.getType(`${FEEDS[name].type}Filter`) as GraphQLInputObjectType; // of this schema
      const declared = getNamedType(type.getFields()[field]?.type) as GraphQLInputObjectType; // an operator each
      const allowed = Object.keys(declared.getFields());
      if (value !== null || allowed.includes('isNull'))
        expect(allowed).toEqual(expect.arrayContaining(Object.keys(ops)));
    }
  }
});

test('a period ends where the next one begins', () => {
  const kinds = new Map([
    ['filingDate', 'LocalDateTime'],
    ['createdAt', 'DateTime'],
  ]);
  expect(conditionsOf('insider', 'FILING_MONTH', { value: '2024-12-01', fallback: null }, kinds)).toEqual([
    { field: 'filingDate', op: 'gte', value: '2024-12-01T00:00:00' },
    { field: 'filingDate', op: 'lt', value: '2025-01-01T00:00:00' },
  ]);
  expect(conditionsOf('whales', 'CREATED_DAY', { value: '2024-02-29', fallback: null }, kinds)).toEqual([
    { field: 'createdAt', op: 'gte', value: '2024-02-29T00:00:00Z' },
    { field: 'createdAt', op: 'lt', value: '2024-03-01T00:00:00Z' },
  ]);
});

test('whales without a name are apart by their address, and lead to their rows', () => {
  expect(groupsDocument('whales', 'WHALE_NAME', false)).toContain('by: [WHALE_NAME, ADDRESS]');
  const nodes = [
    { key: { whaleName: null, address: '0x1' }, count: 2, value: { sum: '7' } },
    { key: { whaleName: 'Manta', address: '0x2' }, count: 1, value: { sum: '3' } },
  ];
  const { groups } = groupsIn('whales', 'WHALE_NAME', { totalCount: 2, nodes }, 3) ?? expect.unreachable();
  expect(groups.map(({ value, fallback }) => [value, fallback])).toEqual([
    [null, '0x1'],
    ['Manta', '0x2'],
  ]);
  expect(groups.map((group) => conditionsOf('whales', 'WHALE_NAME', group, kindsOf('whales')))).toEqual([
    [
      { field: 'whaleName', op: 'isNull', value: 'true' },
      { field: 'address', op: 'eq', value: '0x1' },
    ],
    [
      { field: 'whaleName', op: 'eq', value: 'Manta' },
      { field: 'address', op: 'eq', value: '0x2' },
    ],
  ]);
});

test('a sum that no row states is not nought', () => {
  const nodes = [
    { key: { transactionCode: 'P' }, count: 2, value: { sum: '12.5' } },
    { key: { transactionCode: 'G' }, count: 1, value: { sum: '0' } },
    { key: { transactionCode: 'A' }, count: 1, value: { sum: null } },
  ];
  const { groups } =
    groupsIn('insider', 'TRANSACTION_CODE', { totalCount: 3, nodes }, 4) ?? expect.unreachable();
  expect(groups.map(({ sum }) => sum)).toEqual([12.5, 0, null]);
});

test('keys are called as the columns and filters of their fields', () => {
  const titles = (name: PagedFeed) => GROUPS[name].by.map((key) => keyTitle(name, key));
  expect(titles('signals').slice(-2)).toEqual(['Day raised', 'Month raised']);
  expect(titles('whales')).toEqual(['Market', 'Whale', 'Platform', 'Event', 'Day seen', 'Month seen']);
  expect(titles('congress').slice(-2)).toEqual(['Month filed', 'Month traded']);
  expect(titles('markets')).toEqual(['Category', 'Platform', 'Event', 'Month of the end']);
  expect(titles('reversals').slice(0, 2)).toEqual(['Pair', 'Timeframe']);
});
