import { SearchPageDocument } from '../../../schema/operations/generated/graphql.ts';
import { AlphaError, createClient } from '../../client/client.ts';
import { now } from '../clock.ts';
import { createBudget } from './budget.ts';
import { withoutClusterWord } from './cluster-word.ts';
import type { Found, FoundMarket } from './found.ts';
import { TOO_OFTEN } from './open-feeds.ts';
import { type OpenFound, searchOpenFeeds } from './open-search.ts';
import { readKey, windowMemory } from './session.ts';
import { unmarked } from './unmarked.ts';

interface Everything {
  readonly things: readonly Found[];
  /** The most traded first. */
  readonly markets: readonly FoundMarket[];
}

export type SearchAnswer =
  | ({ readonly state: 'found' } & Everything)
  /** What the open feeds have. `until`: the key has units for the whole search then, epoch milliseconds; null: there is no key. */
  | ({ readonly state: 'open'; readonly until: number | null } & OpenFound)
  | { readonly state: 'failed'; readonly why: string };

/** Units of the minute that a search leaves for the next page. A stream leaves one more, for what is asked for on its page. */
const PAGE_UNITS = 2;
const UNREADABLE = 'The open feeds cannot be read right now.';
/** Milliseconds of no typing before it is asked: few units a minute are not spent on half words. */
const FEW_UNITS = 30;
const PATIENT_MS = 900;
const EAGER_MS = 180;

/**
 * Searches names with the key of the session, within its budget; while that has no units to spare, and without a key, in
 * the open feeds. What was found once is not asked for again.
 */
export function createSearch() {
  const budget = createBudget(now, windowMemory);
  const known = new Map<string, Everything>();
  const knownOpen = new Map<string, OpenFound>();
  const inOpenFeeds = async (query: string, until: number | null): Promise<SearchAnswer> => {
    try {
      const found = knownOpen.get(query) ?? (await searchOpenFeeds(withoutClusterWord(query)));
      if (found.isWhole) knownOpen.set(query, found);
      return { state: 'open', until, ...found };
    } catch (error) {
      if (!(error instanceof AlphaError)) throw error;
      if (until !== null) return { state: 'open', until, things: [], markets: [], isWhole: false };
      const isTooOften = error.code === 'RATE_LIMITED';
      return { state: 'failed', why: isTooOften ? `${TOO_OFTEN} Try again in a minute.` : UNREADABLE };
    }
  };
  return {
    /** How long to wait for more letters. */
    typingMs: () => ((budget.minute()?.limit ?? FEW_UNITS) <= FEW_UNITS ? PATIENT_MS : EAGER_MS),
    async find(query: string): Promise<SearchAnswer> {
      const before = known.get(query);
      if (before) return { state: 'found', ...before };
      const key = readKey();
      if (key === null) return inOpenFeeds(query, null);
      const waitMs = budget.waitMs(1, PAGE_UNITS);
      if (waitMs > 0) return inOpenFeeds(query, now() + waitMs);
      const refund = budget.asked(1);
      try {
        const client = createClient({ url: location.origin, key });
        const { data, cost } = await client.query(SearchPageDocument, { query: withoutClusterWord(query) });
        budget.told(cost, windowMemory.read()?.aheadMs ?? 0);
        const found = unmarked({ things: data.things.nodes ?? [], markets: data.markets.nodes ?? [] });
        known.set(query, found);
        return { state: 'found', ...found };
      } catch (error) {
        if (!(error instanceof AlphaError)) throw error;
        const { code, message, retryAfter } = error;
        refund();
        budget.refused(error);
        if (code === 'RATE_LIMITED' && retryAfter !== undefined)
          return inOpenFeeds(query, now() + retryAfter * 1_000);
        return { state: 'failed', why: `${message}.` };
      }
    },
  };
}
