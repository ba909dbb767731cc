import { buildSchema, getOperationAST, isAbstractType, isObjectType, isScalarType, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { fullView } from '../../../src/core/access/view.ts';
import type { Reader } from '../../../src/core/read/read.ts';
import { registry } from '../../../src/feeds/index.ts';
import { createLoaders } from '../../../src/graphql/lists/loaders.ts';
import { schemaOf } from '../../../src/graphql/schema/schema.ts';
import { compareExecutions } from '../../support/execute-twice.ts';
import { liveCursors } from '../../support/live-cursors.ts';
import { memoryMarket } from '../cost/cost-server.ts';
import { callerOf, NOW, tierOf } from '../serve.ts';

const shapes = buildSchema(`
  interface Shape { name: String! }
  type Circle implements Shape { name: String!, radius(unit: Unit = CM, times: [Int!] = [1, 2], where: Where): Float, twin: Circle! }
  type Square implements Shape { name: String!, side: Int!, twin: Square }
  union Any = Circle | Square
  enum Unit { CM M }
  scalar Blank
  type Held { text: String }
  input Where { name: String = "n", not: Where, either: [Where!] }
  type Query {
    shape: Shape
    any: [Any]
    strict: [Shape!]!
    holed: [Shape!]
    grid: [[Int!]]
    late: [Int]
    lateFault: [Int]
    unknown: Shape
    text: String
    count: Int
    must: Int!
    fails(where: Where): Int
    failsLater: Int
    method: String
    held: Held
    brokenHeld: Held
    blank: Blank
    stranger: Shape
    set: [Int]
  }
  type Mutation { text: String }
`);
for (const type of Object.values(shapes.getTypeMap()))
  if (isAbstractType(type)) type.resolveType = (value: { readonly kind: string }) => value.kind;
resolve('Circle', 'radius', ({ unit, times, where }) => {
  const size = (times as readonly number[]).length + (unit === 'M' ? 100 : 0);
  return where ? size + 1000 * JSON.stringify(where).length : size;
});
const blank = shapes.getType('Blank');
if (isScalarType(blank)) blank.serialize = () => undefined;
const late = () => Promise.reject(new Error('it is late'));
resolve('Query', 'lateFault', () => [late(), 1.5, late()]);
resolve('Query', 'fails', () => {
  throw new Error('it fails');
});
resolve('Query', 'failsLater', () => Promise.reject(new Error('it fails later')));

function resolve(
  typeName: string,
  name: string,
  by: (args: Readonly<Record<string, unknown>>) => unknown,
): void {
  const type = shapes.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[name] : undefined;
  if (!field) throw new Error(`no ${typeName}.${name}`);
  field.resolve = (_, args) => by(args);
}

const circle = { kind: 'Circle', name: 'c', twin: Promise.resolve({ kind: 'Circle', name: 'd' }) };
const square = { kind: 'Square', name: 's', side: 2 };
const ROOT = {
  shape: circle,
  any: [circle, null, Promise.resolve(square)],
  strict: [square, circle],
  holed: [square, null],
  grid: [[1, 2], null, []],
  late: [Promise.resolve(1), Promise.resolve(null), 3],
  unknown: { kind: 'Triangle', name: 't' },
  text: 'text',
  count: 1.5,
  must: null,
  method: () => 'called',
  held: () => ({ text: 'called' }),
  brokenHeld: new Error('broken'),
  blank: 'blank',
  stranger: { kind: 'Query' },
  set: new Set([1, 2]),
};

describe('a plan answers as graphql-js does', () => {
  test.each<[string, object?]>([
    ['{ text again: text __typename }'],
    ['{ shape { name __typename ... on Circle { r: radius radius(unit: M) twin { name } } } }'],
    ['{ any { __typename ... on Shape { name } ... on Square { side } } strict { name } }'],
    ['{ grid late }'],
    ['query ($t: [Int!], $u: Unit) { shape { ... on Circle { radius(times: $t, unit: $u) } } }', { t: 7 }],
    ['query ($t: [Int!] = [1]) { shape { ... on Circle { radius(times: $t) } } }'],
    [
      'query ($w: Where) { shape { ... on Circle { radius(where: $w) } } }',
      { w: { not: { either: { not: null } } } },
    ],
    ['query ($n: String) { shape { ... on Circle { radius(where: { name: $n }) } } }'],
    ['query ($y: Boolean!) { text @skip(if: $y) shape @include(if: $y) { name } }', { y: true }],
    ['query ($y: Boolean!) { text @skip(if: $y) shape @include(if: $y) { name } }', { y: false }],
    [
      'query ($y: Boolean! = true) { ...a @skip(if: $y) ...a ... @include(if: $y) { shape { ...s } } } fragment a on Query { text shape { ... on Square { side } } } fragment s on Shape { name }',
    ],
    [
      '{ any { ...a ...b } } fragment a on Circle { name twin { a: name } } fragment b on Circle { twin { b: name a: name } }',
    ],
    ['query A { text } query B { shape { name } }', {}],
  ])('%s', async (text, variables) => {
    const { isPlanned } = await run(text, variables);
    expect(isPlanned).toBe(true);
  });
});

describe('what is not planned is left to graphql-js, and so is what fails', () => {
  test.each<[string, object?]>([
    ['{ __schema { queryType { name } } }'],
    ['{ text __type(name: "Unit") { name } }'],
    ['{ __proto__: text count2: text }'],
    ['{ method }'],
    ['{ held { text } }'],
    ['{ brokenHeld { text } }'],
    ['{ blank }'],
    ['{ stranger { __typename } }'],
    ['{ text lateFault }'],
    ['{ set }'],
    ['mutation { text }'],
    ['query ($t: [Int!]) { shape { ... on Circle { radius(times: $t) } } }', { t: ['x'] }],
    ['query ($n: String!) { shape { ... on Circle { radius(where: { name: $n }) } } }'],
    ['query ($t: [Int!]) { shape { ... on Circle { radius(times: $t, unit: null) } } text }', { t: null }],
    ['{ text fails }'],
    ['{ failsLater text fails }'],
    ['{ failsLater b: failsLater fails c: fails }'],
    ['{ text must }'],
    ['{ text count }'],
    ['{ text holed { name } }'],
    ['{ text unknown { name } }'],
    ['{ shape { ... on Circle { twin { twin { name } } } } text }'],
    ['{ any { ... on Square { name twin { side } } } late fails }'],
  ])('%s', async (text, variables) => {
    expect((await run(text, variables)).isPlanned).toBe(false);
  });
});

function run(text: string, variableValues: object = {}) {
  const document = parse(text);
  const operationName = document.definitions.length > 1 ? 'B' : undefined;
  return compareExecutions({
    schema: shapes,
    document,
    rootValue: ROOT,
    variableValues: variableValues as { [name: string]: unknown },
    ...(getOperationAST(document) ? {} : { operationName: operationName ?? null }),
  });
}

describe('a plan is kept with its document, and nothing of the variables with it', () => {
  test.each<[string, object[]]>([
    [
      'query ($t: [Int!], $u: Unit) { shape { ... on Circle { radius(times: $t, unit: $u) } } }',
      [{ t: [1] }, { t: [1, 2, 3], u: 'M' }, { u: 'CM' }, {}],
    ],
    [
      'query ($y: Boolean!) { text @skip(if: $y) shape { name @include(if: $y) __typename } }',
      [{ y: true }, { y: false }, { y: true }],
    ],
  ])('%s', async (text, variables) => {
    const document = parse(text);
    for (const variableValues of variables) {
      const args = { schema: shapes, document, rootValue: ROOT, variableValues: { ...variableValues } };
      expect((await compareExecutions(args)).isPlanned).toBe(true);
    }
  });

  test('nor of the schema', async () => {
    const document = parse('{ text }');
    const other = buildSchema('type Query { text: Int }');
    for (const [schema, rootValue] of [
      [shapes, ROOT],
      [other, { text: 7 }],
      [shapes, ROOT],
    ] as const)
      await compareExecutions({ schema, document, rootValue });
  });
});

test('what was read before a field failed is not read again', async () => {
  const { reader } = await memoryMarket(5);
  let reads = 0;
  const counting: Reader = {
    ...reader,
    list(...asked) {
      reads += 1;
      return reader.list(...asked);
    },
  };
  const caller = callerOf(tierOf('quant'));
  const { isPlanned, result } = await compareExecutions({
    schema: schemaOf(registry),
    document: parse(
      '{ signals(first: 2) { nodes { id } } congressTrades(first: 2, after: "nowhere") { nodes { id } } }',
    ),
    contextValue: { caller, loaders: createLoaders(counting, fullView(NOW)), tiers: [], liveCursors },
  });
  expect(result.data?.signals).toHaveProperty('nodes.length', 2);
  expect(result.errors).toHaveLength(1);
  expect({ isPlanned, reads }).toEqual({ isPlanned: false, reads: 2 });
});
