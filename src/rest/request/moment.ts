import { Type } from 'typebox';
import type { Caller } from '../../core/access/caller.ts';
import { MOMENT_FORM, viewAsOf } from '../../core/access/moment.ts';
import type { Snapshots } from '../../core/read/snapshots.ts';
import { AppError, type ErrorCode, invalidParameter } from '../../errors.ts';
import { parseInstant } from '../../feed/value.ts';
import type { RestRoute } from '../route.ts';
import { type Param, type Query, spaceToPlus, textParam } from './param.ts';

export const AS_OF = 'as_of';
export const SNAPSHOT = 'snapshot';

const asOf: Param<Date | undefined> = {
  // Without an example: the reference sends what it has examples of, and a store may not reach back to that moment.
  schema: Type.String({ format: 'date-time' }),
  description:
    "Answers as of this moment: what the world could know then, with today's corrections. An ISO 8601 time with zone: `2026-03-14T15:30:00Z`.",
  read(text, name) {
    if (text === undefined) return undefined;
    const at = /T/i.test(text) ? parseInstant(spaceToPlus(text)) : null;
    if (at) return at;
    throw invalidParameter(name, text, MOMENT_FORM);
  },
};

const MAX_SNAPSHOT = 1_000;
const snapshot = textParam(
  'Repeats an answer: takes the value of its `X-Snapshot` header. Look-backs, delay and staleness are those of that time.',
  MAX_SNAPSHOT,
);

/** Whether a route answers as of a moment: it is made of feeds, and all of them tell what they said then. */
const takesMoment = ({ feeds = [] }: RestRoute): boolean =>
  feeds.length > 0 && feeds.every(({ versions }) => versions !== 'untold');

/** Whether a route answers by a snapshot: it is made of feeds alone. */
export const takesSnapshot = ({ feeds = [], bySnapshot }: RestRoute): boolean =>
  feeds.length > 0 && bySnapshot !== false;

/** The route with the parameters that ask for another time. */
export const withMoment = (route: RestRoute): RestRoute => ({
  ...route,
  params: {
    ...route.params,
    ...(takesMoment(route) ? { [AS_OF]: asOf } : {}),
    ...(takesSnapshot(route) ? { [SNAPSHOT]: snapshot } : {}),
  },
});

const REFUSALS: readonly (readonly [param: string, ErrorCode, what: string])[] = [
  [AS_OF, 'AS_OF_NOT_SUPPORTED', 'as of a moment'],
  [SNAPSHOT, 'SNAPSHOT_NOT_SUPPORTED', 'from a snapshot'],
];

/**
 * The caller at the time that the request names. Throws INVALID_PARAMETER, MOMENT_OUTSIDE_WINDOW; AS_OF_NOT_SUPPORTED and
 * SNAPSHOT_NOT_SUPPORTED on a route that would answer with the present.
 */
export function callerThen(
  route: RestRoute,
  caller: Caller,
  { query, unknown }: { readonly query: Query; readonly unknown: readonly string[] },
  snapshots: Snapshots,
): Caller {
  for (const [param, code, what] of REFUSALS)
    if (unknown.includes(param))
      throw new AppError(code, `${route.path} cannot be read ${what}: leave ${param} out`, { param });
  const moment = takesMoment(route) ? asOf.read(query.get(AS_OF), AS_OF) : undefined;
  const held = takesSnapshot(route) ? snapshot.read(query.get(SNAPSHOT), SNAPSHOT) : undefined;
  if (moment !== undefined && held !== undefined)
    throw invalidParameter(SNAPSHOT, held, `left out, because ${AS_OF} is given`);
  if (held !== undefined) return { ...caller, view: snapshots.view(caller, held, SNAPSHOT) };
  return moment === undefined ? caller : { ...caller, view: viewAsOf(caller.view, moment, AS_OF) };
}
