import type { AnyRecord } from '../../feed/feed.ts';
import { compare, type Filter } from '../../feed/query.ts';
import { toRest } from '../../feed/record.ts';
import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import type { Input, Item } from '../format.ts';
import type { SyncContext } from '../sync/provider.ts';
import { captureAt, type Platform } from './market.ts';

/** A walk over the open markets of a platform, which says nothing of those that closed since the walk before. */
export interface OpenScan {
  /** Hands items on and remembers the markets among them. */
  pass(items: Iterable<Item>): Generator<Item>;
  /**
   * Captures of the markets whose state the walk changes: those stored as active that it did not hold are closed, with
   * what was last known of them; those it holds as active that are stored otherwise are open again, for a list that
   * moves while it is paged may have missed one. To be asked for only when every page was read. Nothing follows from a
   * walk that held no market, or one that could not be read: it may be any of those that are missing.
   */
  changes(context: Pick<SyncContext, 'stored' | 'now'>): AsyncGenerator<Item>;
  /**
   * For a platform of which only a part is walked: captures that close those stored as active that the walk did not hold
   * and whose end has passed, as of that end, so that whatever is seen of them later counts more.
   */
  ended(context: Pick<SyncContext, 'stored' | 'now'>): AsyncGenerator<Item>;
}

export function createOpenScan(platform: Platform): OpenScan {
  const held = new Map<string, Input>();
  let isReadable = true;
  const isOfPlatform = compare(predictionMarkets.leaf('platform'), 'eq', platform);
  return {
    *pass(items) {
      for (const one of items) {
        if (one.kind === 'input') held.set(one.input.series, one.input);
        if (one.kind === 'rejected') isReadable = false;
        yield one;
      }
    },
    async *changes({ stored, now }) {
      if (!isReadable || held.size === 0) return;
      const at = now();
      const active = new Set<string>();
      for await (const batch of stored(predictionMarkets, all(isOfPlatform, isActive(true)))) {
        for (const record of batch) {
          const id = String(record.market_id);
          active.add(id);
          const data = held.get(id)?.data;
          if (data?.active !== true) yield item({ ...(data ?? dataOf(record)), active: false }, at);
        }
      }
      const others = [...held].flatMap(([id, { data }]) => (data.active && !active.has(id) ? [id] : []));
      const isOther = compare(predictionMarkets.leaf('market_id'), 'in', others);
      for await (const batch of stored(predictionMarkets, all(isOther, isActive(false)))) {
        for (const { market_id } of batch) {
          const data = held.get(String(market_id))?.data;
          if (data) yield item(data, at);
        }
      }
    },
    async *ended({ stored, now }) {
      const isOver = compare(predictionMarkets.leaf('end_date'), 'lte', now());
      for await (const batch of stored(predictionMarkets, all(isOfPlatform, isActive(true), isOver))) {
        for (const record of batch) {
          const { market_id: id, end_date: end } = record;
          if (!held.has(String(id)) && end instanceof Date) {
            yield item({ ...dataOf(record), active: false }, end);
          }
        }
      }
    },
  };
}

const all = (...of: readonly Filter[]): Filter => ({ op: 'and', of });
const isActive = (value: boolean) => compare(predictionMarkets.leaf('active'), 'eq', value);

const item = (data: Input['data'], at: Date): Item => ({ kind: 'input', input: captureAt(data, at) });

/** Inputs hold markets as REST shows them. */
const dataOf = (record: AnyRecord): Input['data'] => toRest(predictionMarkets, record);
