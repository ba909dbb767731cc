import { newYorkDay } from '../../feed/new-york-time.ts';
import { comparePlaces, formKey, type TradeLine } from './trade-line.ts';

/** The lines of one form that are records. */
export interface Form<L extends TradeLine = TradeLine> {
  readonly key: string;
  /** In the order of the form. */
  readonly lines: readonly L[];
  readonly first: L;
  readonly isAmendment: boolean;
  /** 4 of a 4/A. */
  readonly base: string | null;
  /** `YYYY-MM-DD`. */
  readonly filedOn: string;
  /** Day of the form it amends, as it states it; null for one that states none, or amends none. */
  readonly amends: string | null;
  readonly knownFrom: Date;
}

/** The forms of some lines in the order in which they became known; of one moment an amendment comes behind what it may amend. */
export function formsOf<L extends TradeLine>(lines: readonly L[]): readonly Form<L>[] {
  const groups = Map.groupBy(lines, formKey);
  return [...groups].map(([key, group]) => formOf(key, group)).sort(compareForms);
}

function formOf<L extends TradeLine>(key: string, group: readonly L[]): Form<L> {
  const lines = [...group].sort(comparePlaces);
  const first = lines[0] as L; // groups have members
  const isAmendment = first.form?.endsWith('/A') ?? false;
  return {
    key,
    lines,
    first,
    isAmendment,
    base: first.form?.replace('/A', '') ?? null,
    filedOn: filedOn(first),
    amends: isAmendment ? (first.amends_filed_on?.slice(0, 10) ?? null) : null,
    knownFrom: first.known_from,
  };
}

function compareForms(one: Form, other: Form): number {
  return (
    one.knownFrom.getTime() - other.knownFrom.getTime() ||
    Number(one.isAmendment) - Number(other.isAmendment) ||
    compare(one.key, other.key)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A form accepted after 22:00 New York is dated the next business day; where no source says so, the day it came. */
export const filedOn = (line: TradeLine): string =>
  line.filed_on?.slice(0, 10) ?? newYorkDay(line.known_from);
