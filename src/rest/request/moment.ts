import { Type } from 'typebox';
import type { Caller } from '../../core/access/caller.ts';
import { viewAsOf } from '../../core/access/moment.ts';
import { AppError, invalidParameter } from '../../errors.ts';
import { parseInstant } from '../../feed/value.ts';
import type { RestRoute } from '../route.ts';
import { type Param, type Query, spaceToPlus } from './param.ts';

export const AS_OF = 'as_of';

/** A day alone is refused: it begins and ends, and research takes the one for the other. */
const asOf: Param<Date | undefined> = {
  // Without an example: the reference sends what it has examples of, and a store may not reach back to that moment.
  schema: Type.String({ format: 'date-time' }),
  description:
    'The moment as of which to answer: what the world could know then, by the corrections of today. An ISO 8601 time with zone: `2026-03-14T15:30:00Z`.',
  read(text, name) {
    if (text === undefined) return undefined;
    const at = /T/i.test(text) ? parseInstant(spaceToPlus(text)) : null;
    if (at) return at;
    throw invalidParameter(name, text, 'an ISO 8601 time with zone, e.g. 2026-03-14T15:30:00Z');
  },
};

/** Whether a route answers as of a moment: it is made of feeds, and all of them tell what they said then. */
const takesMoment = ({ feeds = [] }: RestRoute): boolean =>
  feeds.length > 0 && feeds.every(({ versions }) => versions !== 'untold');

/** The route with the parameters that ask for another time. */
export const withMoment = (route: RestRoute): RestRoute =>
  takesMoment(route) ? { ...route, params: { ...route.params, [AS_OF]: asOf } } : route;

/**
 * The caller as of the moment that the request names. Throws INVALID_PARAMETER, MOMENT_OUTSIDE_WINDOW; AS_OF_NOT_SUPPORTED on a
 * route that would answer with the present.
 */
export function callerAsOf(
  route: RestRoute,
  caller: Caller,
  query: Query,
  unknown: readonly string[],
): Caller {
  if (unknown.includes(AS_OF))
    throw new AppError(
      'AS_OF_NOT_SUPPORTED',
      `${route.path} cannot be asked as of a moment: leave ${AS_OF} out`,
      {
        param: AS_OF,
      },
    );
  if (!takesMoment(route)) return caller;
  const moment = asOf.read(query.get(AS_OF), AS_OF);
  return moment === undefined ? caller : { ...caller, view: viewAsOf(caller.view, moment, AS_OF) };
}
