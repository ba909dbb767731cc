import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const { paths } = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
};
interface Operation {
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
}

test('what can cost more than a tier has in a day says that it gets COST_EXCEEDED', () => {
  const dear = Object.keys(paths).filter((path) =>
    paths[path]?.get?.responses[400]?.description.includes('COST_EXCEEDED'),
  );
  const exports = Object.keys(paths).filter((path) => /^\/api\/v1\/[\w-]+\/export$/.test(path));
  expect(exports.length).toBeGreaterThan(5);
  expect(dear.toSorted()).toEqual([...exports, '/api/v1/files/{feed}/{file}'].toSorted());
});
