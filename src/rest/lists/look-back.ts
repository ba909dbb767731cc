import { lookBackStart, nowOf, type View } from '../../core/access/view.ts';
import type { Feed } from '../../feed/feed.ts';
import { compare, type Filter } from '../../feed/query.ts';
import { integerParam, type Param } from '../request/param.ts';
import type { Headers, RestRequest } from '../route.ts';

const HOURS = { hours: 1, days: 24 } as const;

/** A hundred years: longer is a mistake, and not every such time is a date. */
export const MAX_DAYS = 36_500;

/** The start of the last `days` of a feed. */
export function daysBefore(feed: Feed, days: number, view: View): Date {
  return lookBackStart(feed, days * HOURS.days, view);
}

type Values<Name extends string> = { readonly [N in Name]: number | undefined };

/**
 * A parameter that leaves the half-open stretch `(now - n, now]` of the time that the feed is looked back on by, as a list
 * takes it (see `FeedListOptions`). Throws for a feed that declares none: a mistake of the declaration.
 */
export function lookBack<Name extends string>(name: Name, unit: keyof typeof HOURS, feed: Feed) {
  const { lookBack: time } = feed;
  if (time === null) throw new Error(`feed ${feed.module} has no time to look back on`);
  const maximum = (MAX_DAYS * HOURS.days) / HOURS[unit];
  const param = integerParam(`Number of ${unit} to look back.`, { minimum: 1, maximum });
  const since = (values: Values<Name>, { caller: { view } }: RestRequest): Date | undefined => {
    const length = values[name];
    return length === undefined ? undefined : lookBackStart(feed, length * HOURS[unit], view);
  };
  return {
    params: { [name]: param } as { readonly [N in Name]: Param<number | undefined> }, // its one name
    since,
    timed: (values: Values<Name>) => values[name] !== undefined,
    filter: (values: Values<Name>, request: RestRequest): Filter | undefined => {
      const start = since(values, request);
      const end = nowOf(feed, request.caller.view);
      return start && { op: 'and', of: [compare(time, 'gt', start), compare(time, 'lte', end)] };
    },
  };
}

/** Says so when the view begins after what was asked for. */
export function clampedHeader(from: Date | undefined, view: View): Headers {
  if (!from || !view.from || from >= view.from) return {};
  return { 'x-history-clamped': view.from.toISOString() };
}
