import { type PARTIES, PARTIES_BY_NAME } from '../../feeds/congress/feed.ts';
import { sameGivenName } from './given-names.ts';
import type { Legislator, Term } from './legislator.ts';
import { type NameWords, wordsOfName } from './name-words.ts';

export interface Sought {
  /** The name as the disclosure spells it. */
  readonly filer: string;
  readonly chamber: 'house' | 'senate';
  /** House only: `MO04`. */
  readonly district: string | null;
  /** Two letters, where more than the district says it. */
  readonly state?: string | null;
  /** Day of the trade, and the first later one that is known: of the notification or the disclosure. Local date-times. */
  readonly tradedOn: string;
  readonly filedOn: string | null;
}

/**
 * The one member who can have filed a disclosure; null when none or several can. The directory may lack whoever filed it,
 * so a likeness is not enough: surname, given names and suffix must agree, the member must have sat in that
 * chamber (and for that state) by then. Where several remain, the seat held on the day decides.
 */
export function findFiler<M extends Legislator>(sought: Sought, directory: Iterable<M>): M | null {
  const name = wordsOfName(sought.filer);
  const found: M[] = [];
  for (const legislator of directory) {
    if (agreesInName(name, legislator) && sat(sought, legislator)) found.push(legislator);
  }
  if (found.length <= 1) return found[0] ?? null;
  const seated = found.filter((legislator) => seatOn(sought, legislator) !== undefined);
  return seated.length === 1 ? (seated[0] ?? null) : null;
}

/**
 * The term that tells party and state on a day: the one it lies in (of two that meet there, the newer), else the one that
 * began next, else the last there was. Null for a member without terms.
 */
export function termNear({ terms }: Legislator, localDateTime: string): Term | null {
  const day = localDateTime.slice(0, 10);
  const on = terms.findLast((term) => covers(term, day));
  const next = terms.find((term) => term.start !== null && day < term.start);
  return on ?? next ?? terms.at(-1) ?? null;
}

/** False for a term without days. */
const covers = ({ start, end }: Term, day: string): boolean =>
  start !== null && end !== null && start <= day && day <= end;

/**
 * The letter of a party; null for one without. A last seat tells the party a member left with: who left as an Independent
 * may have traded as a Democrat or Republican before (Manchin, Sinema, Mitchell), so that one is not taken for granted.
 */
export function partyOf({ party, start }: Term): (typeof PARTIES)[number] | null {
  const letter = PARTIES_BY_NAME[party ?? ''] ?? null;
  return start === null && letter === 'I' ? null : letter;
}

function seatOn(sought: Sought, legislator: Legislator): Term | undefined {
  const day = sought.tradedOn.slice(0, 10);
  const term = legislator.terms.findLast((one) => covers(one, day));
  if (term?.type !== TERM_TYPE[sought.chamber]) return undefined;
  if ((sought.state ?? term.state) !== term.state) return undefined;
  return sought.district === null || `${term.state}${districtNumber(term)}` === sought.district
    ? term
    : undefined;
}

const TERM_TYPE = { house: 'rep', senate: 'sen' } as const;

const districtNumber = (term: Term): string => String(term.district ?? '').padStart(2, '0');

/** Districts are renumbered, so of the district only the state must agree. */
function sat(sought: Sought, legislator: Legislator): boolean {
  const day = (sought.filedOn ?? sought.tradedOn).slice(0, 10);
  const state = (sought.chamber === 'house' ? sought.district?.slice(0, 2) : null) ?? sought.state ?? null;
  return legislator.terms.some(
    (term) =>
      term.type === TERM_TYPE[sought.chamber] &&
      (term.start === null || term.start <= day) &&
      (state === null || term.state === state),
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
