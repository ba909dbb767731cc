import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../errors.ts';

/** Documents that requests may name by their SHA-256 instead of sending them. */
export interface Documents {
  /** The document of this hash (hexadecimal). Throws PERSISTED_QUERY_NOT_FOUND: it has to be sent. */
  named(sha256: string): string;
  /**
   * Checks a document that was sent, with the hash that came along, and remembers it.
   * @throws BAD_REQUEST for a hash of something else, DOCUMENT_NOT_LISTED where only listed ones are executed.
   */
  take(query: string, sha256: string | undefined): void;
}

/** For documents of clients; the ones used longest ago are forgotten, and sent again. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Remembers what clients send, as Apollo and urql expect of automatic persisted queries. */
export function createDocuments(): Documents {
  const sent = new LRUCache<string, string>({
    maxSize: MAX_BYTES,
    sizeCalculation: (query) => 2 * query.length + 200,
  });
  return {
    named: (sha256) => sent.get(sha256) ?? notFound(),
    take(query, sha256) {
      if (sha256 === undefined) return;
      if (hashOf(query) !== sha256)
        throw new AppError('BAD_REQUEST', 'sha256Hash is not the hash of the query', { param: 'extensions' });
      sent.set(sha256, query);
    },
  };
}

/** Knows these documents and executes no others. */
export function createListedDocuments(queries: readonly string[]): Documents {
  const listed = new Map(queries.map((query) => [hashOf(query), query]));
  return {
    named: (sha256) => listed.get(sha256) ?? notFound(),
    take(query) {
      if (listed.has(hashOf(query))) return;
      throw new AppError(
        'DOCUMENT_NOT_LISTED',
        'this server runs only the documents on its list, and this document is not on it',
      );
    },
  };
}

function notFound(): never {
  // Clients know this very message, and send the document.
  throw new AppError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
}

const hashOf = (query: string): string => hash('sha256', query, 'hex');

/** The hash a request names its document by, as Apollo's and urql's clients send it. */
export function hashIn(extensions: unknown): string | undefined {
  const { persistedQuery } = (extensions ?? {}) as {
    readonly persistedQuery?: { readonly sha256Hash?: unknown } | null;
  };
  const sha256 = persistedQuery?.sha256Hash;
  return typeof sha256 === 'string' ? sha256 : undefined;
}
