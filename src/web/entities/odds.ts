import { isOfFirst, isYesOrNo } from '../data/likeliest.ts';
import { isMarketOver } from '../data/market-over.ts';
import type { EntityOf } from '../data/state.ts';
import { day, instant } from '../ui/format.ts';
import type { LinePoint } from '../ui/line-point.ts';

type Market = EntityOf<'PredictionMarket'>;

/** Of outcomes other than a yes and a no the odds of the first are kept. */
export function saidOf({ outcomes, isResolved }: Pick<Market, 'outcomes' | 'isResolved'>): string {
  const what = isYesOrNo({ outcomes }) ? 'yes' : `“${outcomes?.[0]?.name}”`;
  return `Odds of ${what} at the end of each day (UTC)${isResolved ? '' : ', and now'}.`;
}

/** By day: a close stands for its day, and the odds of now for today, so that days are equally wide. */
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
  const now = isYesOrNo({ outcomes }) ? yesPrice : (outcomes?.[0]?.price ?? null);
  const newest = days.at(-1);
  if (now === null || observedAt === null || isResolved || !newest) return days;
  const today = Math.floor(instant(observedAt) / DAY) * DAY;
  return today <= newest.at ? days : [...days, { at: today, value: now * 100 }];
}

type Changed = Pick<
  Market,
  | 'outcomes'
  | 'yesPrice'
  | 'oneDayChange'
  | 'priceHistory'
  | 'observedAt'
  | 'isResolved'
  | 'active'
  | 'endDate'
>;

/** Null where trading is over, or where the odds in the head are not those of the first outcome: platforms state the change of that one alone. */
export const dayChangeOf = (market: Changed): number | null =>
  isStated(market) ? market.oneDayChange : null;

/** How odds changed, and since the close of which day. */
interface WeekChange {
  readonly change: number;
  /** `2026-11-20`. */
  readonly since: string;
}

/** Since the newest day that had ended seven days before the odds of now; null where the history begins later. */
export function weekChangeOf(market: Changed): WeekChange | null {
  const { yesPrice, observedAt, priceHistory } = market;
  if (!isStated(market) || yesPrice === null || observedAt === null) return null;
  const until = instant(observedAt) - 7 * DAY;
  const ended = (priceHistory.nodes ?? []).filter(({ openAt }) => instant(openAt) + DAY <= until);
  const newest = ended.toSorted((one, other) => instant(other.openAt) - instant(one.openAt))[0];
  return newest ? { change: yesPrice - newest.close, since: day(newest.openAt) } : null;
}

const DAY = 86_400_000;

const isStated = (market: Changed): boolean => !isMarketOver(market) && isOfFirst(market);
