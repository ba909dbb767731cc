import type { Feed } from '../feed/feed.ts';
import type { SearchType } from '../feed/search-text.ts';
import type { View } from './access/view.ts';

/**
 * How a name matches what was searched for, the best first: it is the very name or symbol; it begins with it; it has all of
 * its words, the last one perhaps begun; or it has words that differ from them in a letter.
 */
export const SEARCH_MATCHES = ['EXACT', 'START', 'WORDS', 'SIMILAR'] as const;
export type SearchMatch = (typeof SEARCH_MATCHES)[number];

/** What is searched for. */
export interface NameQuery {
  /** Holds at least one word, see `searchWords`. */
  readonly text: string;
  readonly types: readonly SearchType[];
  /** Most hits. */
  readonly limit: number;
}

/** Something that has a name in view which matches. */
export interface NameHit {
  readonly type: SearchType;
  /** What identifies it among those of its type: key of an asset, slug, address, market id … */
  readonly key: string;
  /** The name that matches best. */
  readonly name: string;
  readonly match: SearchMatch;
}

/** The names that records give to things. */
export interface SearchIndex {
  /** Feeds whose records name something. */
  readonly feeds: readonly Feed[];
  /** Each thing once, the best match first. A name counts only where a record in view has it. */
  find(query: NameQuery, view: View): Promise<readonly NameHit[]>;
  /** What records in view call these assets last, by their keys; null where none names it. */
  assetNames(assets: readonly string[], view: View): Promise<readonly (string | null)[]>;
  /** Everything that records in view call them, in order. */
  assetAliases(assets: readonly string[], view: View): Promise<readonly (readonly string[])[]>;
}
