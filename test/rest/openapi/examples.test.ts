import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { EXAMPLES, OPERATION_EXAMPLES } from '../../../src/rest/openapi/examples.ts';

interface Media {
  readonly schema: object;
  readonly example?: unknown;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown; readonly 'x-disabled'?: boolean }>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}
const text = readFileSync('schema/openapi.json', 'utf8');
const document = JSON.parse(text) as {
  readonly info: { readonly description: string };
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly examples?: readonly unknown[] }>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const anything = true;
const ajv = new Ajv2020({
  strict: false,
  formats: { 'date-time': anything, date: anything, decimal: anything, 'date-time-local': anything },
});
ajv.addSchema(document, 'openapi');

/** What the schema has against it; null: nothing. */
function faultOf(schema: object, example: unknown): string | null {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object;
  const validate = ajv.compile(absolute);
  return validate(example) ? null : ajv.errorsText(validate.errors);
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    title: `${method.toUpperCase()} ${path}`,
  })),
);
const parametersOf = ({ parameters = [] }: Operation): readonly Parameter[] =>
  parameters.map((one) =>
    '$ref' in one ? (document.components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one,
  );

describe.each(operations)('$title', (operation) => {
  const answers = Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
    status.startsWith('2') ? Object.entries(content) : [],
  );

  test('shows a request that its schema allows', () => {
    const parameters = parametersOf(operation);
    const needed = parameters.filter((one) => one.in === 'path' || one.required === true);
    for (const { name, example } of needed) expect(example, name).toBeDefined();
    for (const { name, schema, example } of parameters)
      if (example !== undefined && !Array.isArray(example)) expect(faultOf(schema, example), name).toBeNull();
    for (const [type, { schema, example }] of Object.entries(operation.requestBody?.content ?? {})) {
      expect(example, type).toBeDefined();
      expect(faultOf(schema, example), type).toBeNull();
    }
  });

  test('shows an answer that its schema allows, in every format of text', () => {
    for (const [type, media] of answers) {
      const { example, schema } = media;
      if (/parquet|arrow|atom/.test(type)) continue;
      expect(example, type).toBeDefined();
      if (type === 'application/json') expect(faultOf(schema, example)).toBeNull();
      if (type === 'text/csv') expect(parse(String(example)).length).toBeGreaterThan(1);
      if (type !== 'application/x-ndjson') continue;
      const rows = String(example).trim().split('\n');
      const { contentSchema } = schema as { readonly contentSchema: object };
      for (const row of rows) expect(faultOf(contentSchema, JSON.parse(row))).toBeNull();
    }
  });
});

test('the reference sends what the example of a request has, and nothing else', () => {
  for (const operation of operations) {
    const query = parametersOf(operation).filter((one) => one.in === 'query');
    const sent = query.filter(({ schema, example, examples = {} }) => {
      const [named] = Object.values(examples);
      return (
        (example ?? named ?? ('default' in schema || 'enum' in schema)) && named?.['x-disabled'] !== true
      );
    });
    const asked = Object.keys(OPERATION_EXAMPLES[operation.operationId]?.query ?? {});
    expect(sent.map(({ name }) => name).toSorted(), operation.title).toEqual(asked.toSorted());
  }
});

test('there is no example of what is no operation, nor of what is no schema', () => {
  const known = operations.map(({ operationId }) => operationId);
  expect(Object.keys(OPERATION_EXAMPLES).filter((name) => !known.includes(name))).toEqual([]);
  const schemas = document.components.schemas;
  for (const [name, example] of Object.entries(EXAMPLES)) expect(schemas[name]?.examples).toEqual([example]);
});

test.each(Object.keys(EXAMPLES))('the schema of %s allows its example', (name) => {
  const [example] = document.components.schemas[name]?.examples ?? [];
  expect(faultOf({ $ref: `#/components/schemas/${name}` }, example)).toBeNull();
});

test('the versions of a record, its row in files and in the list are of one record', () => {
  const idOf = (row: unknown) => (row as { readonly id: string }).id;
  const { rows = [] } = OPERATION_EXAMPLES.exportCongress ?? {};
  const { items = [] } = (OPERATION_EXAMPLES.listCongressHistory?.answer ?? {}) as {
    readonly items?: readonly { readonly record: unknown }[];
  };
  expect(rows.map(idOf)).toEqual([EXAMPLES.CongressTrade?.id]);
  expect(items.map(({ record }) => idOf(record))).toEqual([EXAMPLES.CongressTrade?.id]);
});

test('the first answer that a reader sees is of a signal that gained or lost', () => {
  expect(Math.abs(Number(EXAMPLES.Signal?.pnl_pct))).toBeGreaterThan(0.1);
  expect(document.info.description).toContain(`"id": "${EXAMPLES.Signal?.id}"`);
});

test('no example has a key or a secret in it', () => {
  expect(text).not.toMatch(/eyJ[\w-]{10,}|whsec_\w{8,}/);
});
