import type { CongressTrade } from '../../feeds/congress/feed.ts';
import { STOCK_ACT } from '../../feeds/congress/stock-act.ts';

type Days = Pick<CongressTrade, 'transaction_date' | 'notification_date'>;

/** The days a report states. */
type StatedDays = Pick<CongressTrade, 'traded_on' | 'notified_on'>;

/**
 * The days of a trade as far as they can be, beside the day its report was filed, which the chamber stamps. Members type the
 * others: a trade lies not after its report, and the notification of it between both. What cannot be is null.
 */
export function daysOf({ traded_on, notified_on }: StatedDays, filedOn: string | null): Days {
  const traded = faultOfDisclosure(filedOn, traded_on) === TRADED_LATER ? null : traded_on;
  const isNotified =
    notified_on !== null &&
    faultOfDisclosure(notified_on, traded) === null &&
    (filedOn === null || notified_on <= filedOn);
  return { transaction_date: traded, notification_date: isNotified ? notified_on.slice(0, 10) : null };
}

const TRADED_LATER = 'disclosure dated before the trade';

/** Why a day cannot be the one a trade was disclosed on, or its filer notified of it; null when it can. Local date-times. */
export function faultOfDisclosure(disclosedOn: string | null, tradedOn: string | null): string | null {
  if (disclosedOn === null) return null;
  if (disclosedOn < STOCK_ACT) return 'disclosure dated before the STOCK Act';
  return tradedOn !== null && disclosedOn < tradedOn ? TRADED_LATER : null;
}
