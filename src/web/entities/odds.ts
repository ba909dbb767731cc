import type { EntityOf } from '../data/state.ts';
import { instant } from '../ui/format.ts';
import type { LinePoint } from '../ui/line-point.ts';

type Market = EntityOf<'PredictionMarket'>;
type Outcomes = Market['outcomes'];

/** A yes and a no, and not several outcomes. */
export const isOfTwo = (outcomes: Outcomes): boolean => (outcomes?.length ?? 0) <= 2;

/** Of several outcomes the odds of the first are kept. */
export function saidOf({ outcomes, isResolved }: Pick<Market, 'outcomes' | 'isResolved'>): string {
  const what = isOfTwo(outcomes) ? 'yes' : `“${outcomes?.[0]?.name}”`;
  return `Odds of ${what} at the end of each day (UTC)${isResolved ? '' : ', and now'}.`;
}

/** By day, and at last as they are now. */
export function oddsOf({
  priceHistory,
  outcomes,
  yesPrice,
  observedAt,
  isResolved,
}: Pick<
  Market,
  'priceHistory' | 'outcomes' | 'yesPrice' | 'observedAt' | 'isResolved'
>): readonly LinePoint[] {
  const days = (priceHistory.nodes ?? [])
    .map(({ openAt, close }) => ({ at: instant(openAt), value: close * 100 }))
    .toSorted((a, b) => a.at - b.at);
  const now = isOfTwo(outcomes) ? yesPrice : (outcomes?.[0]?.price ?? null);
  const newest = days.at(-1);
  if (now === null || observedAt === null || isResolved || !newest) return days;
  const at = instant(observedAt);
  return at <= newest.at ? days : [...days, { at, value: now * 100 }];
}

type Changed = Pick<
  Market,
  'outcomes' | 'yesPrice' | 'oneDayChange' | 'priceHistory' | 'observedAt' | 'isResolved'
>;

/** Null where the odds in the head are not those of the first outcome, which changes are stated of, or are final. */
export const dayChangeOf = (market: Changed): number | null =>
  isOfFirst(market) ? market.oneDayChange : null;

/** Since the newest day that had ended seven days before the odds of now; null where the history begins later. */
export function weekChangeOf(market: Changed): number | null {
  const { yesPrice, observedAt, priceHistory } = market;
  if (!isOfFirst(market) || yesPrice === null || observedAt === null) return null;
  const until = instant(observedAt) - 7 * DAY;
  const ended = (priceHistory.nodes ?? []).filter(({ openAt }) => instant(openAt) + DAY <= until);
  const newest = ended.toSorted((one, other) => instant(other.openAt) - instant(one.openAt))[0];
  return newest ? yesPrice - newest.close : null;
}

const DAY = 86_400_000;

const isOfFirst = ({ outcomes, isResolved }: Changed): boolean =>
  !isResolved && (isOfTwo(outcomes) || rankedOf({ outcomes })[0]?.name === outcomes?.[0]?.name);

/** More outcomes than a yes and a no, the likeliest first; of the two none. */
export const rankedOf = ({ outcomes }: Pick<Market, 'outcomes'>): NonNullable<Outcomes> =>
  outcomes && !isOfTwo(outcomes)
    ? outcomes.toSorted((one, other) => (other.price ?? -1) - (one.price ?? -1))
    : [];
