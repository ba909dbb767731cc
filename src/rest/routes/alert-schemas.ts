import { type TProperties, Type } from 'typebox';
import type { ErrorCode } from '../../errors.ts';
import { KEY_SECURITY, problems } from '../openapi/route-schema.ts';
import { exact, HAS_MORE } from '../openapi/schema.ts';
import type { Params } from '../request/param.ts';
import { instant, SIGNATURE, WISHES, word } from './alert-shapes.ts';

export const ALERTS_TAG = {
  name: 'alerts',
  title: 'Alerts',
  description:
    'GraphQL subscriptions that the server keeps for a key. It sends their events to an HTTP endpoint or by e-mail, or holds them until they are asked for.',
};

const EVENT = exact(
  {
    cursor: Type.String({ description: 'Live cursor of the event.' }),
    result: {
      type: 'object',
      description: 'Answer of the subscription for the event: `data`, and `errors` if there are any.',
    },
  },
  'An event of the subscription.',
);

const REF = Type.Ref('Alert#');
const WITH_SECRET = Type.Ref('AlertWithSecret#');

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
    summary: 'Create an alert',
    description:
      'Follows a subscription as the calling key, from now on or after the `after` of its document. Only this answer shows the secret. An e-mail alert is `paused` with reason `unconfirmed` until its recipient confirms it by a link.',
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
      201: json('The alert is created.', WITH_SECRET, {
        Location: { type: 'string', description: 'Path of the new alert.' },
      }),
      ...problems([...BODY, ...DOCUMENT, ...KEY, 'CONFLICT', ...FAULTS]),
    },
  },
  list: {
    ...common,
    operationId: 'listAlerts',
    summary: 'Alerts of the account of the key, oldest first',
    description: 'All alerts in one answer: the tier limits their number.',
    response: {
      200: json('The alerts.', exact({ alerts: Type.Array(REF) }, 'Alerts.')),
      ...problems([...KEY, ...FAULTS]),
    },
  },
  get: {
    ...ofOne,
    operationId: 'getAlert',
    summary: 'One alert',
    description: 'The alert, with the state of its deliveries: `cursor`, `failures`, `next_try_at`.',
    response: { 200: json('The alert.', REF), ...problems([...KEY, 'NOT_FOUND', ...FAULTS]) },
  },
  update: {
    ...ofOne,
    operationId: 'updateAlert',
    summary: 'Change, pause or resume an alert',
    description:
      'Members that are left out stay as they are. A new document is followed from the cursor of the alert if its feeds can continue from there, otherwise from now on. `"state": "active"` resumes the alert as the calling key and retries a waiting batch at once.',
    body: body(
      {
        ...optional(WISHES),
        state: Type.Optional(word(['active', 'paused'], 'Whether the alert delivers.')),
      },
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
    description: 'Removes the alert and the record of its deliveries.',
    response: {
      204: { type: 'null', description: 'The alert is gone.' },
      ...problems([...KEY, 'NOT_FOUND', ...FAULTS]),
    },
  },
  test: {
    ...ofOne,
    operationId: 'testAlert',
    summary: 'Send a test message',
    description:
      'Sends a message of type `alert.test` at once, also for a paused or disabled alert, and returns the outcome. An alert without `url`, and an e-mail alert that is not confirmed, gets 409.',
    response: {
      200: json('The outcome of the test.', Type.Ref('AlertDelivery#')),
      ...problems([...KEY, 'NOT_FOUND', 'CONFLICT', ...FAULTS]),
    },
  },
  rotateSecret: {
    ...ofOne,
    operationId: 'rotateAlertSecret',
    summary: 'Give an alert a new secret',
    description:
      'Gives the alert a new secret, or a new key pair where it is signed with one. For 24 hours, deliveries are signed with both the new and the old one, the new one first.',
    response: {
      200: json('The alert, with its new secret.', WITH_SECRET),
      ...problems([...KEY, 'NOT_FOUND', 'CONFLICT', ...FAULTS]),
    },
  },
  replay: {
    ...ofOne,
    operationId: 'replayAlert',
    summary: 'Deliver again from a moment',
    description:
      'Moves the alert back or forward to another place. Everything after that place is delivered and charged, also if it was delivered before. If events after that place are no longer kept, one `RESYNC` event reports it.',
    body: body(
      {
        after: Type.Optional(Type.String({ description: 'Live cursor to continue after.' })),
        since: Type.Optional(instant('Moment to continue from.')),
      },
      'Either `after` or `since`.',
    ),
    response: {
      200: json('The alert as it is now.', REF),
      ...problems([...BODY, 'INVALID_CURSOR', ...KEY, 'NOT_FOUND', ...FAULTS]),
    },
  },
  skip: {
    ...ofOne,
    operationId: 'skipAlert',
    summary: 'Skip what waits',
    description: 'Skips the batch that failed and waits to be tried again, or everything up to now.',
    body: body(
      { what: Type.Optional({ ...word(['batch', 'all'], 'Default: `batch`.'), default: 'batch' }) },
      'What to skip. The body may be left out.',
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
    description: 'Every try with its outcome. Pages by the `Link` header.',
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
      'The events after `after`, as a delivery would hold them. The request changes nothing: keep `cursor` and send it as `after` of the next request. Costs one unit for every 100 objects, and at least one.',
    querystring: querystring(params.events),
    response: {
      200: json(
        'Events in their order.',
        exact(
          {
            events: Type.Array(EVENT),
            cursor: Type.String({ description: 'Cursor to continue after, also when there are no events.' }),
            has_more: Type.Boolean({ description: 'Whether there may already be more events.' }),
          },
          'Events.',
        ),
      ),
      ...problems(['INVALID_PARAMETER', 'INVALID_CURSOR', ...KEY, 'NOT_FOUND', ...FAULTS]),
    },
  },
});
