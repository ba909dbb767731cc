import { type Category, categoryOf } from '../prediction/category.ts';
import type { Entry } from '../prediction/entry.ts';
import { binaryPrices, type LeftOut, questionOf, YES_AND_NO } from '../prediction/market.ts';
import type { ObservedMarket, Resolution } from '../prediction/observed-market.ts';
import { kalshiPrices, statedAmount } from './price.ts';

/** What an event says of its markets. */
export interface KalshiEvent {
  readonly ticker: string | null;
  readonly title: string | null;
  readonly category: Category | null;
  readonly updatedAt: Date | null;
}

export const NO_EVENT: KalshiEvent = { ticker: null, title: null, category: null, updatedAt: null };

export function kalshiEvent(entry: Entry): KalshiEvent {
  return {
    ticker: entry.text('event_ticker'),
    title: plain(entry.text('title')),
    category: categoryOf({ categories: [entry.text('category')] }),
    updatedAt: entry.instant('last_updated_ts'),
  };
}

/**
 * A market of one of three generations: integer cents beside `_dollars` texts (2025), `_dollars` and `_fp` texts alone
 * (2026), and, in files that were re-shaped, plain numbers in dollars, which shows by neither text being there. For its
 * prices see `kalshiPrices`. Volumes are contracts of 1 USD each.
 *
 * `updated_time` is the last change of the terms, trades do not move it, so the time of the answer goes before it; in a
 * file it is the earliest time the capture can be of. The 2025 generation states no such time.
 */
export function kalshiMarket(
  entry: Entry,
  event: KalshiEvent,
  capturedAt: Date | null,
): ObservedMarket | LeftOut {
  const status = entry.need('status', entry.text('status'));
  const active = status === 'active' || status === 'open';
  const { price, notes, ...prices } = kalshiPrices(entry, active);
  const liquidity = statedAmount(entry, 'liquidity').value;
  // Since 2026 Kalshi writes 0, whatever the book holds; settled markets of before have remainders below it.
  const isFilled = liquidity !== null && liquidity > 0;
  const title = entry.need('title', plain(entry.text('title')));
  return {
    id: entry.id('ticker'),
    eventTitle: event.title,
    question: fullQuestion(title, plain(entry.text('yes_sub_title'))),
    outcomePrices: binaryPrices(price),
    outcomeNames: YES_AND_NO,
    volume: contracts(entry, 'volume'),
    volume24h: contracts(entry, 'volume_24h'),
    volumeUnit: 'contracts',
    openInterest: statedContracts(entry, 'open_interest'),
    liquidity: isFilled ? liquidity : null,
    category: categoryOf({ categories: [entry.text('category')] }) ?? event.category,
    active,
    endDate: entry.instant('close_time'),
    eventId: entry.text('event_ticker') ?? event.ticker,
    resolution: resolutionOf(entry, status),
    rules: rulesOf(entry),
    observedAt: capturedAt ?? entry.instant('updated_time') ?? event.updatedAt,
    notes: (liquidity ?? 0) < 0 ? [...notes, 'negative liquidity, taken as unknown'] : notes,
    ...prices,
  };
}

/** `determined` can still be disputed (https://docs.kalshi.com/getting_started/market_lifecycle). */
function resolutionOf(entry: Entry, status: string): Resolution {
  const result = entry.text('result');
  const paid = entry.price('settlement_value', statedSettlement(entry));
  return {
    isResolved: status === 'finalized' || status === 'settled',
    at: entry.instant('settlement_ts'),
    result: result === null ? null : (RESULTS[result]?.name ?? result),
    settlementPrice: paid ?? (result === null ? null : (RESULTS[result]?.pays ?? null)),
  };
}

const RESULTS: Readonly<Record<string, { readonly name: string; readonly pays: number }>> = {
  yes: { name: 'Yes', pays: 1 },
  no: { name: 'No', pays: 0 },
};

/** The older of the two is in cents. */
function statedSettlement(entry: Entry): number | null {
  const cents = entry.number('settlement_value');
  return entry.decimal('settlement_value_dollars') ?? (cents === null ? null : cents / 100);
}

const rulesOf = (entry: Entry): string | null =>
  [entry.text('rules_primary'), entry.text('rules_secondary')].filter((text) => text !== null).join(' ') ||
  null;

const contracts = (entry: Entry, field: string): number | null =>
  entry.need(field, statedContracts(entry, field));

const statedContracts = (entry: Entry, field: string): number | null =>
  entry.amount(field, entry.decimal(`${field}_fp`) ?? entry.number(field));

/** Some titles name the alternative ("Will Cai Qi become …"), others are the same for all of an event. */
function fullQuestion(title: string, alternative: string | null): string {
  const isNamed =
    alternative !== null && new RegExp(`(?<!\\w)${RegExp.escape(alternative)}(?!\\w)`, 'i').test(title);
  return isNamed ? title : questionOf(title, alternative);
}

/** Kalshi sets the alternative in bold. */
const plain = (text: string | null): string | null => text?.replaceAll('**', '') ?? null;
