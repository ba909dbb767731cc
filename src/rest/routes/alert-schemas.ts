import { type TProperties, Type } from 'typebox';
import type { ErrorCode } from '../../errors.ts';
import { KEY_SECURITY, problems } from '../openapi/route-schema.ts';
import { exact, HAS_MORE } from '../openapi/schema.ts';
import type { Params } from '../request/param.ts';
import { instant, SIGNATURE, WISHES, word } from './alert-shapes.ts';

export const ALERTS_TAG = {
  name: 'alerts',
  description: 'Subscriptions whose events are delivered to an endpoint of yours or by e-mail, or polled.',
};

const EVENT = exact(
  {
    cursor: Type.String({ description: 'Live cursor of the event.' }),
    result: {
      type: 'object',
      description: 'What the subscription answers for the event: `data`, and `errors` where there are some.',
    },
  },
  'An event of the subscription.',
);

const SECRET = Type.Optional(
  Type.String({ description: 'What deliveries are signed with. Shown this once; absent for `v1a`.' }),
);
const REF = Type.Ref('Alert#');
const WITH_SECRET = { allOf: [REF, Type.Object({ secret: SECRET }, { description: 'The secret.' })] };

const json = (description: string, schema: object, headers: object = {}) => ({
  description,
  headers,
  content: { 'application/json': { schema } },
});
const body = (properties: TProperties, description: string) => ({
  content: { 'application/json': { schema: exact(properties, description) } },
});
const optional = (properties: TProperties): TProperties =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)]));
const querystring = (params: Params) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(params)
      .filter(([, { hidden }]) => hidden !== true)
      .map(([name, { schema, description }]) => [name, { ...schema, description }]),
  ),
});

const path = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', description: 'Identifier of the alert.' } },
};
const KEY: readonly ErrorCode[] = ['KEY_MISSING', 'KEY_INVALID', 'KEY_REVOKED'];
const BODY: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'INVALID_PARAMETER',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];
const DOCUMENT: readonly ErrorCode[] = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'LIMIT_EXCEEDED',
  'COST_EXCEEDED',
  'INVALID_CURSOR',
  'DOCUMENT_NOT_LISTED',
];
const FAULTS: readonly ErrorCode[] = ['RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'];

const common = { tags: [ALERTS_TAG.name], security: KEY_SECURITY };
const ofOne = { ...common, params: path };
const NEXT = { Link: { type: 'string', description: 'Next page, `rel="next"`; absent on the last.' } };

/** The `schema`s of the routes, with the parameters that they read. */
export const ALERT_ROUTES = (params: { readonly deliveries: Params; readonly events: Params }) => ({
  create: {
    ...common,
    operationId: 'createAlert',
    summary: 'Make an alert',
    description:
      'Follows a subscription from now on, or behind the `after` of its document, as the calling key. The secret is in this answer and nowhere else. An alert by e-mail is `paused` with reason `unconfirmed` until its address confirms it by a link.',
    body: body(
      {
        ...optional(WISHES),
        name: WISHES.name,
        query: WISHES.query,
        signature: Type.Optional({ ...SIGNATURE, default: 'v1' }),
      },
      'What to follow, and where to deliver it.',
    ),
    response: {
      201: json('The alert is made.', WITH_SECRET, {
        Location: { type: 'string', description: 'Path of the new alert.' },
      }),
      ...problems([...BODY, ...DOCUMENT, ...KEY, 'CONFLICT', ...FAULTS]),
    },
  },
  list: {
    ...common,
    operationId: 'listAlerts',
    summary: 'Alerts of the account of the key, oldest first',
    description: 'All of them: there are no more than the tier has.',
    response: {
      200: json('The alerts.', exact({ alerts: Type.Array(REF) }, 'Alerts.')),
      ...problems([...KEY, ...FAULTS]),
    },
  },
  get: {
    ...ofOne,
    operationId: 'getAlert',
    summary: 'One alert',
    description: 'With how far its deliveries have come.',
    response: { 200: json('The alert.', REF), ...problems([...KEY, 'NOT_FOUND', ...FAULTS]) },
  },
  update: {
    ...ofOne,
    operationId: 'updateAlert',
    summary: 'Change, pause or resume an alert',
    description:
      'What is left out stays. Another document is followed from where the alert stands, if that is a place in its feeds, else from now on. `"state": "active"` resumes it as the calling key and tries at once what waits.',
    body: body(
      { ...optional(WISHES), state: Type.Optional(word(['active', 'paused'], 'Whether it delivers.')) },
      'What changes.',
    ),
    response: {
      200: json('The alert as it is now.', REF),
      ...problems([...BODY, ...DOCUMENT, ...KEY, 'NOT_FOUND', ...FAULTS]),
    },
  },
  remove: {
    ...ofOne,
    operationId: 'removeAlert',
    summary: 'Remove an alert',
    description: 'With the record of its deliveries.',
    response: {
      204: { type: 'null', description: 'It is gone.' },
      ...problems([...KEY, 'NOT_FOUND', ...FAULTS]),
    },
  },
  test: {
    ...ofOne,
    operationId: 'testAlert',
    summary: 'Send a test message',
    description:
      'Sends a message of type `alert.test` at once, in whatever state the alert is, and tells what became of it.',
    response: {
      200: json('What became of it.', Type.Ref('AlertDelivery#')),
      ...problems([...KEY, 'NOT_FOUND', 'CONFLICT', ...FAULTS]),
    },
  },
  rotateSecret: {
    ...ofOne,
    operationId: 'rotateAlertSecret',
    summary: 'Give an alert a new secret',
    description:
      'Or a new key pair, where it is signed with one. For 24 hours deliveries are signed with both, the new one first.',
    response: {
      200: json('The alert, with its new secret.', WITH_SECRET),
      ...problems([...KEY, 'NOT_FOUND', ...FAULTS]),
    },
  },
  replay: {
    ...ofOne,
    operationId: 'replayAlert',
    summary: 'Deliver again from a moment',
    description:
      'Sets the alert back, or forth: what follows is delivered, and charged, again. Of what is no longer kept, one event `RESYNC` tells.',
    body: body(
      {
        after: Type.Optional(Type.String({ description: 'Live cursor to go on behind.' })),
        since: Type.Optional(instant('A moment to go on from.')),
      },
      'One of the two.',
    ),
    response: {
      200: json('The alert as it is now.', REF),
      ...problems([...BODY, 'INVALID_CURSOR', ...KEY, 'NOT_FOUND', ...FAULTS]),
    },
  },
  skip: {
    ...ofOne,
    operationId: 'skipAlert',
    summary: 'Pass over what waits',
    description:
      'Passes over the batch that failed and waits to be tried again, or over everything up to now.',
    body: body(
      { what: Type.Optional({ ...word(['batch', 'all'], 'Default: `batch`.'), default: 'batch' }) },
      'What to skip. It may be left out.',
    ),
    response: {
      200: json('The alert as it is now.', REF),
      ...problems([...BODY, ...KEY, 'NOT_FOUND', 'CONFLICT', ...FAULTS]),
    },
  },
  deliveries: {
    ...ofOne,
    operationId: 'listAlertDeliveries',
    summary: 'Deliveries of 30 days, newest first',
    description: 'Every try, with what became of it. Pages by the `Link` header.',
    querystring: querystring(params.deliveries),
    response: {
      200: json(
        'A page of tries.',
        exact({ deliveries: Type.Array(Type.Ref('AlertDelivery#')), has_more: HAS_MORE }, 'Tries.'),
        NEXT,
      ),
      ...problems(['INVALID_PARAMETER', 'INVALID_CURSOR', ...KEY, 'NOT_FOUND', ...FAULTS]),
    },
  },
  events: {
    ...ofOne,
    operationId: 'pollAlertEvents',
    summary: 'Events of an alert, to poll',
    description:
      'What a delivery would hold, behind `after`. It changes nothing: keep `cursor` and send it as `after` of the next request. Costs a unit for each 100 objects, the first included.',
    querystring: querystring(params.events),
    response: {
      200: json(
        'Events in their order.',
        exact(
          {
            events: Type.Array(EVENT),
            cursor: Type.String({ description: 'Where to go on, also without events.' }),
            has_more: Type.Boolean({ description: 'Whether there may be more already.' }),
          },
          'Events.',
        ),
      ),
      ...problems(['INVALID_PARAMETER', 'INVALID_CURSOR', ...KEY, 'NOT_FOUND', ...FAULTS]),
    },
  },
});
