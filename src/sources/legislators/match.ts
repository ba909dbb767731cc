import { sameGivenName } from './given-names.ts';
import type { Legislator, Term } from './legislators.ts';
import { type NameWords, wordsOfName } from './name-words.ts';

export interface Sought {
  /** The name as the disclosure spells it. */
  readonly filer: string;
  readonly chamber: 'house' | 'senate';
  /** House only: `MO04`. */
  readonly district: string | null;
  /** Day of the trade and day of the disclosure, local date-times. */
  readonly tradedOn: string;
  readonly filedOn: string | null;
}

/**
 * The one member who can have filed a disclosure; null when none or several can. The directory holds only members who
 * still serve, so a likeness is not enough: surname, given names and suffix must agree, the member must have
 * sat in that chamber (and for that state) by then. Where several remain, the seat held on the day decides.
 */
export function findFiler(sought: Sought, directory: Iterable<Legislator>): Legislator | null {
  const name = wordsOfName(sought.filer);
  const found: Legislator[] = [];
  for (const legislator of directory) {
    if (agreesInName(name, legislator) && sat(sought, legislator)) found.push(legislator);
  }
  if (found.length <= 1) return found[0] ?? null;
  const seated = found.filter((legislator) => seatOn(sought, legislator) !== undefined);
  return seated.length === 1 ? (seated[0] ?? null) : null;
}

/** The term of a member on a day; of two that meet there, the newer one. */
export function termOn(legislator: Legislator, localDateTime: string): Term | undefined {
  const day = localDateTime.slice(0, 10);
  return legislator.terms.findLast((term) => term.start <= day && day <= term.end);
}

function seatOn(sought: Sought, legislator: Legislator): Term | undefined {
  const term = termOn(legislator, sought.tradedOn);
  if (term?.type !== TERM_TYPE[sought.chamber]) return undefined;
  return sought.district === null || `${term.state}${districtNumber(term)}` === sought.district
    ? term
    : undefined;
}

const TERM_TYPE = { house: 'rep', senate: 'sen' } as const;

const districtNumber = (term: Term): string => String(term.district ?? '').padStart(2, '0');

/** Districts are renumbered, so of the district only the state must agree. */
function sat(sought: Sought, legislator: Legislator): boolean {
  const day = (sought.filedOn ?? sought.tradedOn).slice(0, 10);
  const state = sought.chamber === 'house' ? sought.district?.slice(0, 2) : undefined;
  return legislator.terms.some(
    (term) =>
      term.type === TERM_TYPE[sought.chamber] &&
      term.start <= day &&
      (state === undefined || term.state === state),
  );
}

function agreesInName(name: NameWords, { names }: Legislator): boolean {
  if (name.suffix !== null && names.suffix !== null && name.suffix !== names.suffix) return false;
  const surname = name.surname ?? name.words.slice(-names.surname.length);
  if (surname.join(' ') !== names.surname.join(' ')) return false;
  const given = name.surname === null ? name.words.slice(0, -names.surname.length) : name.words;
  // One name in full must be the member's; initials alone are not enough ("J Smith").
  const isShared = (word: string): boolean =>
    word.length > 1 && names.given.some((other) => other.length > 1 && sameGivenName(word, other));
  if (!given.some(isShared)) return false;
  return !names.isComplete || given.every((word) => isShared(word) || hasInitial(names.given, word));
}

/** A middle name may be an initial on either side: `L.` and `Lee`. */
function hasInitial(given: readonly string[], word: string): boolean {
  return given.some((other) => (word.length === 1 || other.length === 1) && word[0] === other[0]);
}
