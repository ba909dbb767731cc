import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { GUIDES } from '../../build-guide-list.ts';

const guidesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\]\((\/guides[^)]*)\)/g)].map(([, path = '']) => path);
const known = ['/guides', ...GUIDES.map(({ name }) => `/guides/${name}`)];

test('the description of the schema leads to the guides, which GraphiQL shows too', () => {
  const { description } = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const links = guidesIn(description ?? '');
  expect(links).toEqual(expect.arrayContaining(['/guides/graph', '/guides/live', '/guides/cost']));
  expect(links.filter((link) => !known.includes(link))).toEqual([]);
  const methodology = GUIDES.filter(({ name }) => name.startsWith('methodology/'));
  for (const { name } of methodology) expect(links).toContain(`/guides/${name}`);
});

test('the OpenAPI document leads to the guides', () => {
  const { externalDocs, info } = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as {
    readonly externalDocs: unknown;
    readonly info: { readonly description: string };
  };
  expect(externalDocs).toEqual({ description: 'Guides', url: '/guides' });
  const links = guidesIn(info.description);
  expect(links).toEqual(expect.arrayContaining(['/guides/rest', '/guides/errors', '/guides/cost']));
  expect(links.filter((link) => !known.includes(link))).toEqual([]);
});
