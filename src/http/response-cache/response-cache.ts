import { LRUCache } from 'lru-cache';
import type { View } from '../../core/access/view.ts';
import type { CachePolicy } from '../reply.ts';
import type { EncodedBody } from '../response/encoded-body.ts';
import type { Encoding } from '../response/etag.ts';
import { createAdmissionFilter } from './admission-filter.ts';

/** A response as it goes out, but for what each request has its own of. */
export interface CachedResponse extends CachePolicy {
  readonly status: 200 | 304;
  /** Names and values in turn, without rate limits, request id, length and, in a 304, the tag. */
  readonly headers: readonly string[];
  readonly body: EncodedBody;
  /** Name of the GraphQL operation, for the log line. */
  readonly operation: string | undefined;
}

/** A response has a variant for each content coding, and one without a body. */
export type Variant = Encoding | 'not modified' | null;

/** Responses in memory; the least recently used ones are evicted first. */
export interface ResponseCache {
  /** The response under this key, if it is still fresh for callers of this view. */
  find(key: string, variant: Variant, view: View): CachedResponse | undefined;
  /**
   * Whether a response of so many bytes is worth its memory: while there is room all are, and then those that were asked for
   * before or are waited for. So a sweep of requests that come once neither evicts the others nor has the garbage collector
   * carry their responses around.
   */
  admits(key: string, variant: Variant, bytes: number): boolean;
  set(key: string, variant: Variant, response: CachedResponse): void;
  /**
   * Single-flight: while another request makes the response under this key. Resolves to whether it was cached; it may be
   * stale by then.
   */
  inFlight(key: string, variant: Variant): Promise<boolean> | undefined;
  /** From here on others wait for `end`. */
  begin(key: string, variant: Variant): InFlight;
  /** Counted bytes of the responses. */
  bytes(): number;
  /** Number of responses. */
  size(): number;
  readonly counts: CacheCounts;
}

/** A response that is being made. */
export interface InFlight {
  /** Lets those go on who wait for it. */
  end(isCached: boolean): void;
}

/** Since the start, for the metrics. */
export interface CacheCounts {
  /** Requests answered from the cache, and those that could have been but were not there. */
  hits: number;
  misses: number;
  /** Responses that made room for others, and those found to be stale. */
  evicted: number;
  stale: number;
}

interface Entry {
  readonly ended: PromiseWithResolvers<boolean>;
  isAwaited: boolean;
}

/** What an entry takes besides its texts and bytes, by measurement rounded up. */
const ENTRY_BYTES = 1_000;
/** The same with key and headers, which are not known before it is made, but for unusual ones. */
const MOST_BESIDES_BYTES = 4_000;

export function createResponseCache(maxBytes: number): ResponseCache {
  const counts: CacheCounts = { hits: 0, misses: 0, evicted: 0, stale: 0 };
  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    dispose(_response, _key, reason) {
      if (reason === 'evict') counts.evicted += 1;
    },
    // One response must not evict all others.
    maxEntrySize: Math.ceil(maxBytes / 8),
    sizeCalculation: ({ headers, body }, key) =>
      ENTRY_BYTES + 2 * (key.length + headers.join('').length) + body.length,
  });
  const entries = new Map<string, Entry>();
  const filter = createAdmissionFilter();
  return {
    find(key, variant, view) {
      const place = placeOf(key, variant);
      const response = responses.get(place);
      if (response === undefined || response.versionStamp.isFresh(view)) return response;
      responses.delete(place);
      counts.stale += 1;
      return undefined;
    },
    admits(key, variant, bytes) {
      const place = placeOf(key, variant);
      const isRepeated = filter.isRepeated(place);
      const isRoom = responses.calculatedSize + MOST_BESIDES_BYTES + bytes <= maxBytes;
      return isRoom || isRepeated || (entries.get(place)?.isAwaited ?? false);
    },
    set: (key, variant, response) => void responses.set(placeOf(key, variant), response),
    inFlight(key, variant) {
      const entry = entries.get(placeOf(key, variant));
      if (entry) entry.isAwaited = true;
      return entry?.ended.promise;
    },
    begin(key, variant) {
      const place = placeOf(key, variant);
      const entry: Entry = { ended: Promise.withResolvers<boolean>(), isAwaited: false };
      entries.set(place, entry);
      return {
        end(isCached) {
          if (entries.get(place) === entry) entries.delete(place);
          entry.ended.resolve(isCached);
        },
      };
    },
    bytes: () => responses.calculatedSize,
    size: () => responses.size,
    counts,
  };
}

const placeOf = (key: string, variant: Variant): string => `${variant ?? 'plain'}\n${key}`;
