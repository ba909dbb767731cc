import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

/** What a parsed document takes for each character of its text: 80 to 150 bytes by measurement. */
const BYTES_A_CHARACTER = 150;
const MAX_BYTES = 24 * 1024 * 1024;

/** Documents that were parsed, by their texts; the ones used longest ago are forgotten. */
export interface KnownDocuments {
  /** For yoga: what it parsed, and what it could not parse. */
  readonly documentCache: LRUCache<string, DocumentNode>;
  readonly errorCache: LRUCache<string, Error>;
  /** The document of this text, if it was executed before: it is valid and within the limits. */
  executed(text: string): DocumentNode | undefined;
  /** Remembers what comes to be executed. */
  readonly plugin: Plugin;
}

export function createKnownDocuments(): KnownDocuments {
  const sized = {
    maxSize: MAX_BYTES,
    sizeCalculation: (_: unknown, text: string) => BYTES_A_CHARACTER * text.length + 1,
  };
  const documentCache = new LRUCache<string, DocumentNode>(sized);
  const executed = new WeakSet<DocumentNode>();
  return {
    documentCache,
    errorCache: new LRUCache<string, Error>(sized),
    executed(text) {
      const document = documentCache.get(text);
      return document && executed.has(document) ? document : undefined;
    },
    plugin: {
      onExecute({ args }) {
        executed.add(args.document);
      },
    },
  };
}
