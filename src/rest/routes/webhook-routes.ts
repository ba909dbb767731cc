import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { AlertReceiver } from '../../core/ingest/webhooks.ts';
import { problems } from '../openapi/route-schema.ts';
import { exact } from '../openapi/schema.ts';
import { takeBodies } from '../request/body-types.ts';
import { jsonObject } from '../request/json-object.ts';

export const WEBHOOK_TAG = {
  name: 'webhooks',
  title: 'Operator: alerts of strategies',
  description: 'Alerts of strategies, which open and close signals of the trade feed.',
};

const MAX_BODY_BYTES = 16 * 1024;
const TYPES = ['application/json', 'text/plain'];

/** Takes alerts. Registered in a scope of its own: TradingView sends JSON as text/plain, and bodies are small. */
export function registerWebhooks(scope: FastifyInstance, alerts: AlertReceiver): void {
  takeBodies(scope, TYPES, () => `send JSON as ${TYPES.join(' or ')}`);
  scope.route<{ Params: { slug: string }; Body: Buffer | undefined }>({
    method: 'POST',
    url: '/api/webhooks/:slug',
    bodyLimit: MAX_BODY_BYTES,
    // No API key: TradingView cannot send headers. Limited by IP, and the secret decides.
    config: { access: 'open' },
    schema: alertRoute,
    handler: async (request, reply) => {
      const { secret, ...body } = jsonObject(request.body, '{"secret": …, "action": "buy", …}');
      const { id, isDuplicate } = await alerts.receive(
        request.params.slug,
        secretOf(request, secret),
        body,
        request.id,
      );
      return reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send({ accepted: true, duplicate: isDuplicate, id });
    },
  });
}

function secretOf(request: FastifyRequest, inBody: unknown): string | null {
  const header = request.headers['x-webhook-secret'];
  if (typeof header === 'string') return header;
  return typeof inBody === 'string' ? inBody : null;
}

const alertSchema = Type.Object(
  {
    secret: Type.Optional(
      Type.String({ description: 'Secret of the webhook, unless the header X-Webhook-Secret holds it.' }),
    ),
    action: {
      type: 'string',
      enum: ['buy', 'sell', 'long', 'short', 'close', 'exit'],
      description:
        '`long` and `short` close the opposite position and open theirs; `buy` and `sell` close the opposite one or, with nothing open, open theirs; `close` and `exit` close what is open.',
    },
    ticker: Type.Optional(
      Type.String({ description: 'E.g. BINANCE:BTCUSDT; default: the symbol of the webhook.' }),
    ),
    price: { type: ['number', 'string'], description: 'Price of the order, e.g. {{close}}.' },
    time: Type.Optional({
      type: ['string', 'integer'],
      description:
        'When the alert was raised, e.g. {{timenow}}: ISO 8601 with zone, or epoch milliseconds. At most 10 minutes ago. Required where there is no `id`.',
    }),
    id: Type.Optional({
      type: ['string', 'integer'],
      description:
        'Identifier of the alert. An alert with an id that came before is a duplicate, so do not use {{strategy.order.id}}, which repeats. Default: a hash of the content.',
    }),
    interval: Type.Optional({
      type: ['string', 'integer'],
      description: 'Bar length, e.g. 60, 4h, D; default: the timeframe of the webhook.',
    }),
    comment: Type.Optional(Type.String({ description: 'Becomes the notes of the signal.', maxLength: 1000 })),
  },
  { description: 'An alert. Other members are ignored, but count in the default `id`.' },
);

const alertRoute = {
  operationId: 'receiveAlert',
  summary: 'Receive an alert of a strategy',
  description:
    'Opens and closes signals of the trade feed. Safe to repeat: an alert counts once, by its `id`. An unknown webhook and a wrong secret get the same answer.',
  tags: [WEBHOOK_TAG.name],
  security: [],
  params: {
    type: 'object',
    required: ['slug'],
    properties: { slug: { type: 'string', description: 'The webhook, as `webhooks create` named it.' } },
  },
  headers: {
    type: 'object',
    properties: { 'X-Webhook-Secret': { type: 'string', description: 'Secret, instead of in the body.' } },
  },
  body: { content: Object.fromEntries(TYPES.map((type) => [type, { schema: alertSchema }])) },
  response: {
    200: {
      description: 'The alert is accepted, now or earlier.',
      content: {
        'application/json': {
          schema: exact(
            {
              accepted: Type.Boolean({ description: 'Always true.' }),
              duplicate: Type.Boolean({ description: 'Whether this alert came before.' }),
              id: Type.String({ description: 'Identifier of the alert.' }),
            },
            'What became of an alert.',
          ),
        },
      },
    },
    ...problems([
      'BAD_REQUEST',
      'INVALID_PARAMETER',
      'KEY_INVALID',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'RATE_LIMITED',
      'INTERNAL',
      'UNAVAILABLE',
    ]),
  },
};
