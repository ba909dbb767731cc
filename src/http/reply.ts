import type { Windows } from '../core/quota/usage.ts';
import type { VersionStamp } from '../core/read/versions.ts';

export type HeaderValue = string | number | string[];

/**
 * What a stage of the pipeline or a handler answers with. `finish` encodes the body and adds the headers that every answer
 * has, those of the request itself among them (its id, its rate limits).
 */
export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, HeaderValue | undefined>>;
  /** Text, bytes, a node or web stream, a `Response`; null: none. */
  readonly body: unknown;
  /** Null: the answer is for this request alone. */
  readonly cache: CachePolicy | null;
}

/**
 * Set by a handler: the response cache may send this answer to every caller of the same tier with the same request, as long
 * as its version stamp is fresh. The answer must show nothing of the key itself.
 */
export interface CachePolicy {
  readonly versionStamp: VersionStamp;
  /** Strong tag of the representation before compression. */
  readonly etag: string | null;
  /** Units a request reserves, and those it is charged in the end. */
  readonly units: { readonly requested: number; readonly actual: number };
  /** The end of the body where it reports the key's windows; each request gets its own. */
  readonly costSuffix: { readonly own: string; of(windows: Windows): string } | null;
}

/** An error in the shape of a surface. */
export interface RenderedError {
  readonly status: number;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}
