import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../../src/feeds/index.ts';
import { EXAMPLES } from '../../../src/rest/openapi/examples.ts';
import { startApp, type TestApp } from '../../support/app.ts';

interface Pair {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}
interface Item {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly auth?: { readonly type: string };
    readonly body?: { readonly raw: string };
    readonly url: {
      readonly raw: string;
      readonly path: readonly string[];
      readonly query?: readonly Pair[];
      readonly variable?: readonly Pair[];
    };
  };
}
interface Collection {
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
  readonly variable: readonly Pair[];
}
type Paths = Readonly<
  Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, object>> }>>>
>;

const text = { type: 'string' };
const listOf = (items: object) => ({ type: 'array', items });
const exactly = (properties: Readonly<Record<string, object>>, optional: readonly string[] = []) => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const pair = exactly(
  { key: text, value: text, description: text, type: text, disabled: { type: 'boolean' } },
  ['description', 'type', 'disabled'],
);
/** What we make of the format: https://schema.getpostman.com/collection/json/v2.1.0/draft-07/docs/index.html */
const COLLECTION = exactly({
  info: exactly({
    name: text,
    description: text,
    version: text,
    schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  }),
  auth: exactly({ type: { const: 'apikey' }, apikey: listOf(pair) }),
  variable: listOf(pair),
  item: listOf(
    exactly({
      name: text,
      description: text,
      item: listOf(
        exactly({
          name: text,
          response: { type: 'array', maxItems: 0 },
          request: exactly(
            {
              method: { enum: ['GET', 'POST', 'PATCH', 'DELETE'] },
              description: text,
              header: { type: 'array', maxItems: 0 },
              auth: exactly({ type: { const: 'noauth' } }),
              body: exactly({ mode: { const: 'raw' }, raw: text, options: { type: 'object' } }),
              url: exactly(
                {
                  raw: text,
                  host: listOf({ const: '{{baseUrl}}' }),
                  path: listOf(text),
                  query: listOf(pair),
                  variable: listOf(pair),
                },
                ['query', 'variable'],
              ),
            },
            ['auth', 'body'],
          ),
        }),
      ),
    }),
  ),
});

let app: TestApp;
let collection: Collection;
let paths: Paths;
beforeAll(async () => {
  app = await startApp();
  for (const { feed, ingestModules } of registry) {
    const module = ingestModules ? 'mrs' : feed.module;
    const answer = await app.ingest(module, [EXAMPLES[feed.type]]);
    expect(await answer.json(), module).toMatchObject({ created: 1 });
  }
  collection = (await (await app.get('/api/postman.json')).json()) as Collection;
  ({ paths } = (await (await app.get('/api/openapi.json')).json()) as { readonly paths: Paths });
}, 600_000);
afterAll(() => app.stop(), 600_000);

const requests = () => collection.item.flatMap(({ item }) => item.map(({ request }) => request));
const template = ({ url }: Item['request']) =>
  `/${url.path.map((segment) => segment.replace(/^:(.*)$/, '{$1}')).join('/')}`;

test('it is a collection of the format 2.1', () => {
  const validate = new Ajv({ strict: false }).compile(COLLECTION);
  expect(validate(collection), JSON.stringify(validate.errors)).toBe(true);
});

test('it has every operation, each once', () => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const asked = requests().map((request) => `${request.method} ${template(request)}`);
  expect(asked.toSorted()).toEqual(operations.toSorted());
});

test('its address is absolute, and its key is for the reader to fill in', async () => {
  expect(collection.variable).toEqual([
    { key: 'baseUrl', value: app.url, type: 'string' },
    { key: 'apiKey', value: '', type: 'string' },
  ]);
  const { servers } = (await (await app.get('/api/openapi.json')).json()) as { readonly servers: unknown };
  expect(servers).toEqual([{ url: app.url }]);
  expect(JSON.stringify(collection)).not.toContain(app.key);
});

test('of the parameters only those are on that a request needs', () => {
  const on = requests().flatMap(({ url }) => (url.query ?? []).filter(({ disabled }) => !disabled));
  expect(new Set(on.map(({ key }) => key))).toEqual(new Set(['by', 'q']));
  const congress = requests().find(({ url }) => url.raw === '{{baseUrl}}/api/v1/congress');
  const offered = congress?.url.query?.map(({ key }) => key);
  expect(offered).toContain('page');
  expect(offered).not.toContain('sort'); // deprecated
});

describe('what it asks', () => {
  /** As Postman sends it. */
  const send = async ({ method, url, auth, body }: Item['request']) => {
    const values = new Map(
      [...collection.variable, { key: 'apiKey', value: app.key }].map(({ key, value }) => [key, value]),
    );
    const variables = new Map((url.variable ?? []).map(({ key, value }) => [key, encodeURIComponent(value)]));
    const address = url.raw
      .replace('{{baseUrl}}', values.get('baseUrl') ?? '')
      .replace(/(?<=\/):(\w+)/g, (_, name: string) => variables.get(name) ?? '');
    return fetch(address, {
      method,
      headers: {
        ...(auth?.type === 'noauth' ? {} : { 'x-api-key': values.get('apiKey') ?? '' }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: body.raw } : {}),
    });
  };

  const documented = (request: Item['request']) =>
    Object.keys(paths[template(request)]?.[request.method.toLowerCase()]?.responses ?? {});
  /** Keys and alerts are made by clients. */
  const isOfData = ({ method, url }: Item['request']) =>
    method === 'GET' && !url.path.includes('admin') && !url.path.includes('alerts');
  /** Files are of days that are over, and a store as young as this one has none. */
  const isFile = ({ url }: Item['request']) => url.path.includes(':file');

  test('of data is there', async () => {
    for (const request of requests().filter((one) => isOfData(one) && !isFile(one))) {
      const answer = await send(request);
      expect(answer.status, `${request.url.raw} ${await answer.text()}`).toBe(200);
    }
    const [file] = requests().filter(isFile);
    if (!file) throw new Error('there is no request for a file');
    expect(documented(file)).toContain(String((await send(file)).status));
  });

  test('of others is answered as documented: much of it is for keys of another scope', async () => {
    for (const request of requests().filter((one) => !isOfData(one)))
      expect(documented(request), request.url.raw).toContain(String((await send(request)).status));
  });
});
