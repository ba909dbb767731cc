import type { VOLUME_UNITS } from '../../feeds/prediction/market-fields.ts';
import type { Category } from './category.ts';

/** What one capture of a provider says of one market. */
export interface ObservedMarket extends MarketFacts {
  /** The provider's own id. */
  readonly id: string;
  readonly eventTitle: string | null;
  readonly question: string;
  /** Prices of all outcomes, Yes first; empty where the provider states none. */
  readonly outcomePrices: readonly number[];
  readonly volume: number | null;
  readonly volume24h: number | null;
  readonly category: Category | null;
  readonly active: boolean;
  readonly endDate: Date | null;
  /** When what is said here was so; null when the platform does not say. */
  readonly observedAt: Date | null;
  /** What was taken as unknown although something is stated, or as something else than it says. */
  readonly notes?: readonly string[];
}

/** What some providers say and others do not; see the fields of the feed for what each means. */
export interface MarketFacts {
  /** In the order of the prices; left out or empty where the provider does not name outcomes. */
  readonly outcomeNames?: readonly string[];
  readonly eventId?: string | null;
  readonly slug?: string | null;
  readonly url?: string | null;
  /** Prices of Yes, see `Entry.quote`. */
  readonly bid?: number | null;
  readonly ask?: number | null;
  readonly lastTradePrice?: number | null;
  readonly oneDayChange?: number | null;
  readonly volumeUnit?: (typeof VOLUME_UNITS)[number] | null;
  readonly liquidity?: number | null;
  readonly openInterest?: number | null;
  readonly resolution?: Resolution;
  readonly participantCount?: number | null;
  /** Of Yes: lower quartile, median, upper quartile. */
  readonly forecastQuartiles?: readonly number[] | null;
  readonly rules?: string | null;
}

/** Null: the provider does not say. */
export interface Resolution {
  readonly isResolved: boolean | null;
  readonly at?: Date | null;
  readonly result?: string | null;
  readonly settlementPrice?: number | null;
}

export const NOT_RESOLVED: Resolution = { isResolved: false };
export const UNKNOWN_RESOLUTION: Resolution = { isResolved: null };

/** Results that are no outcome. */
export const MIXED = 'mixed';
export const CANCELLED = 'cancelled';

/** The data of a capture, in the shape of the feed's records. */
export function dataOf(marketId: string, platform: string, market: ObservedMarket): Record<string, unknown> {
  // Nothing can be traded in a market that is closed: what is left in its book is no offer.
  const bid = market.active ? (market.bid ?? null) : null;
  const ask = market.active ? (market.ask ?? null) : null;
  const resolution = market.resolution ?? UNKNOWN_RESOLUTION;
  return {
    market_id: marketId,
    platform,
    event_title: market.eventTitle,
    question: market.question,
    yes_price: market.outcomePrices[0] ?? null,
    outcome_prices: market.outcomePrices,
    volume: market.volume,
    volume_24h: market.volume24h,
    category_norm: market.category,
    active: market.active,
    end_date: market.endDate?.toISOString() ?? null,
    outcomes: outcomesOf(market),
    event_id: market.eventId ?? null,
    slug: market.slug ?? null,
    url: market.url ?? null,
    bid,
    ask,
    spread: bid === null || ask === null ? null : withoutNoise(ask - bid),
    last_trade_price: market.lastTradePrice ?? null,
    one_day_change: market.oneDayChange ?? null,
    volume_unit: market.volumeUnit ?? null,
    liquidity: market.liquidity ?? null,
    open_interest: market.openInterest ?? null,
    is_resolved: resolution.isResolved,
    resolved_at: resolution.at?.toISOString() ?? null,
    result: resolution.result?.slice(0, MAX_RESULT) ?? null,
    settlement_price: resolution.settlementPrice ?? null,
    participant_count: market.participantCount ?? null,
    forecast_quartiles: market.forecastQuartiles ?? null,
    rules: market.rules?.slice(0, MAX_RULES) ?? null,
  };
}

/** Most characters of texts of a feed that can be filtered, and of those that cannot. */
const MAX_RESULT = 400;
const MAX_RULES = 10_000;

function outcomesOf({ outcomeNames = [], outcomePrices }: ObservedMarket) {
  if (outcomeNames.length === 0) return null;
  return outcomeNames.map((name, index) => ({ name, price: outcomePrices[index] ?? null }));
}

/** Rounded to 12 digits, which removes the noise of binary fractions and nothing else. */
export const withoutNoise = (value: number): number => Math.round(value * 1e12) / 1e12 + 0; // no -0
