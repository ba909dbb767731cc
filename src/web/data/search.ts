import {
  type FoundThingFragment,
  SearchPageDocument,
  type SearchPageQuery,
} from '../../../schema/operations/generated/graphql.ts';
import { AlphaError, createClient } from '../../client/client.ts';
import { now } from '../clock.ts';
import { createBudget } from './budget.ts';
import { withoutClusterWord } from './cluster-word.ts';
import { FEEDS } from './feeds.ts';
import { readOpenFeed } from './open-feeds.ts';
import { readKey, windowMemory } from './session.ts';
import { unmarked } from './unmarked.ts';

export type Found = FoundThingFragment;
export type FoundMarket = NonNullable<SearchPageQuery['markets']['nodes']>[number];

interface Everything {
  readonly things: readonly Found[];
  /** The most traded first. */
  readonly markets: readonly FoundMarket[];
}

export type SearchAnswer =
  | ({ readonly state: 'found' } & Everything)
  /** Names are searched with a key alone; `symbol`: what is asked for, if the open feeds have it. */
  | { readonly state: 'keyless'; readonly symbol: string | null }
  /** The key has units again at this moment, epoch milliseconds. */
  | { readonly state: 'waits'; readonly until: number }
  | { readonly state: 'failed'; readonly why: string };

/** Milliseconds of no typing before it is asked: few units a minute are not spent on half words. */
const FEW_UNITS = 30;
const PATIENT_MS = 900;
const EAGER_MS = 180;

/** Searches names with the key of the session, within its budget; what was found once is not asked for again. */
export function createSearch() {
  const budget = createBudget(now, windowMemory);
  const known = new Map<string, Everything>();
  return {
    /** How long to wait for more letters. */
    typingMs: () => ((budget.minute()?.limit ?? FEW_UNITS) <= FEW_UNITS ? PATIENT_MS : EAGER_MS),
    async find(query: string): Promise<SearchAnswer> {
      const before = known.get(query);
      if (before) return { state: 'found', ...before };
      const key = readKey();
      if (key === null)
        return { state: 'keyless', symbol: await openSymbol(withoutClusterWord(query).toUpperCase()) };
      const waitMs = budget.waitMs(1);
      if (waitMs > 0) return { state: 'waits', until: now() + waitMs };
      budget.asked(1);
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
        if (code === 'RATE_LIMITED' && retryAfter !== undefined)
          return { state: 'waits', until: now() + retryAfter * 1_000 };
        return { state: 'failed', why: `${message}.` };
      }
    },
  };
}

const SYMBOL = /^[A-Z0-9][A-Z0-9.:/-]{0,19}$/;

/** A symbol that some open feed of assets has rows of; null: none does. */
async function openSymbol(symbol: string): Promise<string | null> {
  if (!SYMBOL.test(symbol)) return null;
  const { signals, insider, congress, outperformers } = FEEDS;
  const asked = [
    [signals, { symbol_in: `${symbol},${symbol}/USDT` }],
    [insider, { ticker: symbol }],
    [congress, { ticker: symbol }],
    [outperformers, { symbol }],
  ] as const;
  const answers = await Promise.all(
    asked.map(([{ open, type }, params]) => readOpenFeed(open, type, { limit: '1', ...params })),
  );
  return answers.some((answer) => answer.ok && answer.rows.length > 0) ? symbol : null;
}
