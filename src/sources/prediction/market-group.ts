import { createHash } from 'node:crypto';
import type { Platform } from '../../feeds/prediction/feed.ts';
import type { Input } from '../format.ts';
import type { Category } from './category.ts';

/** Under which facts about several markets are kept, where a platform states them apart from the markets; see `Input`. */
export const MARKET_GROUP = 'market-group';

/** What a group says of all its markets. */
export interface GroupFacts {
  readonly event_title: string | null;
  readonly category_norm: Category | null;
}

/** What an event or a series said at a time; null when the platform does not say at which. */
export function groupAt(platform: Platform, ticker: string, facts: GroupFacts, at: Date | null): Input {
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
  const key = `${at?.toISOString() ?? ''}/${hash}`;
  return { kind: MARKET_GROUP, series: `${platform}:${ticker}`, key, data: { ...facts } };
}

/**
 * Groups of a market, the nearest first. Kalshi's tickers are made of each other: `KXELONMARS` is a series, `KXELONMARS-99` its
 * event, and a market has the ticker of its event or one that goes on from it. Kalshi's OpenAPI document calls the category of
 * events deprecated and points to that of the series (schema `EventData`).
 */
export function groupsOf(market: string): readonly string[] {
  const parts = market.startsWith('kalshi:') ? market.split('-') : [];
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}
