import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Tag } from '../extend.ts';
import { addExamples } from './add-examples.ts';
import { OPERATION_EXAMPLES } from './examples.ts';

export interface DocumentOptions {
  readonly version: string;
  readonly tags: readonly Tag[];
}

/** The address that clients of a checkout reach it at, for documents that are made without a server. */
export const LOCAL_URL = 'http://127.0.0.1:4000';

export type OpenApiDocument = { readonly openapi: string; readonly [member: string]: unknown };

/** Collects the routes registered behind it in this scope into an OpenAPI 3.1 document. */
export async function collectOpenApi(scope: FastifyInstance, options: DocumentOptions): Promise<void> {
  await scope.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Alpha Data Developer API',
        version: options.version,
        description: INTRODUCTION,
      },
      externalDocs: { description: 'Guides', url: '/guides' },
      tags: options.tags.map(({ name, title, description }) => ({
        name,
        description,
        'x-displayName': headingOf(name, title),
      })),
      components: {
        securitySchemes: {
          ApiKeyHeader: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Key',
            description: 'The API key, a JWT.',
          },
          ApiKeyQuery: {
            type: 'apiKey',
            in: 'query',
            name: 'api_key',
            description: 'Fallback; the header keeps keys out of logs.',
          },
        },
      },
    },
    // Components keep their names instead of being numbered.
    refResolver: { buildLocalReference: (json) => String(json.$id) },
    convertConstToEnum: false,
    transformObject: (collected) =>
      'openapiObject' in collected
        ? shareParameters(withExamples(markDeprecated(collected.openapiObject)))
        : collected.swaggerObject,
  });
}

/** A title, with the name that stands in the paths unless the title says it. */
const headingOf = (name: string, title: string): string =>
  title.toLowerCase().split(/\W+/).includes(name) ? title : `${title} (${name})`;

const FIRST = OPERATION_EXAMPLES.listTradeFeedOpen ?? {};

const INTRODUCTION = `Trading signals, filings of company insiders, trades of members of the US Congress, moves of whales, prediction
markets, backtested strategies, reversals and rankings of coins, and scorecards of the market. A key of the scope \`read\` reads them and
keeps alerts of its own. The operator writes records and manages keys, with keys of the scopes \`ingest\` and \`admin\`: see the last
sections.

A request that needs no key, and what it answers:

\`\`\`sh
curl '${LOCAL_URL}/api/trade-feed/signals?${new URLSearchParams(FIRST.query)}'
\`\`\`

\`\`\`json
${JSON.stringify(FIRST.answer, null, 2)}
\`\`\`

Lists have pages: \`page\` (from 0) or, for deep walks, the \`Link\` header (keyset). They answer as JSON, CSV
(\`Accept: text/csv\`) or NDJSON (\`Accept: application/x-ndjson\`). Unknown parameters are ignored and named in
\`X-Unknown-Params\`. Errors are RFC 9457 problem details.

Guides: [REST](/guides/rest), [errors](/guides/errors), [cost and limits](/guides/cost), [what a tier sees](/guides/access),
[questions about the past](/guides/time), [alerts](/guides/alerts), [where the data comes from](/guides/data), [all guides](/guides).`;

interface Operation {
  parameters?: Parameter[];
}

interface Parameter {
  readonly name?: string;
  readonly $ref?: string;
  readonly schema?: { readonly deprecated?: boolean; readonly type?: unknown };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { parameters?: Record<string, unknown> };
}

const operationsOf = ({ paths }: Document): readonly Operation[] =>
  Object.values(paths).flatMap((path) => Object.values(path));

/** @fastify/swagger leaves `deprecated` in the schema of a parameter; readers look for it beside that. */
function markDeprecated<T extends object>(document: T): T {
  const operations = operationsOf(document as unknown as Document); // members every OpenAPI document has
  for (const parameter of operations.flatMap(({ parameters = [] }) => parameters)) {
    if (parameter.schema?.deprecated === undefined) continue;
    const { deprecated, ...schema } = parameter.schema;
    Object.assign(parameter, { schema, deprecated });
  }
  return document;
}

function withExamples<T extends object>(document: T): T {
  addExamples(operationsOf(document as unknown as Document)); // likewise
  return document;
}

/**
 * A list and its mirror take the same parameters, and every list pages alike: parameters that occur more than once
 * become components, which halves the document.
 */
function shareParameters<T extends object>(document: T): T {
  const { components } = document as unknown as Document; // likewise
  const operations = operationsOf(document as unknown as Document);
  const occurrences = Map.groupBy(
    operations.flatMap(({ parameters = [] }) => parameters),
    (parameter) => JSON.stringify(parameter),
  );
  const names = new Map<string, string>();
  const shared: Record<string, unknown> = {};
  for (const [text, same] of occurrences) {
    if (same.length < 2) continue;
    const name = freeName(shared, same[0]?.name ?? '');
    names.set(text, name);
    shared[name] = same[0];
  }
  for (const operation of operations) {
    if (!operation.parameters) continue;
    operation.parameters = operation.parameters.map((parameter) => {
      const name = names.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
  }
  components.parameters = shared;
  return document;
}

/** Different parameters of one name, such as `ticker` of two feeds, are numbered. */
function freeName(taken: Readonly<Record<string, unknown>>, name: string): string {
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? name : `${name}.${n}`;
    if (!Object.hasOwn(taken, candidate)) return candidate;
  }
}
