import { newYorkInstant } from '../../feed/new-york-time.ts';

/** When a form was filed and from when it can be seen. */
export interface Filed {
  readonly at: Date;
  readonly availableAt: Date;
  /**
   * The filing date (its start in UTC) that amendments name, where the source states it: the next business day for a
   * form accepted after 22:00 New York.
   */
  readonly day: Date | null;
}

/** A form whose moment of acceptance is known: public from then on. */
export const acceptedAt = (at: Date, day: Date | null = null): Filed => ({ at, availableAt: at, day });

/**
 * A form of which only the day (its start in UTC) is known. It counts as public at 22:00 New York of that day, when
 * EDGAR stops taking ownership forms: the latest it can have been, so that no delayed key sees it too early.
 */
export function filedOn(day: Date): Filed {
  const availableAt = newYorkInstant({
    year: day.getUTCFullYear(),
    month: day.getUTCMonth() + 1,
    day: day.getUTCDate(),
    hour: 22,
    minute: 0,
    second: 0,
  });
  return { at: day, availableAt, day };
}

/** `--filed-at` takes a day or an instant; midnight UTC is what a day becomes, so it is taken as one. */
export function filedAtOption(filedAt: Date): Filed {
  return filedAt.getTime() % 86_400_000 === 0 ? filedOn(filedAt) : acceptedAt(filedAt);
}

/** Whether the moment of acceptance is known, and not just the day. */
export const isAccepted = ({ at, availableAt }: Filed): boolean => at.getTime() === availableAt.getTime();

/** EDGAR took its first forms in 1993; what claims another time is a slip of the pen or of the parser. */
export function isFilingTime(at: Date): boolean {
  return at >= FIRST_FILING && at < LAST_FILING;
}

const FIRST_FILING = new Date('1993-01-01T00:00:00Z');
const LAST_FILING = new Date('2100-01-01T00:00:00Z');
