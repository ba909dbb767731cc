import type { TSchema } from 'typebox';
import type { Feed } from '../../feed/feed.ts';
import { type Params, readParams, type ValuesOf } from '../request/param.ts';
import type { Components, Headers, PathParam, PathValues, RestRequest, RestRoute } from '../route.ts';

export interface ObjectRouteOptions<P extends Params> {
  readonly path: string;
  /** Default: with a key. */
  readonly access?: RestRoute['access'];
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly pathParams?: readonly PathParam[];
  readonly checkPath?: (path: PathValues) => void;
  readonly params?: P;
  readonly schema: TSchema;
  readonly components?: Components;
  /** Undefined: live values without ETag. */
  readonly feeds?: readonly Feed[];
  readonly bySnapshot?: false;
  /** What the answer depends on besides path, parameters and data, e.g. the tier it names. */
  readonly canonicalQuery?: (request: RestRequest) => unknown;
  readonly timed?: boolean;
  readonly headers?: (request: RestRequest) => Headers;
  readonly read: (values: ValuesOf<P>, request: RestRequest) => Promise<unknown>;
}

/** A route that answers one JSON object. */
export function objectRoute<P extends Params>(options: ObjectRouteOptions<P>): RestRoute {
  const { path, operationId, tag, summary, description, schema, components } = options;
  const params = (options.params ?? {}) as P; // without params P is inferred as the empty set
  return {
    path,
    access: options.access ?? 'key',
    operationId,
    tag,
    summary,
    description,
    params,
    answer: { kind: 'object', schema, ...(components ? { components } : {}) },
    ...(options.pathParams ? { pathParams: options.pathParams } : {}),
    ...(options.checkPath ? { checkPath: options.checkPath } : {}),
    ...(options.feeds ? { feeds: options.feeds } : {}),
    ...(options.bySnapshot === false ? { bySnapshot: false } : {}),
    prepare: (request) => {
      const values = readParams(params, request.query);
      return {
        canonicalQuery: [values, options.canonicalQuery?.(request)],
        timed: options.timed ?? false,
        headers: options.headers?.(request) ?? {},
        run: async () => ({ kind: 'object', body: await options.read(values, request) }),
      };
    },
  };
}
