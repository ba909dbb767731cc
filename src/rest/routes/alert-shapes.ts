import { Type } from 'typebox';
import {
  ALERT_DIGESTS,
  ALERT_FORMATS,
  ALERT_OUTCOMES,
  ALERT_REASONS,
  ALERT_STATES,
} from '../../core/alerts/alert.ts';
import { ALERT_SIGNATURES } from '../../core/alerts/webhook-signature.ts';
import { MAX_NAME } from '../../core/checks/check-name.ts';
import { count, exact } from '../openapi/schema.ts';

export const instant = (description: string) => Type.String({ format: 'date-time', description });
const nullable = (type: string, description: string, more: object = {}) => ({
  type: [type, 'null'],
  description,
  ...more,
});
const time = (description: string) => nullable('string', description, { format: 'date-time' });
export const word = (words: readonly string[], description: string) => ({
  type: 'string',
  enum: words,
  description,
});

export const WISHES = {
  name: Type.String({
    minLength: 1,
    maxLength: MAX_NAME,
    description: 'A name to recognise the alert by.',
  }),
  query: Type.String({ description: 'A GraphQL document with the subscription to follow.' }),
  operation_name: nullable(
    'string',
    'Name of the operation in the document. Null where the document has only one.',
  ),
  variables: { type: 'object', description: 'Variables of the operation.' },
  url: nullable(
    'string',
    'Where events are sent: an HTTPS URL on port 443; for format `email`, `mailto:` and one address. Null: events are polled.',
  ),
  format: word(
    ALERT_FORMATS,
    '`standard`: JSON, signed according to Standard Webhooks 1.0. `slack`, `discord`: a message for an incoming webhook of that chat. `email`: an e-mail, after the recipient has confirmed the alert. It works only where the operator has set a mail server.',
  ),
  digest: word(
    ALERT_DIGESTS,
    'When an e-mail is sent. `none`: at once. `hourly`, `daily`: at the end of each hour or day (UTC), with all its events. Other formats: `none`.',
  ),
  pause_on_failure: Type.Boolean({
    description: 'Whether the alert pauses when a batch has failed ten times. False: the batch is given up.',
  }),
};

export const SIGNATURE = word(
  ALERT_SIGNATURES,
  'How deliveries are signed: `v1` with a secret, `v1a` with a key pair (Ed25519). It cannot be changed later.',
);

export const ALERT = exact(
  {
    id: Type.String({ description: 'Identifier of the alert.' }),
    ...WISHES,
    signature: SIGNATURE,
    public_key: nullable('string', 'Public key that checks `v1a` signatures, `whpk_…`. Null for `v1`.'),
    state: word(ALERT_STATES, '`disabled`: the endpoint has answered 410, or the mailbox does not exist.'),
    reason: nullable('string', 'Why the alert is not active. Null while it is active.', {
      enum: [...ALERT_REASONS, null],
    }),
    cursor: Type.String({ description: 'Live cursor. Everything up to this cursor is delivered.' }),
    failures: count('Number of failed tries of the current batch.'),
    next_try_at: time('When the alert sends again. Null: as soon as there are events.'),
    last_error: nullable('string', 'What went wrong last; null once a delivery has succeeded.'),
    last_delivered_at: time('When the endpoint last took a batch.'),
    key_id: Type.String({
      description: 'The key that the alert acts as. The alert delivers only what this key may see.',
    }),
    created_at: instant('When it was made.'),
    updated_at: instant('When the owner last changed the alert.'),
  },
  'An alert.',
);

export const ALERT_WITH_SECRET = exact(
  {
    ...ALERT.properties,
    secret: Type.Optional(
      Type.String({
        description:
          'Secret that signs deliveries. Shown only this once; absent for `v1a`, for e-mail, and without `url`.',
      }),
    ),
  },
  'An alert with its new secret.',
);

export const ALERT_DELIVERY = exact(
  {
    message_id: Type.String({ description: 'The header `webhook-id`: the same for every try of a batch.' }),
    kind: word(['events', 'test'], 'Whether it held events, or was a test.'),
    at: instant('When it was sent.'),
    attempt: Type.Integer({ minimum: 1, description: 'Which try of the batch it was.' }),
    outcome: word(ALERT_OUTCOMES, '`given_up`: the last try failed, or the endpoint is gone.'),
    status: nullable('integer', 'Status of the answer, of HTTP or SMTP; null: there was none.'),
    error: nullable('string', 'What went wrong.'),
    answer: nullable('string', 'The first 1,000 bytes of the answer to a try that failed.'),
    duration_ms: count('How long it took, in milliseconds.'),
    events: count('Events in it.'),
    bytes: count('Size of the body.'),
    next_try_at: time('When the batch is tried again.'),
  },
  'One try of a delivery.',
);
