import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AlertAdmin } from '../../core/alerts/alert-admin.ts';
import type { AlertCaller } from '../../core/alerts/alert-events.ts';
import { alertJson, alertWithSecretJson, deliveryJson } from '../../core/alerts/alert-json.ts';
import { AppError, invalidCursor } from '../../errors.ts';
import { decodeCursorParts, encodeCursorParts } from '../../feed/cursor-codec.ts';
import type { JsonObject } from '../../feed/json.ts';
import { cursorParams, LIST_SIZES, pagingParams, readPaging } from '../lists/paging.ts';
import { takeBodies } from '../request/body-types.ts';
import { jsonObject } from '../request/json-object.ts';
import { textParam } from '../request/param.ts';
import { queryWith, takeQuery, unknownHeader } from '../request/query-string.ts';
import { readAlertWishes, readNewAlert, readReplay, readSkip } from './alert-body.ts';
import { ALERT_ROUTES } from './alert-schemas.ts';

const PATH = '/api/v1/alerts';
/** A document of 64 KB and its variables. */
const MAX_BODY_BYTES = 200 * 1024;
const OBJECTS_PER_UNIT = 100;

const { page: _noPages, ...sizes } = pagingParams(LIST_SIZES);
export const DELIVERY_PARAMS = { ...sizes, ...cursorParams };
export const EVENT_PARAMS = {
  after: textParam('Live cursor to continue after. Default: the cursor of the alert.', 8_000),
  limit: sizes.limit as (typeof sizes)[string],
};

type AlertRequest = FastifyRequest<{ Params: { id: string }; Body: Buffer | undefined }>;

/** Alerts of the calling key. Registered in a scope of its own: a body is looked at once its alert was found, so 404 before 400. */
export function registerAlerts(scope: FastifyInstance, alerts: AlertAdmin): void {
  takeBodies(scope, ['application/json'], () => 'send application/json');
  // Answers hold secrets, and are of one account.
  scope.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const route = { config: { access: 'key' }, bodyLimit: MAX_BODY_BYTES } as const;
  const schemas = ALERT_ROUTES({ deliveries: DELIVERY_PARAMS, events: EVENT_PARAMS });

  scope.post(PATH, { ...route, schema: schemas.create }, async (request: AlertRequest, reply) => {
    const wanted = readNewAlert(
      jsonObject(request.body, '{"name": "…", "query": "subscription { … }", "url": "https://…"}'),
    );
    const alert = await alerts.create(callerOf(request), wanted);
    reply.code(201).header('location', `${PATH}/${alert.id}`);
    return send(reply, alertWithSecretJson(alert));
  });

  scope.get(PATH, { ...route, schema: schemas.list }, async (request, reply) =>
    send(reply, { alerts: (await alerts.list(callerOf(request))).map(alertJson) }),
  );

  scope.get(`${PATH}/:id`, { ...route, schema: schemas.get }, async (request: AlertRequest, reply) =>
    send(reply, alertJson(await alerts.find(callerOf(request), request.params.id))),
  );

  scope.patch(`${PATH}/:id`, { ...route, schema: schemas.update }, async (request: AlertRequest, reply) => {
    const caller = callerOf(request);
    const { id } = await alerts.find(caller, request.params.id);
    const wishes = readAlertWishes(jsonObject(request.body, '{"state": "paused"}'));
    return send(reply, alertJson(await alerts.update(caller, id, wishes)));
  });

  scope.delete(`${PATH}/:id`, { ...route, schema: schemas.remove }, async (request: AlertRequest, reply) => {
    await alerts.remove(callerOf(request), request.params.id);
    return reply.code(204).send();
  });

  const action = (
    name: 'test' | 'rotate-secret' | 'replay' | 'skip',
    schema: object,
    act: (caller: AlertCaller, id: string, body: JsonObject) => Promise<object>,
  ) =>
    scope.post(`${PATH}/:id/${name}`, { ...route, schema }, async (request: AlertRequest, reply) => {
      const caller = callerOf(request);
      const { id } = await alerts.find(caller, request.params.id);
      return send(reply, await act(caller, id, request.body ? jsonObject(request.body, EXAMPLES[name]) : {}));
    });
  action('test', schemas.test, async (caller, id) => deliveryJson(await alerts.test(caller, id)));
  action('rotate-secret', schemas.rotateSecret, async (caller, id) => {
    const alert = await alerts.rotateSecret(caller, id);
    return alertWithSecretJson(alert);
  });
  action('replay', schemas.replay, async (caller, id, body) =>
    alertJson(await alerts.replay(caller, id, readReplay(body))),
  );
  action('skip', schemas.skip, async (caller, id, body) =>
    alertJson(await alerts.skip(caller, id, readSkip(body))),
  );

  scope.get(
    `${PATH}/:id/deliveries`,
    { ...route, schema: schemas.deliveries },
    async (request: AlertRequest, reply) => {
      const { id } = request.params;
      const { query, unknown } = takeQuery(DELIVERY_PARAMS, request.query);
      const { size, cursor, clamped } = readPaging(LIST_SIZES, query);
      const found = await alerts.deliveries(callerOf(request), id, {
        limit: size + 1,
        before: deliveryBefore(cursor),
      });
      const page = found.slice(0, size);
      const last = found.length > size ? page.at(-1) : undefined;
      if (unknown.length > 0) reply.header('x-unknown-params', unknownHeader(unknown));
      if (clamped) reply.header('x-limit-clamped', String(LIST_SIZES.max));
      if (last) {
        const next = queryWith(query, { cursor: encodeCursorParts([String(last.id)]) });
        reply.header('link', `<${PATH}/${id}/deliveries?${next}>; rel="next"`);
      }
      return send(reply, { deliveries: page.map(deliveryJson), has_more: last !== undefined });
    },
  );

  scope.get(
    `${PATH}/:id/events`,
    { ...route, schema: schemas.events },
    async (request: AlertRequest, reply) => {
      const { query, unknown } = takeQuery(EVENT_PARAMS, request.query);
      const { size, clamped } = readPaging(LIST_SIZES, query);
      const page = { limit: size, after: query.get('after') ?? null };
      const { events, cursor, more } = await alerts.events(callerOf(request), request.params.id, page);
      if (unknown.length > 0) reply.header('x-unknown-params', unknownHeader(unknown));
      if (clamped) reply.header('x-limit-clamped', String(LIST_SIZES.max));
      await chargeFor(
        request,
        events.reduce((sum, { objects }) => sum + objects, 0),
      );
      const shown = events.map(
        (event) => `{"cursor":${JSON.stringify(event.cursor)},"result":${event.json}}`,
      );
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"events":[${shown.join()}],"cursor":${JSON.stringify(cursor)},"has_more":${more}}`);
    },
  );
}

const EXAMPLES = {
  test: '{}',
  'rotate-secret': '{}',
  replay: '{"since": "2026-03-14T15:30:00Z"}',
  skip: '{"what": "all"}',
} as const;

/** The unit of the request pays for the first hundred objects. */
async function chargeFor({ context }: FastifyRequest, objects: number): Promise<void> {
  const further = Math.ceil(objects / OBJECTS_PER_UNIT) - 1;
  if (further <= 0) return;
  const { charge } = context;
  if (charge === null) return;
  const { day } = await charge.windows();
  if (further > day.remaining) await charge.settle(1); // the events were read: a refusal does not give the unit back
  const settle = await charge.reserveDay(further);
  await settle(further);
}

function callerOf({ caller }: FastifyRequest): AlertCaller {
  if (!caller.key) throw new AppError('KEY_MISSING', 'an API key is needed');
  return { ...caller, key: caller.key };
}

function deliveryBefore(cursor: string | undefined): bigint | null {
  if (cursor === undefined) return null;
  const [id] = decodeCursorParts(cursor, 1) ?? [];
  if (typeof id === 'string' && /^\d{1,18}$/.test(id)) return BigInt(id);
  throw invalidCursor('cursor', 'it is not one of this list');
}

function send(reply: FastifyReply, body: object): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body);
}
