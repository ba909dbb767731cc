import type { FastifyInstance } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { checkText } from '../../core/checks/check-text.ts';
import { type Ingest, MAX_BATCH } from '../../core/ingest/ingest.ts';
import { AppError } from '../../errors.ts';
import { KEY_SECURITY, problems } from '../openapi/route-schema.ts';
import { count, exact } from '../openapi/schema.ts';
import { takeBodies } from '../request/body-types.ts';
import { decodeBody, INGEST_TYPES, type IngestType } from '../request/record-lines.ts';

export const INGEST_TAG = {
  name: 'ingest',
  title: 'Operator: writing records',
  description:
    'Records of a feed are written in batches and removed one by one, with a key of the scope `ingest`.',
};

const MAX_BODY_BYTES = 16 * 1024 * 1024;

export const ingestResultSchema = exact(
  {
    accepted: count('Records of the batch.'),
    created: count('Records that are new.'),
    updated: count('Records that changed.'),
    unchanged: count('Records that were already the same.'),
  },
  'What a batch did.',
);

/** Writing. Registered in a scope of its own: bodies are kept as bytes, to be read line by line. */
export function registerIngest(scope: FastifyInstance, ingest: Ingest): void {
  takeBodies(
    scope,
    Object.keys(INGEST_TYPES),
    (sent = 'none') => `send ${ALLOWED}; got ${sent.slice(0, 80)}`,
  );

  scope.route<{ Params: { module: string }; Body: Buffer | undefined }>({
    method: 'POST',
    url: '/api/ingest/:module',
    bodyLimit: MAX_BODY_BYTES,
    config: { access: 'ingest' },
    schema: { ...postSchema, params: pathSchema(ingest, {}) },
    handler: async (request, reply) => {
      const { module } = request.params;
      checkModule(ingest, module);
      const type = mediaType(request.headers['content-type']);
      // No lines are no records; no JSON is no array.
      if (type === undefined || (!request.body && type === 'application/json')) {
        throw new AppError('BAD_REQUEST', `send records as ${ALLOWED}; the body is empty`);
      }
      const lines = INGEST_TYPES[type](decodeBody(request.body ?? Buffer.alloc(0)));
      const { accepted, created, updated, unchanged } = await ingest.ingest(module, lines, {
        request: request.id,
      });
      return reply.type('application/json; charset=utf-8').send({ accepted, created, updated, unchanged });
    },
  });

  scope.route<{ Params: { module: string; id: string } }>({
    method: 'DELETE',
    url: '/api/ingest/:module/:id',
    config: { access: 'ingest' },
    schema: {
      ...deleteSchema,
      params: pathSchema(ingest, { id: Type.String({ description: 'Identifier of the record.' }) }),
    },
    handler: async (request, reply) => {
      const { module, id } = request.params;
      checkModule(ingest, module);
      checkText('id', id);
      if ((await ingest.remove(module, id, { request: request.id })).length === 0)
        throw new AppError('NOT_FOUND', `${module} has no record "${id.slice(0, 200)}"`);
      return reply.code(204).send();
    },
  });
}

const ALLOWED = 'application/x-ndjson (one record a line) or application/json (an array)';

/** Before the body is looked at: 404 comes before 400. */
function checkModule(ingest: Ingest, module: string): void {
  if (ingest.modules.includes(module)) return;
  throw new AppError(
    'NOT_FOUND',
    `no module "${module}" takes records; modules are ${ingest.modules.join(', ')}`,
  );
}

function mediaType(header: string | undefined): IngestType | undefined {
  const type = header?.split(';')[0]?.trim().toLowerCase();
  return Object.keys(INGEST_TYPES).find((known): known is IngestType => known === type);
}

function pathSchema(ingest: Ingest, more: Readonly<Record<string, TSchema>>) {
  const module = { type: 'string', enum: ingest.modules, description: 'The module that takes the records.' };
  return { type: 'object', required: ['module', ...Object.keys(more)], properties: { module, ...more } };
}

const RECORDS = Type.Array(Type.Object({}), {
  maxItems: MAX_BATCH,
  description:
    'Records in the shape that lists return. Unknown members get 400, as do numbers beyond the `minimum` and `maximum` of their schemas. Times must lie in the years 1900 to 2199; the days of congressional trades and the end of a market, in the years 1 to 9999.',
});

const postSchema = {
  operationId: 'ingestRecords',
  summary: 'Write records',
  description: `Creates or replaces records by their identifier. A batch of at most ${MAX_BATCH} records and 16 MB is one transaction: all of it or nothing.`,
  tags: [INGEST_TAG.name],
  security: KEY_SECURITY,
  body: {
    content: {
      'application/x-ndjson': { schema: Type.String({ description: 'One JSON record a line.' }) },
      'application/json': { schema: RECORDS },
    },
  },
  response: {
    200: {
      description: 'The batch is stored.',
      content: { 'application/json': { schema: Type.Ref('IngestResult#') } },
    },
    ...problems([
      'BAD_REQUEST',
      'INVALID_RECORDS',
      'KEY_MISSING',
      'KEY_INVALID',
      'KEY_REVOKED',
      'SCOPE_MISSING',
      'NOT_FOUND',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'UNAVAILABLE',
    ]),
  },
};

const deleteSchema = {
  operationId: 'removeRecord',
  summary: 'Remove a record',
  description: 'Removes one record by its identifier.',
  tags: [INGEST_TAG.name],
  security: KEY_SECURITY,
  response: {
    204: { type: 'null', description: 'The record is gone.' },
    ...problems([
      'INVALID_PARAMETER',
      'KEY_MISSING',
      'KEY_INVALID',
      'KEY_REVOKED',
      'SCOPE_MISSING',
      'NOT_FOUND',
      'UNAVAILABLE',
    ]),
  },
};
