import type {
  InsiderDealFragment,
  RecentPricesFragment,
} from '../../../schema/operations/generated/graphql.ts';
import { day, dollars, instant, money, short } from '../ui/format.ts';
import type { LineMark, LinePoint } from '../ui/line-point.ts';
import { pricePaidToday } from './deal-figures.ts';

export type Deal = InsiderDealFragment;

/** The newest price of a company and its closes. */
export type Prices = RecentPricesFragment;

/** What a purchase or a sale for money cost a share of today; null where that is not known. */
export function paidToday(deal: Deal, prices: Prices | null | undefined): number | null {
  const { ticker, tradeDate, pricePerShare, transactionDirection } = deal;
  if (!prices || ticker !== prices.symbol || tradeDate === null) return null;
  if (!pricePerShare || transactionDirection === 'OTHER') return null;
  // Bars as they were traded are on as many scales as there were splits.
  if (prices.bars.source?.adjusted === 'RAW') return null;
  return pricePaidToday(pricePerShare, day(tradeDate), prices.bars.nodes ?? []);
}

/** Closes of the days, oldest first. */
export const closesOf = (prices: Prices | null | undefined): readonly LinePoint[] =>
  (prices?.bars.nodes ?? [])
    // On its day, as trades are: the close itself is made in the evening.
    .map(({ day: of, closeAt, close }) => ({ at: instant(of ?? closeAt), value: close }))
    .toReversed();

/** Where purchases and sales for money stand on the line of closes. Those of a day cover each other: each says all of them. */
export function marksOf(deals: readonly Deal[], prices: Prices | null | undefined): readonly LineMark[] {
  const placed = deals.flatMap((deal) => {
    const value = paidToday(deal, prices);
    if (value === null || deal.tradeDate === null) return [];
    const tone = deal.transactionDirection === 'BUY' ? ('up' as const) : ('down' as const);
    return [{ at: instant(deal.tradeDate), value, tone, said: saidOf(deal, deal.tradeDate) }];
  });
  const days = Map.groupBy(placed, ({ at }) => at);
  return placed.map((mark) => ({
    ...mark,
    said: (days.get(mark.at) ?? []).map(({ said }) => said).join('\n'),
  }));
}

/** `Yewbarrow Leopold bought 64.7K at $25.80, $1.7M, 2026-11-24`. */
function saidOf(deal: Deal, tradeDate: string): string {
  const { insiderName, transactionDirection, shares, pricePerShare, value } = deal;
  const did = transactionDirection === 'BUY' ? 'bought' : 'sold';
  const what = [
    `${insiderName ?? 'An insider'} ${did}${shares === null ? '' : ` ${short(shares)}`}`,
    pricePerShare ? ` at ${dollars(pricePerShare)}` : '',
  ].join('');
  return [what, value ? money(value) : [], day(tradeDate)].flat().join(', ');
}
