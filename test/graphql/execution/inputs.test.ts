import fc from 'fast-check';
import {
  buildSchema,
  type FieldNode,
  type GraphQLInputType,
  getArgumentValues,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { expect, test } from 'vitest';
import { planArguments, planVariables, type Variables } from '../../../src/graphql/execution/inputs.ts';

const schema = buildSchema(`
  enum Unit { CM M }
  scalar Any
  input One @oneOf { a: Int, b: String }
  input Where { name: String = "n", must: Int!, not: Where, either: [Where!] = [], grid: [[Int!]], any: Any, unit: Unit = M, one: One }
  type Query {
    field(a: Int = 1, b: Int!, c: [Int!] = [1, 2], where: Where, all: [Where]! = [{ must: 1 }], one: One, any: Any, unit: Unit! = CM): Int
  }
`);
const field = schema.getQueryType()?.getFields().field;
if (!field) throw new Error('the schema has no field');

/** Types of variables, and what some of them are by default. */
const DECLARED = {
  $int: 'Int',
  $must: 'Int!',
  $some: 'Int = 3',
  $none: 'Int = null',
  $ints: '[Int!]',
  $where: 'Where',
  $wheres: '[Where] = [{ must: 2 }, null]',
  $text: 'String! = "t"',
  $any: 'Any',
  $constructor: 'Int',
};
const OPERATION = `query (${Object.entries(DECLARED).map(([name, type]) => `${name}: ${type}`)})`;

type Draw = <T>(from: readonly T[]) => T;

const CHANCES = [...Array<string>(30).fill('right'), 'variable', 'variable', 'variable', 'null', 'wrong'];

/** A value as documents write it: mostly of the type. */
function textOf(draw: Draw, type: GraphQLInputType, depth = 0): string {
  const chance = draw(CHANCES);
  if (chance === 'variable') return draw(Object.keys(DECLARED));
  if (chance === 'null') return 'null';
  if (chance === 'wrong')
    return draw(['1.5', '"x"', 'CM', 'true', '[1]', '{ a: 1 }', '[$int, $ints]', '{ a: $int }']);
  if (isNonNullType(type)) return textOf(draw, type.ofType, depth);
  if (isListType(type)) {
    if (draw([true, false, false])) return textOf(draw, type.ofType, depth + 1);
    return `[${draw([[], [1], [1, 2]]).map(() => textOf(draw, type.ofType, depth + 1))}]`;
  }
  if (isInputObjectType(type)) {
    const given = Object.values(type.getFields()).filter(
      ({ name }) => draw([true, false]) || (name === 'must' && draw([true, true, false])),
    );
    if (depth > 3) return '{ must: $must }';
    return `{ ${given.map((one) => `${one.name}: ${textOf(draw, one.type, depth + 1)}`)} }`;
  }
  if (isEnumType(type)) return draw(['CM', 'M']);
  return draw(
    { Int: ['1', '-7'], String: ['"x"', '"""y"""'], Any: ['1', '"x"', '[$int]', '{ a: $int }'] }[type.name] ??
      [],
  );
}

const GIVEN: readonly unknown[] = [
  1,
  1,
  1,
  null,
  'x',
  1.5,
  [1, 2],
  [null],
  { must: 1, not: { must: '2' } },
  { must: 3 },
  { a: 1 },
];

/** As text, where the order of members shows; null: it cannot be read. */
function readBy(read: () => unknown): string | null {
  try {
    return JSON.stringify(read(), (_, value) => (value === undefined ? 'undefined' : value));
  } catch {
    return null;
  }
}

test('arguments and variables are what they are to graphql-js', () => {
  const counts = { read: 0, unread: 0 };
  const property = fc.property(fc.gen(), (generate) => {
    const draw: Draw = (from) => generate(fc.constantFrom, ...from);
    const given = Object.fromEntries(
      Object.keys(DECLARED)
        .filter((name) => name === '$must' || draw([true, false]))
        .map((name) => [name.slice(1), draw(name === '$must' ? [5, 5, 5, null] : GIVEN)]),
    );
    const args = field.args
      .filter(({ name }) => name === 'b' || draw([true, false]))
      .map(({ name, type }) => `${name}: ${textOf(draw, type)}`);
    const { definition, node } = parsed(`${OPERATION} { field(${args}) }`);

    const { coerced } = getVariableValues(schema, definition.variableDefinitions ?? [], given);
    const read = planVariables(schema, definition);
    expect(readBy(() => read(given))).toBe(coerced ? readBy(() => coerced) : null);

    const variables: Variables = coerced ?? given; // arguments are read alike, whatever they are
    const planned = readBy(() => {
      const found = planArguments(field, node);
      return typeof found === 'function' ? found(variables) : found;
    });
    expect(planned).toBe(readBy(() => getArgumentValues(field, node, variables)));
    counts[planned === null ? 'unread' : 'read'] += 1;
  });
  fc.assert(property, { numRuns: 2_000, seed: 2026 });
  expect(counts.read).toBeGreaterThan(500);
  expect(counts.unread).toBeGreaterThan(500);
}, 600_000);

test('a variable whose name no object can have is left to graphql-js', () => {
  const { definition } = parsed('query ($__proto__: Int) { field(b: 1, a: $__proto__) }');
  expect(() => planVariables(schema, definition)).toThrow('no such member');
});

function parsed(text: string): { readonly definition: OperationDefinitionNode; readonly node: FieldNode } {
  const [definition] = parse(text).definitions as OperationDefinitionNode[];
  const [node] = (definition?.selectionSet.selections ?? []) as FieldNode[];
  if (!definition || !node) throw new Error('not a query of a field');
  return { definition, node };
}
