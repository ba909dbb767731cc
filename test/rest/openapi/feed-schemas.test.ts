import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from '../../../src/feeds/index.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { sampleRecords } from '../../support/records.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  for (const { feed } of registry) await app.services.ingest.write(feed, sampleRecords(feed, 20));
}, 600_000);
afterAll(() => app.stop(), 600_000);

interface FeedSchema {
  readonly $schema: string;
  readonly $id: string;
  readonly title: string;
  readonly required: readonly string[];
}

const schemaOf = async (module: string) => {
  const answer = await app.get(`/api/schemas/${module}.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/schema+json; charset=utf-8');
  return (await answer.json()) as FeedSchema;
};

it.each(registry.map(({ feed }) => [feed.module, feed.type]))(
  '%s has one, by its type',
  async (module, type) => {
    expect(await schemaOf(module)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `/api/schemas/${module}.json`,
      title: type,
      type: 'object',
    });
  },
);

const LISTS = ['trade-feed', 'mte', 'whales', 'congress', 'insider', 'aoe', 'mre', 'prediction', 'symbols'];

it.each(LISTS)('rows of %s are valid, and no other row is', async (module) => {
  const schema = await schemaOf(module);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const validate = ajv.compile(schema);
  const answer = await app.get(`/api/v1/${module}`, { accept: 'application/x-ndjson' });
  const rows = (await answer.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(validate(row), JSON.stringify(validate.errors)).toBe(true);
  const { [schema.required[0] ?? '']: _, ...without } = rows[0];
  expect(validate(without)).toBe(false);
});

it('a feed that there is not has none', async () => {
  expect((await app.get('/api/schemas/congres.json')).status).toBe(404);
});
