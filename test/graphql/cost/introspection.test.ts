import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fakeInsiders, fakeStore } from '../fake-store.ts';
import { callerOf, type Served, serve, tierOf } from '../serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve(fakeStore(), fakeInsiders);
  served.caller = { ...callerOf(tierOf('free')), key: null };
});
afterAll(() => served[Symbol.asyncDispose]());

const repeat = (times: number, make: (i: number) => string) =>
  Array.from({ length: times }, (_, i) => make(i)).join(' ');
const fields = 'types { name fields { name type { name } } }';

describe('introspection without a key', () => {
  test.each([
    ['30 aliases of __schema', `{ ${repeat(30, (i) => `a${i}: __schema { ${fields} }`)} }`],
    ['two __schema', '{ a: __schema { queryType { name } } b: __schema { queryType { name } } }'],
    ['two __schema by one fragment', '{ ...a ...a } fragment a on Query { __schema { queryType { name } } }'],
    [
      'two __schema by inline fragments',
      '{ ... { __schema { queryType { name } } } ... on Query { b: __schema { queryType { name } } } }',
    ],
    ['six __type', `{ ${repeat(6, (i) => `a${i}: __type(name: "Signal") { name }`)} }`],
    ['57 lists of types in one __schema', `{ __schema { ${repeat(57, (i) => `a${i}: ${fields}`)} } }`],
    [
      'the same by fragments',
      `{ __schema { ${repeat(50, (i) => `a${i}: types { ...t }`)} } } fragment t on __Type { fields { name type { name } } }`,
    ],
  ])('%s is refused', async (_, query) => {
    const { status, body } = await served.query(query);
    expect([status, body.errors?.[0]?.extensions.code]).toEqual([400, 'LIMIT_EXCEEDED']);
  });

  test('what tools ask for passes', async () => {
    const full = getIntrospectionQuery({
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    });
    for (const query of [getIntrospectionQuery(), full]) {
      const { body } = await served.query(query);
      expect(body.errors).toBeUndefined();
      expect(buildClientSchema(body.data).getType('Signal')).toBeDefined();
    }
    const types = repeat(5, (i) => `a${i}: __type(name: "Signal") { fields { name type { name } } }`);
    expect((await served.query(`{ __schema { queryType { name } } ${types} }`)).body.errors).toBeUndefined();
  });
});
