import { isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { registry } from '../../src/feeds/index.ts';
import { schemaOf } from '../../src/graphql/schema/schema.ts';

test('only what `node` fetches has an `id`, and a tier by its own: caches take objects of one id for one object', () => {
  const others = Object.values(schemaOf(registry).getTypeMap()).filter(
    (type) =>
      isObjectType(type) && type.getFields().id && !type.getInterfaces().some(({ name }) => name === 'Node'),
  );
  expect(others.map(({ name }) => name)).toEqual(['Tier']);
});
