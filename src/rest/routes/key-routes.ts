import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CreatedKey, type KeyAdmin, keyJson } from '../../core/keys/key-admin.ts';
import { AppError } from '../../errors.ts';
import { cursorParams, LIST_SIZES, pagingParams, readPaging } from '../lists/paging.ts';
import { takeBodies } from '../request/body-types.ts';
import { jsonObject } from '../request/json-object.ts';
import { queryWith, takeQuery, unknownHeader } from '../request/query-string.ts';
import { readKeyChanges, readNewKey, readOverlap } from './key-body.ts';
import { decodeKeyPlace, encodeKeyPlace } from './key-cursor.ts';
import {
  createKeyRoute,
  getKeyRoute,
  listKeysRoute,
  revokeKeyRoute,
  rotateKeyRoute,
  updateKeyRoute,
} from './key-schemas.ts';

const PATH = '/api/admin/keys';
const MAX_BODY_BYTES = 16 * 1024;
const CONFIG = { access: 'admin' } as const;

const { page: _noPages, ...sizes } = pagingParams(LIST_SIZES);
const LIST_PARAMS = { ...sizes, ...cursorParams };

type KeyRequest = FastifyRequest<{ Params: { id: string }; Body: Buffer | undefined }>;

/** Managing keys. Registered in a scope of its own: a body is looked at once its key was found, so 404 before 400. */
export function registerKeys(scope: FastifyInstance, admin: KeyAdmin): void {
  takeBodies(scope, ['application/json'], () => 'send application/json');
  // Answers hold tokens, or change with every request of another caller.
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const route = { config: CONFIG, bodyLimit: MAX_BODY_BYTES };

  scope.post(PATH, { ...route, schema: createKeyRoute }, async (request: KeyRequest, reply) => {
    const wanted = readNewKey(jsonObject(request.body, '{"tier": "pro"}'));
    const created = await admin.create(wanted);
    const { id, tier, scope: granted } = created.key;
    audit(request, 'keys.create', { id, tier, scope: granted });
    return sendCreated(reply, created);
  });

  scope.get(PATH, { ...route, schema: listKeysRoute(LIST_PARAMS) }, async (request, reply) => {
    const { query, unknown } = takeQuery(LIST_PARAMS, request.query);
    const { size, cursor, clamped } = readPaging(LIST_SIZES, query);
    const { keys, next } = await admin.list({ limit: size, after: decodeKeyPlace(cursor) });
    if (unknown.length > 0) reply.header('x-unknown-params', unknownHeader(unknown));
    if (clamped) reply.header('x-limit-clamped', String(LIST_SIZES.max));
    if (next)
      reply.header('link', `<${PATH}?${queryWith(query, { cursor: encodeKeyPlace(next) })}>; rel="next"`);
    return send(reply, { keys: keys.map(keyJson), has_more: next !== null });
  });

  scope.get(`${PATH}/:id`, { ...route, schema: getKeyRoute }, async (request: KeyRequest, reply) =>
    send(reply, keyJson(await admin.find(request.params.id))),
  );

  scope.patch(`${PATH}/:id`, { ...route, schema: updateKeyRoute }, async (request: KeyRequest, reply) => {
    const { id } = await admin.find(request.params.id);
    const changes = readKeyChanges(jsonObject(request.body, '{"tier": "quant"}'));
    const key = await admin.update(id, changes);
    audit(request, 'keys.update', { id, ...changes });
    return send(reply, keyJson(key));
  });

  scope.delete(`${PATH}/:id`, { ...route, schema: revokeKeyRoute }, async (request: KeyRequest, reply) => {
    const { id } = request.params;
    if (id === request.caller.key?.id)
      throw new AppError('CONFLICT', 'this key is the one you call with; revoke it with another one');
    const key = await admin.revoke(id);
    audit(request, 'keys.revoke', { id });
    return send(reply, keyJson(key));
  });

  scope.post(
    `${PATH}/:id/rotate`,
    { ...route, schema: rotateKeyRoute },
    async (request: KeyRequest, reply) => {
      const { id } = await admin.find(request.params.id);
      const overlapMs = readOverlap(
        request.body ? jsonObject(request.body, '{"overlap_seconds": 3600}') : {},
      );
      const created = await admin.rotate(id, overlapMs);
      audit(request, 'keys.rotate', { id, successor: created.key.id });
      return sendCreated(reply, created);
    },
  );
}

/** Who did what to which key. Never a token. */
function audit(request: FastifyRequest, action: string, key: Readonly<Record<string, unknown>>): void {
  request.log.info({ action, by: request.caller.key?.id, key }, 'audit');
}

function sendCreated(reply: FastifyReply, { token, key }: CreatedKey): FastifyReply {
  reply.code(201).header('location', `${PATH}/${key.id}`);
  return send(reply, { token, key: keyJson(key) });
}

function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}
