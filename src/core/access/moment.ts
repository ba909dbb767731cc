import { AppError, invalidParameter } from '../../errors.ts';
import { isoTime } from '../../feed/iso-time.ts';
import type { View } from './view.ts';

/** Nothing here was known before, and look-backs from it are days that the store can compute with. */
const EARLIEST = new Date('1900-01-01T00:00:00Z');

/** How a moment is written. A day alone is refused: it begins and ends, and research takes the one for the other. */
export const MOMENT_FORM = 'an ISO 8601 time with zone, e.g. 2026-03-14T15:30:00Z';

/**
 * The view as of a moment: what the world could know then, seen by who sees `view` today. Where its history begins stays where
 * it is, and its lag is that of today: a moment gives a key nothing that it cannot see now. Throws INVALID_PARAMETER for a
 * moment to come or before 1900, MOMENT_OUTSIDE_WINDOW for one before its history, whatever is asked: the states of a feed that has no window
 * would add up to the series that the tier does not have.
 */
export function viewAsOf(view: View, asOf: Date, param: string): View {
  if (asOf < EARLIEST) throw invalidParameter(param, isoTime(asOf), `no earlier than ${isoTime(EARLIEST)}`);
  if (asOf > view.now)
    throw invalidParameter(param, isoTime(asOf), `no later than now, ${isoTime(view.now)}`);
  if (view.from !== null && asOf < view.from) {
    const message = `${param} must not be before ${isoTime(view.from)}, where the history of this key begins; got ${isoTime(asOf)}`;
    throw new AppError('MOMENT_OUTSIDE_WINDOW', message, { param });
  }
  const until = view.until !== null && view.until < asOf ? view.until : asOf;
  return { ...view, until, now: asOf, asOf };
}
