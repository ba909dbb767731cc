import type { OpenApiDocument } from './openapi.ts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly schema: Schema;
}

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
  };
}

/** What is read here of an OpenAPI document. */
interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * The operations of an OpenAPI document as a Postman collection (v2.1), in a folder for each section. Of the parameters only those are
 * on that a request needs; the others stand there, off, with an example. Address and key are variables of the collection.
 */
export function postmanOf(openApi: OpenApiDocument, baseUrl: string): object {
  const { info, tags, paths, components } = openApi as unknown as Document; // ours
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const folders = tags.map(({ name, description }) => ({
    name,
    description,
    item: operations
      .filter(({ operation }) => operation.tags?.[0] === name && operation.deprecated !== true)
      .map(({ path, method, operation }) => itemOf(path, method, operation, components)),
  }));
  return {
    info: { name: info.title, description: info.description, version: info.version, schema: SCHEMA },
    item: folders.filter(({ item }) => item.length > 0),
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-Key', type: 'string' },
        { key: 'value', value: '{{apiKey}}', type: 'string' },
        { key: 'in', value: 'header', type: 'string' },
      ],
    },
    variable: [
      { key: 'baseUrl', value: baseUrl, type: 'string' },
      { key: 'apiKey', value: '', type: 'string' },
    ],
  };
}

function itemOf(path: string, method: string, operation: Operation, components: Document['components']) {
  const { summary, description = '', security = [] } = operation;
  const parameters = (operation.parameters ?? []).map((one) =>
    '$ref' in one ? (components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one,
  );
  const query = parameters
    .filter((one) => one.in === 'query' && one.deprecated !== true)
    .toSorted((one, other) => Number(other.required ?? false) - Number(one.required ?? false))
    .map((one) => ({ ...pairOf(one), disabled: one.required !== true }));
  const variable = parameters
    .filter((one) => one.in === 'path')
    .map((one) => ({ ...pairOf(one), value: pairOf(one).value || one.name }));
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/^\{(.*)\}$/, ':$1'));
  const on = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      header: [],
      ...(security.length === 0 ? { auth: { type: 'noauth' } } : {}),
      ...bodyOf(operation),
      url: {
        raw: `{{baseUrl}}/${segments.join('/')}${on.length > 0 ? `?${on.join('&')}` : ''}`,
        host: ['{{baseUrl}}'],
        path: segments,
        ...(query.length > 0 ? { query } : {}),
        ...(variable.length > 0 ? { variable } : {}),
      },
    },
    response: [],
  };
}

/** Comparisons of a field say what the field says. */
const COMPARISON = /_(ne|in|gt|gte|lt|lte|contains|is_null)$/;

function pairOf({ name, description, example, examples = {}, schema }: Parameter) {
  const [named] = Object.values(examples);
  const value = example ?? named?.value ?? schema.default ?? schema.enum?.[0] ?? '';
  return { key: name, value: String(value), ...(COMPARISON.test(name) ? {} : { description }) };
}

function bodyOf({ requestBody }: Operation) {
  const json = requestBody?.content['application/json'];
  if (!json) return {};
  const raw = JSON.stringify(json.example ?? sampleOf(json.schema), null, 2);
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } };
}

/** A value of a schema, of its members those that have to be there. */
function sampleOf({ type, enum: words, examples, properties = {}, required = [] }: Schema): unknown {
  if (examples?.[0] !== undefined) return examples[0];
  if (words?.[0] !== undefined) return words[0];
  switch ([type].flat()[0]) {
    case 'object':
      return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {})]));
    case 'array':
      return [];
    case 'integer':
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return 'text';
  }
}
