import type { TSchema } from 'typebox';
import type { Caller } from '../core/access/caller.ts';
import type { OpenExport } from '../core/read/exports.ts';
import type { Deprecation } from '../feed/deprecation.ts';
import type { AnyRecord, Feed } from '../feed/feed.ts';
import type { FileFormat, Format } from './formats/accept.ts';
import type { Params, Query } from './request/param.ts';

/** A GET route of REST, as data: serving it and describing it in OpenAPI both start here. */
export interface RestRoute {
  /** In Fastify's spelling: `/api/scorecards/:scorecard/latest`. */
  readonly path: string;
  /** `key`: metered by key. `open`: keyless, best effort. */
  readonly access: 'key' | 'open';
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: Deprecation;
  /** Section of the reference. */
  readonly tag: string;
  readonly pathParams?: readonly PathParam[];
  readonly params: Params;
  /** What the route answers; a list also as CSV, NDJSON, Parquet and Arrow. */
  readonly answer: AnswerSchema;
  /** Feeds the answer is made of; its ETag moves with them. Undefined: the answer has no ETag. */
  readonly feeds?: readonly Feed[];
  /** False: it is made of more than rows of feeds, which is not kept as it was. */
  readonly bySnapshot?: false;
  /** Throws NOT_FOUND for path values that name nothing, before any parameter is looked at. */
  readonly checkPath?: (path: PathValues) => void;
  /** Reads the parameters; throws INVALID_PARAMETER. Nothing is queried before `run`. */
  readonly prepare: (request: RestRequest) => Prepared;
}

export type AnswerSchema =
  | { readonly kind: 'object'; readonly schema: TSchema; readonly components?: Components }
  | { readonly kind: 'list'; readonly schema: TSchema; readonly components: Components }
  | { readonly kind: 'csv'; readonly description: string }
  | { readonly kind: 'export'; readonly components: Components };

/** Named schemas: `#/components/schemas/Signal`. */
export type Components = { readonly [name: string]: TSchema };

export interface PathParam {
  readonly name: string;
  readonly description: string;
  readonly schema: TSchema;
}

export type PathValues = Readonly<Record<string, string>>;

export interface RestRequest {
  readonly caller: Caller;
  readonly path: PathValues;
  /** The path as the client wrote it, for links. */
  readonly pathname: string;
  readonly query: Query;
}

export interface Prepared {
  /** What was asked in canonical form: equal for requests that mean the same, without any of the view's times. */
  readonly canonicalQuery: unknown;
  /** Whether the answer moves with the clock beyond the view's cut-offs: look-backs and windows. */
  readonly timed?: boolean;
  /** Whether rows leave the answer when they become stale. */
  readonly lapses?: boolean;
  readonly headers?: Headers;
  /** Format that a parameter asks for. Default: the one that `Accept` prefers. */
  readonly format?: Format;
  readonly run: (format: Format) => Promise<Answer>;
}

export type Headers = Readonly<Record<string, string>>;

export type Answer =
  | { readonly kind: 'object'; readonly body: unknown; readonly headers?: Headers }
  | {
      readonly kind: 'list';
      /** The whole JSON answer. */
      readonly body: AnyRecord;
      readonly rows: readonly AnyRecord[];
      readonly item: TSchema;
      readonly headers?: Headers;
    }
  | { readonly kind: 'stream'; readonly chunks: AsyncIterable<string>; readonly headers?: Headers }
  | {
      readonly kind: 'export';
      /** Of the file, without its ending. */
      readonly name: string;
      /** @param signal ends everything under way. */
      readonly open: (format: FileFormat, signal: AbortSignal) => Promise<OpenExport>;
      /** `Link` to the file behind this one. */
      readonly nextLink: (cursor: string) => string;
    };
