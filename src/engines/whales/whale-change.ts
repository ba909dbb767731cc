import { createHash } from 'node:crypto';
import { knownAbout, knownExactly } from '../../feed/known.ts';
import type { EVENT_TYPES, WhaleActivity } from '../../feeds/whales/feed.ts';

/** The vocabulary of `event_type`. */
export type EventType = (typeof EVENT_TYPES)[number];

export type Platform = 'hyperliquid' | 'polymarket' | 'manifold';

/** What some platforms say of a change; absent where they do not. */
export type WhaleFacts = Partial<
  Pick<
    WhaleActivity,
    | 'entry_price'
    | 'closed_pnl'
    | 'unrealized_pnl'
    | 'fee'
    | 'is_liquidation'
    | 'leverage'
    | 'account_value'
    | 'transaction_hash'
    | 'market_slug'
    | 'outcome_index'
    | 'probability_before'
    | 'probability_after'
    | 'limit_probability'
  >
>;

const NO_FACTS: Required<WhaleFacts> = {
  entry_price: null,
  closed_pnl: null,
  unrealized_pnl: null,
  fee: null,
  is_liquidation: null,
  leverage: null,
  account_value: null,
  transaction_hash: null,
  market_slug: null,
  outcome_index: null,
  probability_before: null,
  probability_after: null,
  limit_probability: null,
};

/** A change of one position, before it is decided whether it is worth an event. */
export interface PositionChange {
  readonly platform: Platform;
  readonly address: string;
  readonly name: string | null;
  readonly title: string;
  readonly outcome: string | null;
  readonly type: EventType;
  /** Absolute sizes in units of the instrument; null: the source does not say, and it cannot be computed. */
  readonly size: number | null;
  readonly prevSize: number | null;
  /** Whether the platform says the sizes, or trades seen add up to them. */
  readonly sizeBasis: NonNullable<WhaleActivity['size_basis']>;
  /** Units that changed hands, absolute. */
  readonly moved: number;
  /** USD a unit at the event; mana on Manifold. */
  readonly price: number;
  readonly instrument: NonNullable<WhaleActivity['instrument']>;
  readonly priceBasis: NonNullable<WhaleActivity['price_basis']>;
  /** What the platform says beyond that. */
  readonly facts: WhaleFacts;
  readonly at: Date;
  /** What makes the event the same one on every run: the names of the inputs it follows from. */
  readonly identity: readonly (string | number)[];
}

/** Sums of decimals without the dust of doubles; no platform has finer units. */
export const rounded = (value: number): number => Number(value.toFixed(8)) || 0;

/**
 * `100 × (size − prev) ÷ prev`, null where nothing was held before or it is not known. From 200 to 150: −25. Of
 * absolute sizes, so a short position that grows changes by a positive share.
 */
export function changePct({ size, prevSize }: Pick<PositionChange, 'size' | 'prevSize'>): number | null {
  if (size === null || prevSize === null || prevSize === 0) return null;
  return Number(((100 * (size - prevSize)) / prevSize).toFixed(4));
}

/** Which changes become events. */
export interface Thresholds {
  /** Smallest worth by platform, in USD (mana on Manifold); null: no events of that platform. */
  readonly minValue: Readonly<Record<Platform, number | null>>;
  /** Smallest change in percent of the position, unless the change itself is worth `minValue`. */
  readonly minChangePct: number;
}

/**
 * A change is worth an event when the larger of the positions before and after it (the trade, where neither is known)
 * is worth `minValue`, and it is no trifle: an entry, an exit, an unknown share, at least `minChangePct`, or itself
 * worth `minValue`. A market maker's fill of 60 in a position of 13,417 (0.45 %) is left out at 0.5 %.
 */
export function isEvent(change: PositionChange, { minValue, minChangePct }: Thresholds): boolean {
  const least = minValue[change.platform];
  if (least === null) return false;
  const largest = Math.max(change.size ?? 0, change.prevSize ?? 0, change.moved);
  if (cents(largest * change.price) < least) return false;
  const pct = changePct(change);
  return pct === null || Math.abs(pct) >= minChangePct || cents(change.moved * change.price) >= least;
}

/** Providers give a trade of 1,000 USD a price that makes it 999.9999. */
const cents = (value: number): number => Number(value.toFixed(2));

/**
 * The record. `value` is `moved × price` in USD: an exit that sold 70,000 tokens at 0.9775 is worth 68,425, though nothing is
 * held after it. `position_value` is `size × price`, null where the position is not known. Of perpetuals both are
 * notional: what the position stands for, not the margin behind it. Mana is no money: all three are null on Manifold.
 */
export function toActivity(change: PositionChange): WhaleActivity {
  const hash = createHash('sha256').update(JSON.stringify(change.identity)).digest('hex');
  const isMoney = change.platform !== 'manifold';
  const usd = (units: number) => (isMoney ? cents(units * change.price) : null);
  return {
    id: `${change.platform}-${hash.slice(0, 24)}`,
    address: change.address,
    whale_name: change.name,
    source: change.platform,
    event_type: change.type,
    title: change.title,
    outcome: change.outcome,
    size: change.size,
    prev_size: change.prevSize,
    change_pct: changePct(change),
    value: usd(change.moved),
    created_at: change.at,
    // What snapshots show may have happened at any time since the one before.
    ...(change.priceBasis === 'MARK' ? knownAbout(change.at) : knownExactly(change.at)),
    instrument: change.instrument,
    size_basis: change.size === null ? null : change.sizeBasis,
    moved: change.moved,
    price: isMoney ? significant(change.price) : null,
    price_basis: change.priceBasis,
    position_value: change.size === null ? null : usd(change.size),
    ...NO_FACTS,
    ...change.facts,
  };
}

/** An average of fills without the dust of doubles. */
const significant = (price: number): number => Number(price.toPrecision(12));
