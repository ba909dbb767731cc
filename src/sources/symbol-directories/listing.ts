import { createHash } from 'node:crypto';
import { type DirectoryName, type Listing, listings } from '../../feeds/symbols/feed.ts';
import type { Completion, Item } from '../format.ts';

/** Kind of the references for captures of directories; the key is directory and moment: `sec|2025-12-14T00:00:00.000Z`. */
export const DIRECTORY_CAPTURES = 'directory-captures';

/** What a directory says of one symbol. */
export type Listed = Pick<Listing, 'symbol' | 'name' | 'asset_type'> &
  Partial<Pick<Listing, 'exchange' | 'issuer_cik' | 'coin_id' | 'is_etf'>>;

/** That a directory was captured whole: a symbol that is missing from it holds no longer. */
export const captureItem = (directory: DirectoryName, at: Date): Item => ({
  kind: 'reference',
  reference: DIRECTORY_CAPTURES,
  key: `${directory}|${at.toISOString()}`,
  value: true,
});

/**
 * One symbol in one capture. A symbol that passes to another company, or a company that takes another name, makes another
 * record: each says for how long symbol and name went together.
 */
export function listingItem(directory: DirectoryName, listed: Listed, at: Date): Item {
  const { symbol, name, issuer_cik = null, coin_id = null } = listed;
  const whose = createHash('sha256')
    .update(JSON.stringify([issuer_cik, coin_id, name]))
    .digest('hex')
    .slice(0, 12);
  const record: Omit<Listing, 'known_from' | 'known_precision'> = {
    exchange: null,
    is_etf: null,
    ...listed,
    issuer_cik,
    coin_id,
    id: `${directory}:${symbol}:${whose}`,
    directory,
    also: listed.asset_type === 'stock' ? gluedClass(symbol) : null,
    valid_from: null,
    valid_to: null,
    first_seen: at,
    last_seen: at,
  };
  return { kind: 'record', record };
}

/** `BRKB` of `BRK-B`, `BRK.B`: some write a class without its mark. Only what a directory lists is read so. */
function gluedClass(symbol: string): string | null {
  const [, stem, series] = /^([A-Z]{1,4})[-.]([A-Z])$/.exec(symbol) ?? [];
  return stem === undefined || series === undefined ? null : stem + series;
}

/** Works out for how long each symbol holds from the captures there are, whichever was imported first. */
export const listingCompletion: Completion = {
  feed: listings,
  references: [DIRECTORY_CAPTURES],
  completer(references) {
    const captures = new Map<string, Date[]>();
    for (const key of [...(references.get(DIRECTORY_CAPTURES)?.keys() ?? [])].sort()) {
      const [directory = '', at = ''] = key.split('|');
      captures.set(directory, [...(captures.get(directory) ?? []), new Date(at)]);
    }
    return (record) => {
      const listing = record as Listing; // records of a completion's feed are that feed's
      const { first_seen: first, last_seen: last } = listing;
      if (!first || !last) return record;
      const of = captures.get(listing.directory) ?? [];
      return {
        ...listing,
        valid_from: of.some((at) => at < first) ? first : null,
        valid_to: of.find((at) => at > last) ?? null,
      };
    };
  },
};
