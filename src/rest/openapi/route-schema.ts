import { type TSchema, Type } from 'typebox';
import type { ErrorCode } from '../../errors.ts';
import { ERRORS } from '../../errors.ts';
import { MEDIA_TYPES } from '../formats/accept.ts';
import type { Params } from '../request/param.ts';
import { declaredDeprecations } from '../request/used-deprecations.ts';
import type { Components, RestRoute } from '../route.ts';
import { described, exact } from './schema.ts';

/** RFC 9457 with the members this service adds. */
export const PROBLEM = exact(
  {
    type: Type.String({ description: 'A URI reference that names the kind of problem.' }),
    title: Type.String({ description: 'What kind of problem it is, in a few words.' }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'What was wrong here and what is allowed.' }),
    code: { type: 'string', enum: Object.keys(ERRORS), description: 'Stable code of the error.' },
    request_id: Type.String({ description: 'As in X-Request-Id; name it when you ask for help.' }),
    param: Type.Optional(Type.String({ description: 'The parameter that was wrong.' })),
    retry_after: Type.Optional(Type.Integer({ description: 'Seconds after which a retry makes sense.' })),
    errors: Type.Optional(
      Type.Array(
        exact(
          {
            line: Type.Integer({ description: 'Line or position of the record, from 1.' }),
            field: Type.String({ description: 'Dotted name of the field; empty for the whole record.' }),
            message: Type.String({ description: 'What is wrong and what is allowed.' }),
          },
          'A problem of one record.',
        ),
        { description: 'What is wrong with which record of a batch.' },
      ),
    ),
  },
  'An error.',
);

/** Names of the security schemes of the OpenAPI document. */
export const KEY_SECURITY = [{ ApiKeyHeader: [] }, { ApiKeyQuery: [] }];

/** The `schema` of a Fastify route: read by @fastify/swagger alone, see `surface.ts`. */
export function routeSchema(route: RestRoute) {
  const params = Object.entries(route.params).length > 0 ? { querystring: querySchema(route.params) } : {};
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: described(route.description, route.deprecated),
    ...(route.deprecated ? { deprecated: true } : {}),
    tags: [route.tag],
    security: route.access === 'key' ? KEY_SECURITY : [],
    ...params,
    ...(route.pathParams ? { params: pathSchema(route.pathParams) } : {}),
    response: { 200: success(route), ...notModified(route), ...problems(errorsOf(route)) },
  };
}

function querySchema(params: Params) {
  const properties = Object.entries(params)
    .filter(([, { hidden }]) => hidden !== true)
    .map(([name, { schema, description, deprecated }]) => [
      name,
      {
        ...schema,
        description: described(description, deprecated),
        ...(deprecated ? { deprecated: true } : {}),
      },
    ]);
  return {
    type: 'object',
    required: Object.keys(params).filter((name) => params[name]?.required === true),
    properties: Object.fromEntries(properties) as Record<string, unknown>,
  };
}

function pathSchema(params: NonNullable<RestRoute['pathParams']>) {
  return {
    type: 'object',
    required: params.map(({ name }) => name),
    properties: Object.fromEntries(
      params.map(({ name, description, schema }) => [name, { ...schema, description }]),
    ),
  };
}

function success(route: RestRoute) {
  const { answer } = route;
  const headers = {
    ...COMMON_HEADERS,
    ...(declaredDeprecations(route).length > 0 ? DEPRECATION_HEADERS : {}),
    ...(route.access === 'key' ? LIMIT_HEADERS : {}),
  };
  if (answer.kind === 'csv') {
    return { description: answer.description, headers, content: { [MEDIA_TYPES.csv]: TEXT } };
  }
  if (answer.kind === 'export') {
    const content = filesOf(answer.components);
    return { description: route.summary, headers: { ...headers, ...EXPORT_HEADERS }, content };
  }
  const json = { [MEDIA_TYPES.json]: { schema: answer.schema } };
  if (answer.kind === 'object') return { description: route.summary, headers, content: json };
  return {
    description: route.summary,
    headers: { ...headers, ...LIST_HEADERS },
    content: { ...json, ...filesOf(answer.components) },
  };
}

/**
 * The same rows as text and as bytes. Their schema allows no JSON value, since the body is none: generators of typed clients,
 * which take the union of what all media types hold, keep the JSON answer as it is, and others are read as such (`parseAs: 'text'`).
 */
function filesOf(components: Components) {
  const [name = ''] = Object.keys(components);
  const text = (type: string, row: object) => ({
    type: 'string',
    enum: [],
    contentMediaType: type,
    ...row,
  });
  return {
    [MEDIA_TYPES.csv]: {
      schema: text(MEDIA_TYPES.csv, {
        description: 'A header line, and a line for each row. Not JSON: read it as text.',
      }),
    },
    [MEDIA_TYPES.ndjson]: {
      schema: text(MEDIA_TYPES.ndjson, {
        contentSchema: Type.Ref(`${name}#`),
        description: 'One line of JSON for each row. The whole is not JSON: read it as text.',
      }),
    },
    [MEDIA_TYPES.parquet]: {
      schema: text(MEDIA_TYPES.parquet, { description: 'A file of Apache Parquet: read it as bytes.' }),
    },
    [MEDIA_TYPES.arrow]: {
      schema: text(MEDIA_TYPES.arrow, { description: 'A stream of the Arrow IPC format: read it as bytes.' }),
    },
  };
}

function notModified(route: RestRoute) {
  return route.feeds ? { 304: { type: 'null', description: 'The client has this answer already.' } } : {};
}

function errorsOf(route: RestRoute): readonly ErrorCode[] {
  const path: ErrorCode[] = route.pathParams ? ['NOT_FOUND'] : [];
  const key: ErrorCode[] = route.access === 'key' ? ['KEY_MISSING', 'KEY_INVALID', 'KEY_REVOKED'] : [];
  const cost: ErrorCode[] = route.answer.kind === 'export' ? ['COST_EXCEEDED'] : [];
  return ['INVALID_PARAMETER', ...cost, ...key, ...path, 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'];
}

/** Problem answers by status; codes of one status share an entry. */
export function problems(codes: readonly ErrorCode[]): Readonly<Record<number, object>> {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  const entries = [...byStatus].map(([status, sharing]) => [
    status,
    {
      description: `${ERRORS[sharing[0] ?? 'INTERNAL'].title}: ${sharing.join(', ')}.`,
      ...(status === 429 ? { headers: { ...LIMIT_HEADERS, ...RETRY_HEADERS } } : {}),
      content: { 'application/problem+json': { schema: Type.Ref('Problem#') } },
    },
  ]);
  return Object.fromEntries(entries);
}

const TEXT = { schema: { type: 'string' } };

const header = (type: string, description: string): TSchema => ({ type, description });

const COMMON_HEADERS = {
  ETag: header('string', 'Strong tag of this representation; send it back in If-None-Match.'),
  'X-Request-Id': header('string', 'Identifier of the request.'),
  'X-As-Of': header('string', 'The moment as of which the server answered, when one was asked for.'),
  'X-As-Of-Precision': header(
    'string',
    'How far apart the versions are that are kept from that time, as an ISO 8601 duration: `PT1H`. Absent where all versions are kept.',
  ),
  'X-Snapshot': header('string', 'Value of `snapshot` that gives this answer again.'),
  'X-Unknown-Params': header('string', 'Parameters that were ignored.'),
  'X-History-Clamped': header('string', 'Start of the history window, when more was asked for.'),
};

const DEPRECATION_HEADERS = {
  Deprecation: header(
    'string',
    'Since when something that the request uses is deprecated (RFC 9745): `@` and epoch seconds.',
  ),
  Sunset: header('string', 'Time from which the deprecated feature may be gone (RFC 8594).'),
};

const LIST_HEADERS = {
  Link: header('string', 'Next page by keyset, `rel="next"`; absent on the last.'),
  'X-Total-Count': header('integer', 'Matching rows over all pages.'),
  'X-Limit-Clamped': header('integer', 'The most rows of a page, when more were asked for.'),
};

const EXPORT_HEADERS = {
  Link: header('string', 'The next file, `rel="next"`, where `limit` ended this one.'),
  'X-Export-Rows': header('integer', 'Rows of the whole file.'),
  'X-Export-Units': header(
    'integer',
    'Units that the export costs: one for every 1,000 rows. All but the first count only against the day.',
  ),
  Trailer: header('string', '`X-Export-Sent` follows the file: its rows, and the units that were charged.'),
};

const LIMIT_HEADERS = {
  'X-RateLimit-Limit': header('integer', 'Requests per minute.'),
  'X-RateLimit-Remaining': header('integer', 'Requests left in the running minute.'),
  'X-RateLimit-Reset': header('integer', 'End of the running window in epoch seconds.'),
};

const RETRY_HEADERS = { 'Retry-After': header('integer', 'Whole seconds to wait, at least 1.') };
