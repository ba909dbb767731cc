import { readFileSync } from 'node:fs';
import type { TestApp } from '../support/app.ts';
import type { Outcome, Place } from './place.ts';

interface Parameter {
  readonly in: 'query' | 'path' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly example?: string;
}
interface Operation {
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

/** What some record or route has, for the other places of a path. */
const PLACES: Readonly<Record<string, string>> = {
  scorecard: 'ams',
  ticker: 'AAPL',
  module: 'trade-feed',
  id: 'x',
  slug: 'momentum',
};

/** Headers that the server reads of any request, besides those of the document. */
const HEADERS = [
  'accept',
  'if-none-match',
  'x-api-key',
  'authorization',
  'x-dry-run',
  'origin',
  'cookie',
  'last-event-id',
];

export type Fetch = (path: string, init?: RequestInit) => Promise<Response>;

/** Every parameter of the OpenAPI document, and every header the server reads. */
export function restPlaces(app: TestApp, keys: { readonly admin: string }): readonly Place[] {
  const document = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as Document;
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    outcomeOf(fetch(`${app.url}${path}`, { method, headers: { 'x-api-key': keys.admin, ...headers } }));
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) => {
      const verb = method.toUpperCase();
      const declared = parameters.map((one) =>
        '$ref' in one ? (document.components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter) : one,
      );
      const others = HEADERS.map((name): Parameter => ({ in: 'header', name }));
      return [...declared, ...others].map((parameter): Place => {
        const { name } = parameter;
        return {
          name: `REST ${verb} ${path} ${parameter.in} ${name}`,
          argument: parameter.in === 'header' ? null : name,
          async send(text) {
            const value = encoded(text);
            if (parameter.in === 'header') {
              const header = Buffer.from(text).toString('latin1');
              return /^[\t\x20-\x7e\x80-\xff]*$/.test(header)
                ? send(verb, at(path), { [name]: header })
                : null;
            }
            if (parameter.in === 'query')
              return send(verb, `${at(path)}?${needed(declared, name)}${name}=${value}`);
            return value === '' || /^\.+$/.test(text) ? null : send(verb, at(path, name, value));
          },
        };
      });
    }),
  );
}

/** What a route wants besides the parameter that is tried. */
const needed = (declared: readonly Parameter[], tried: string): string =>
  declared
    .filter((one) => one.in === 'query' && one.required === true && one.name !== tried)
    .map(({ name, example }) => `${name}=${example}&`)
    .join('');

/** Percent signs stay as they are: a text of the list may be escaped already. A lone surrogate has no escape. */
function encoded(text: string): string {
  if (/^%[0-9a-zA-Z%]*$/.test(text)) return text;
  return encodeURIComponent(text.toWellFormed());
}

const at = (path: string, name = '', value = ''): string =>
  path.replace(/\{(\w+)\}/g, (_, one: string) => (one === name ? value : (PLACES[one] ?? 'x')));

/** The codes of a problem, or of GraphQL's errors. */
export async function outcomeOf(response: Promise<Response>): Promise<Outcome> {
  const { status, ...answer } = await response.then(async (one) => ({
    status: one.status,
    body: await one.text(),
  }));
  return { status, body: answer.body.slice(0, 4_000), codes: codesIn(answer.body) };
}

export function codesIn(body: string): readonly string[] {
  try {
    const { code, errors = [] } = JSON.parse(body) as {
      code?: string;
      errors?: readonly { extensions?: { code?: string } }[];
    };
    return code === undefined ? errors.map(({ extensions }) => extensions?.code ?? 'none') : [code];
  } catch {
    return []; // CSV, an export, an empty answer
  }
}
