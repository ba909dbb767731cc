import { type Category, categoryOf } from '../prediction/category.ts';
import type { Entry } from '../prediction/entry.ts';
import { binaryPrices, type LeftOut, type ObservedMarket, questionOf } from '../prediction/market.ts';

/** What an event says of its markets. */
export interface KalshiEvent {
  readonly title: string | null;
  readonly category: Category | null;
  readonly updatedAt: Date | null;
}

export const NO_EVENT: KalshiEvent = { title: null, category: null, updatedAt: null };

export function kalshiEvent(entry: Entry): KalshiEvent {
  return {
    title: plain(entry.text('title')),
    category: categoryOf({ categories: [entry.text('category')] }),
    updatedAt: entry.instant('last_updated_ts'),
  };
}

/**
 * A market of one of three generations: integer cents beside `_dollars` texts (2025), `_dollars` and `_fp` texts alone
 * (2026), and, in files that were re-shaped, plain numbers in dollars, which shows by neither text being there.
 *
 * The price is that of the last trade, also after settlement; Kalshi writes 0 where there was none, for no trade can be
 * made at 0. Quotes are not taken for it. Volumes are contracts of 1 USD each.
 *
 * `updated_time` is the last change of the terms, trades do not move it, so the time of the answer goes before it; in a
 * file it is the earliest time the capture can be of. The 2025 generation states no such time.
 */
export function kalshiMarket(
  entry: Entry,
  event: KalshiEvent,
  capturedAt: Date | null,
): ObservedMarket | LeftOut {
  const { price, notes } = lastPrice(entry);
  const title = entry.need('title', plain(entry.text('title')));
  const status = entry.need('status', entry.text('status'));
  return {
    id: entry.id('ticker'),
    eventTitle: event.title,
    question: fullQuestion(title, plain(entry.text('yes_sub_title'))),
    outcomePrices: binaryPrices(price),
    volume: contracts(entry, 'volume'),
    volume24h: contracts(entry, 'volume_24h'),
    category: categoryOf({ categories: [entry.text('category')] }) ?? event.category,
    active: status === 'active' || status === 'open',
    endDate: entry.instant('close_time'),
    observedAt: capturedAt ?? entry.instant('updated_time') ?? event.updatedAt,
    notes,
  };
}

function lastPrice(entry: Entry): { price: number | null; notes: readonly string[] } {
  const text = entry.decimal('last_price_dollars');
  if (text !== null) return { price: entry.price('last_price_dollars', text || null), notes: [] };
  const stated = entry.need('last_price', entry.number('last_price'));
  const isCents = entry.text('response_price_units') === 'usd_cent';
  const price = entry.price('last_price', isCents ? stated / 100 : stated);
  return { price: price || null, notes: isCents ? [] : ['price without a unit, taken as dollars'] };
}

function contracts(entry: Entry, field: string): number | null {
  const text = entry.decimal(`${field}_fp`);
  return entry.amount(field, text ?? entry.need(field, entry.number(field)));
}

/** Some titles name the alternative ("Will Cai Qi become …"), others are the same for all of an event. */
function fullQuestion(title: string, alternative: string | null): string {
  const isNamed =
    alternative !== null && new RegExp(`(?<!\\w)${RegExp.escape(alternative)}(?!\\w)`, 'i').test(title);
  return isNamed ? title : questionOf(title, alternative);
}

/** Kalshi sets the alternative in bold. */
const plain = (text: string | null): string | null => text?.replaceAll('**', '') ?? null;
