import type { View } from '../core/view.ts';
import type { Leaf } from '../feed/feed.ts';
import { compare, type Filter } from '../feed/query.ts';
import { integerParam, type Param } from './param.ts';
import type { Headers, RestRequest } from './route.ts';

const HOUR_MS = 3_600_000;
const HOURS = { hours: 1, days: 24 } as const;

/** A hundred years: longer is a mistake, and not every such time is a date. */
export const MAX_DAYS = 36_500;

/** The start of a window that ends at the view's now. */
export function daysBefore(view: View, days: number): Date {
  return new Date(view.now.getTime() - days * HOURS.days * HOUR_MS);
}

type Values<Name extends string> = { readonly [N in Name]: number | undefined };

/**
 * A parameter that leaves the half-open window `(now - n, now]` of a clock, as a list takes it (see `FeedListOptions`).
 * The window is exact to the moment, its ETag to the minute: a client that asks again within one may be told 304.
 */
export function lookBack<Name extends string>(name: Name, unit: keyof typeof HOURS, clock: Leaf) {
  const maximum = (MAX_DAYS * HOURS.days) / HOURS[unit];
  const param = integerParam(`Only the last so many ${unit}.`, { minimum: 1, maximum });
  const since = (values: Values<Name>, { caller: { view } }: RestRequest): Date | undefined => {
    const length = values[name];
    return length === undefined ? undefined : daysBefore(view, (length * HOURS[unit]) / HOURS.days);
  };
  return {
    params: { [name]: param } as { readonly [N in Name]: Param<number | undefined> }, // its one name
    since,
    timed: (values: Values<Name>) => values[name] !== undefined,
    filter: (values: Values<Name>, request: RestRequest): Filter | undefined => {
      const start = since(values, request);
      return (
        start && {
          op: 'and',
          of: [compare(clock, 'gt', start), compare(clock, 'lte', request.caller.view.now)],
        }
      );
    },
  };
}

/** Says so when the view begins after what was asked for. */
export function clampedHeader(asked: Date | undefined, view: View): Headers {
  if (!asked || !view.from || asked >= view.from) return {};
  return { 'x-history-clamped': view.from.toISOString() };
}
