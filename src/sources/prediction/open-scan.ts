import type { AnyRecord } from '../../feed/feed.ts';
import { compare, type Filter } from '../../feed/query.ts';
import { toJsonRecord } from '../../feed/record.ts';
import { type Platform, predictionMarkets } from '../../feeds/prediction/feed.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import type { Input, Item, Mark, Parser } from '../format.ts';
import type { SyncContext } from '../sync/provider.ts';
import { captureAt, MARKET_KIND } from './market.ts';

/** A walk over the open markets of a platform, which says nothing of those that closed since the walk before. */
export interface OpenScan {
  /**
   * Hands the items of a page on and remembers which markets it holds. Where the page and the store differ about whether
   * a market is open, the page counts as of now: what was closed because it was missed is open again, unchanged as it is.
   */
  pass(items: Iterable<Item>): AsyncGenerator<Item>;
  /**
   * Captures that close the markets stored as active that the walk did not hold, with what was last known of them. To be
   * asked for only when every page was read. Nothing follows from a walk that held no open market, or one that could not
   * be read: it may be any of those that are missing.
   */
  missing(): AsyncGenerator<Item>;
  /**
   * For a platform of which only a part is walked: captures that close those stored as active that the walk did not hold
   * and whose end has passed, as of that end, so that whatever is seen of them later counts more.
   */
  ended(): AsyncGenerator<Item>;
}

/** Ids in one question to the store. */
const BATCH = 1_000;

/** Of the walk only ids are kept, however many pages it has. */
export function createOpenScan(
  platform: Platform,
  { stored, now }: Pick<SyncContext, 'stored' | 'now'>,
): OpenScan {
  const held = new Set<string>();
  let holdsOpen = false;
  let isReadable = true;
  const isOfPlatform = compare(predictionMarkets.leaf('platform'), 'eq', platform);

  async function* differing(page: ReadonlyMap<string, Input>): AsyncGenerator<Item> {
    const ids = [...page.keys()];
    yield walkMark(platform);
    for (let from = 0; from < ids.length; from += BATCH) {
      const isAsked = compare(predictionMarkets.leaf('market_id'), 'in', ids.slice(from, from + BATCH));
      for await (const batch of stored(predictionMarkets, isAsked)) {
        for (const { market_id, active } of batch) {
          const data = page.get(String(market_id))?.data;
          if (data && data.active !== active) yield* said(data, now());
        }
      }
    }
  }

  return {
    async *pass(items) {
      const page = new Map<string, Input>();
      for (const one of items) {
        if (one.kind === 'rejected') isReadable = false;
        if (one.kind === 'input') {
          page.set(one.input.series, one.input);
          held.add(one.input.series);
          holdsOpen ||= one.input.data.active === true;
        }
        yield one;
      }
      yield* differing(page);
    },
    async *missing() {
      if (!isReadable || !holdsOpen) return;
      yield walkMark(platform);
      for await (const batch of stored(predictionMarkets, all(isOfPlatform, isActive))) {
        for (const record of batch) {
          if (!held.has(String(record.market_id))) yield* said({ ...dataOf(record), active: false }, now());
        }
      }
    },
    async *ended() {
      yield walkMark(platform);
      const isOver = compare(predictionMarkets.leaf('end_date'), 'lte', now());
      for await (const batch of stored(predictionMarkets, all(isOfPlatform, isActive, isOver))) {
        for (const record of batch) {
          const { market_id: id, end_date: end } = record;
          if (!held.has(String(id)) && end instanceof Date) {
            yield* said({ ...dataOf(record), active: false }, end);
          }
        }
      }
    },
  };
}

const all = (...of: readonly Filter[]): Filter => ({ op: 'and', of });
const isActive = compare(predictionMarkets.leaf('active'), 'eq', true);

/** What is known of a market without the times at which it was: those are the capture's. */
function dataOf(record: AnyRecord): Input['data'] {
  const { observed_at, known_from, known_precision, ...data } = toJsonRecord(predictionMarkets, record);
  return data;
}

const ABOUT = { name: 'market-walk', version: 1, captures: 'state' } as const;

const walkMark = (platform: string): Mark => captureMark(ABOUT, `walk of the open markets of ${platform}`);

/** Entry of a walk: when it found a market open or closed, with what was known of it otherwise. */
interface Said {
  readonly at: string;
  readonly market: Input['data'];
}

function* said(market: Input['data'], at: Date): Generator<Item> {
  const entry: Said = { at: at.toISOString(), market };
  yield jsonEntry(String(market.market_id), entry);
  yield { kind: 'input', input: captureAt(market, at) };
}

/** Reads what walks said again. All but whether a market is open is as the capture of it before says by now. */
export const walkParser: Parser = {
  ...ABOUT,
  feed: predictionMarkets,
  looksBack: true,
  async *reread({ place, entries }, earlier) {
    yield captureMark(ABOUT, place);
    for await (const { content } of entries) {
      const { at, market } = JSON.parse(content) as Said; // written above
      const before = await earlier(MARKET_KIND, String(market.market_id), at);
      const known = Object.entries(before?.data ?? {}).filter(([, value]) => value !== null);
      yield* said({ ...market, ...Object.fromEntries(known), active: market.active }, new Date(at));
    }
  },
};
