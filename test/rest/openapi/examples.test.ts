import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { EXAMPLES } from '../../../src/rest/openapi/examples.ts';

interface Answers {
  readonly responses: {
    readonly 200: { readonly content?: Readonly<Record<string, { readonly example?: string }>> };
  };
}
const document = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as {
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
  };
  readonly paths: Readonly<Record<string, { readonly get?: Answers }>>;
};
const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, date: true, decimal: true } });
ajv.addSchema(document, 'openapi');

/** Groups are generated, as many as feeds; rows of exports, and versions of records, are those of lists with more members; receipts, keys, alerts and tiers are the server's own, and a cluster is none of a provider's. */
const WITHOUT = /(Group|Row|Version)$|^(IngestResult|ApiKey|Alert|AlertDelivery|Tier|InsiderCluster)$/;

test.each(Object.keys(document.components.schemas).filter((name) => !WITHOUT.test(name)))(
  'the document shows an example of %s that its schema allows',
  (name) => {
    const [example] = document.components.schemas[name]?.examples ?? [];
    expect(example).toEqual(EXAMPLES[name]);
    const validate = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
    expect(validate(example), JSON.stringify(validate.errors)).toBe(true);
  },
);

test('lists show it as CSV and NDJSON, too', () => {
  const content = document.paths['/api/v1/congress']?.get?.responses[200].content ?? {};
  expect(content['text/csv']?.example).toMatch(/^id,politician_name,.*\r\nhouse-2bb8.*\r\n$/);
  expect(JSON.parse(content['application/x-ndjson']?.example ?? '')).toEqual(EXAMPLES.CongressTrade);
});
