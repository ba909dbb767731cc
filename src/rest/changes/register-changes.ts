import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { Type } from 'typebox';
import { type StaticFile, sendStatic, textFile } from '../../http/static/static-file.ts';
import { problems } from '../openapi/route-schema.ts';
import { exact } from '../openapi/schema.ts';
import { atomOf } from './atom.ts';
import type { Change } from './changes.ts';

export const CHANGES_TAG = {
  name: 'changes',
  title: 'API changes',
  description: 'What was released, what is deprecated, and when deprecated features go.',
};

const ATOM = 'application/atom+xml';
const JSON_TYPE = 'application/json';

/** Named, as answers of lists are. */
export const API_CHANGE = exact(
  {
    id: Type.String({ description: 'Stable identifier of the change.' }),
    kind: { type: 'string', enum: ['release', 'deprecation'], description: 'What it is.' },
    on: Type.String({ format: 'date', description: 'Day of the change.' }),
    title: Type.String({ description: 'What changed, in a few words.' }),
    summary: Type.String({ description: 'What changed, and what to do.' }),
    sunset: {
      type: ['string', 'null'],
      format: 'date',
      description: 'For a deprecation: the day from which the feature may be gone.',
    },
    affects: Type.Array(Type.String(), {
      description:
        'For a deprecation: its routes and parameters, e.g. `GET /api/v1/congress?sort`, and fields, e.g. `CongressTrade.owner`.',
    }),
  },
  'A change of the API that clients may have to act on.',
);

/** `/api/changes` as JSON, or as Atom by `Accept`; `/api/changes.atom` as Atom. */
export function registerChanges(
  scope: FastifyInstance,
  changes: readonly Change[],
  publicUrl: string | undefined,
): void {
  const file = (text: string, type: string, headers: StaticFile['headers'] = {}) =>
    textFile(text, {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'public, max-age=300',
      ...headers,
    });
  const json = JSON.stringify({ changes });
  const atom = atomOf(changes, publicUrl ?? '');
  const negotiated = {
    [JSON_TYPE]: file(json, JSON_TYPE, { vary: 'Accept' }),
    [ATOM]: file(atom, ATOM, { vary: 'Accept' }),
  };
  const list = (request: FastifyRequest, reply: FastifyReply) => {
    const best = new Negotiator(request.raw).mediaType([JSON_TYPE, ATOM]);
    return sendStatic(request, reply, negotiated[best === ATOM ? ATOM : JSON_TYPE]);
  };
  const schema = {
    operationId: 'listChanges',
    summary: 'API changes',
    description:
      'What was released and what is deprecated, the newest first. Also at `/api/changes.atom`, for feed readers.',
    tags: [CHANGES_TAG.name],
    security: [],
    response: {
      200: {
        description: 'Changes, the newest first.',
        headers: { ETag: { type: 'string', description: 'Strong tag of this representation.' } },
        content: {
          [JSON_TYPE]: {
            schema: exact({ changes: Type.Array(Type.Ref('ApiChange#')) }, 'API changes.'),
          },
          [ATOM]: {
            schema: {
              type: 'string',
              enum: [],
              contentMediaType: ATOM,
              description: 'A feed (RFC 4287): read it as text.',
            },
          },
        },
      },
      304: { type: 'null', description: 'The client has this answer already.' },
      ...problems(['RATE_LIMITED']),
    },
  };
  scope.get('/api/changes', { schema, config: { access: 'static' } }, list);
  const feed = file(atom, ATOM);
  scope.get('/api/changes.atom', { schema: { hide: true }, config: { access: 'static' } }, (request, reply) =>
    sendStatic(request, reply, feed),
  );
}
