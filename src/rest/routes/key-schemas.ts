import { Type } from 'typebox';
import { DEFAULT_OVERLAP_MS } from '../../core/keys/key-admin.ts';
import { SCOPES } from '../../core/ports.ts';
import type { ErrorCode } from '../../errors.ts';
import { KEY_SECURITY, problems } from '../openapi/route-schema.ts';
import { exact, HAS_MORE } from '../openapi/schema.ts';
import type { Params } from '../request/param.ts';
import { MAX_LIFE_S, MAX_OVERLAP_S } from './key-body.ts';

export const KEYS_TAG = {
  name: 'keys',
  title: 'Operator: API keys',
  description:
    'Which keys there are, what each may do and until when. All of it needs a key of the scope `admin` and costs no units.',
};

const instant = (description: string) => Type.String({ format: 'date-time', description });
const nullable = (type: string, description: string, more: object = {}) => ({
  type: [type, 'null'],
  description,
  ...more,
});
const scope = (description: string) => ({ type: 'string', enum: SCOPES, description });

const TIER = Type.String({ description: 'Tier of the key, by id.' });
const NAME = Type.String({ minLength: 1, maxLength: 100, description: 'A name to recognise the key by.' });

export const API_KEY = exact(
  {
    id: Type.String({ description: 'Identifier of the key, the `jti` of its token.' }),
    name: NAME,
    tier: TIER,
    scope: scope('What the key may do; each scope includes those before it.'),
    state: {
      type: 'string',
      enum: ['valid', 'expired', 'revoked'],
      description: 'Whether the server accepts the key.',
    },
    last4: Type.String({ description: 'Last four characters of the token.' }),
    created_at: instant('When it was issued.'),
    expires_at: nullable('string', 'When it ends; null: never.', { format: 'date-time' }),
    revoked_at: nullable('string', 'When it was revoked.', { format: 'date-time' }),
    last_used_at: nullable('string', 'When the key was last used; of other processes half a minute late.', {
      format: 'date-time',
    }),
    signed_by: nullable('string', 'The signing key of its token, by `kid`.'),
    replaced_by: nullable('string', 'The key that replaced this one when it was rotated.'),
  },
  'An API key, without its token.',
);

const KEY = Type.Ref('ApiKey#');

const created = exact(
  { token: Type.String({ description: 'The key itself. Shown this once.' }), key: KEY },
  'A new key.',
);

const json = (description: string, schema: object, headers: object = {}) => ({
  description,
  headers,
  content: { 'application/json': { schema } },
});

const body = (properties: Parameters<typeof Type.Object>[0], description: string) => ({
  content: { 'application/json': { schema: exact(properties, description) } },
});

const path = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', description: 'Identifier of the key.' } },
};

const REFUSALS: readonly ErrorCode[] = ['KEY_MISSING', 'KEY_INVALID', 'KEY_REVOKED', 'SCOPE_MISSING'];
const BODY: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'INVALID_PARAMETER',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];
const FAULTS: readonly ErrorCode[] = ['INTERNAL', 'UNAVAILABLE'];

const common = { tags: [KEYS_TAG.name], security: KEY_SECURITY };
const LOCATION = { Location: { type: 'string', description: 'Path of the new key.' } };

export const createKeyRoute = {
  ...common,
  operationId: 'createKey',
  summary: 'Issue a key',
  description: 'Only this answer shows the token.',
  body: body(
    {
      tier: TIER,
      scope: Type.Optional(scope('Default: `read`.')),
      name: Type.Optional(NAME),
      expires_in_seconds: Type.Optional(
        nullable('integer', 'Life of the key; null or absent: it never ends.', {
          minimum: 1,
          maximum: MAX_LIFE_S,
        }),
      ),
    },
    'Properties of the new key.',
  ),
  response: {
    201: json('The key is issued.', created, LOCATION),
    ...problems([...BODY, ...REFUSALS, 'CONFLICT', ...FAULTS]),
  },
};

export const listKeysRoute = (params: Params) => ({
  ...common,
  operationId: 'listKeys',
  summary: 'Every key, newest first',
  description: 'Pages by the `Link` header.',
  querystring: {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(params)
        .filter(([, { hidden }]) => hidden !== true)
        .map(([name, { schema, description }]) => [name, { ...schema, description }]),
    ),
  },
  response: {
    200: json('A page of keys.', exact({ keys: Type.Array(KEY), has_more: HAS_MORE }, 'Keys.'), {
      Link: { type: 'string', description: 'Next page, `rel="next"`; absent on the last.' },
    }),
    ...problems(['INVALID_PARAMETER', 'INVALID_CURSOR', ...REFUSALS, ...FAULTS]),
  },
});

export const getKeyRoute = {
  ...common,
  operationId: 'getKey',
  summary: 'One key',
  description: 'Everything known about the key except its token.',
  params: path,
  response: { 200: json('The key.', KEY), ...problems([...REFUSALS, 'NOT_FOUND', ...FAULTS]) },
};

export const updateKeyRoute = {
  ...common,
  operationId: 'updateKey',
  summary: 'Change the tier or the name of a key',
  description: 'A new tier counts from the next request of the key, on every process.',
  params: path,
  body: body({ tier: Type.Optional(TIER), name: Type.Optional(NAME) }, 'What changes.'),
  response: {
    200: json('The key as it is now.', KEY),
    ...problems([...BODY, ...REFUSALS, 'NOT_FOUND', ...FAULTS]),
  },
};

export const revokeKeyRoute = {
  ...common,
  operationId: 'revokeKey',
  summary: 'Revoke a key',
  description:
    'From now on the key gets 403, on every process. Revoking it again changes nothing. A key cannot revoke itself: use another key or the command line.',
  params: path,
  response: {
    200: json('The key as it is now.', KEY),
    ...problems([...REFUSALS, 'NOT_FOUND', 'CONFLICT', ...FAULTS]),
  },
};

export const rotateKeyRoute = {
  ...common,
  operationId: 'rotateKey',
  summary: 'Issue the successor of a key',
  description:
    'A new key with the same tier, scope, name and length of life. The old key stays valid for the overlap, but never past its own expiry. A key may rotate itself.',
  params: path,
  body: body(
    {
      overlap_seconds: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: MAX_OVERLAP_S,
          default: DEFAULT_OVERLAP_MS / 1000,
          description: 'How long the old key stays valid.',
        }),
      ),
    },
    'How to rotate. The body may be left out.',
  ),
  response: {
    201: json('The successor.', created, LOCATION),
    ...problems([...BODY, ...REFUSALS, 'NOT_FOUND', 'CONFLICT', ...FAULTS]),
  },
};
