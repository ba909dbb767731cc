import type { References } from '../format.ts';
import { FORMER_LEGISLATORS, LAST_SEATS, LEGISLATORS, type Legislator } from './legislator.ts';
import { findFiler, type Sought } from './match.ts';
import { wordsOfName } from './name-words.ts';

/** A member of Congress with the Bioguide number. */
export interface Member extends Legislator {
  readonly id: string;
}

/** Everybody who sits in Congress or sat there, as far as the references know. */
export interface Directory {
  /** The one member who can have filed a disclosure; see `findFiler`. */
  find(sought: Sought): Member | null;
}

export const DIRECTORY_KINDS = [LEGISLATORS, FORMER_LEGISLATORS, LAST_SEATS] as const;

export function createDirectory(references: References): Directory {
  const bySurname = Map.groupBy(membersOf(references), ({ names }) => names.surname.at(-1));
  return {
    find(sought) {
      const { surname, words } = wordsOfName(sought.filer);
      return findFiler(sought, bySurname.get((surname ?? words).at(-1)) ?? []);
    },
  };
}

/**
 * One entry for each member. Who left between two captures stands in both files with terms: the one with more of them
 * counts, and of as many that of the former members, where the last one has the day on which it really ended.
 */
function membersOf(references: References): readonly Member[] {
  const members = new Map<string, Member>();
  for (const kind of DIRECTORY_KINDS) {
    for (const [id, value] of references.get(kind) ?? []) {
      const legislator = value as Legislator; // as the formats of these kinds made it
      const known = members.get(id);
      if (known && (kind === LAST_SEATS || known.terms.length > legislator.terms.length)) continue;
      members.set(id, { ...withLegalName(id, legislator), id });
    }
  }
  return [...members.values()];
}

/**
 * Legal given names of members whom the directory has by another one alone, and who file under them; from the member's
 * page at bioguide.congress.gov ("CRUZ, Rafael Edward (Ted)").
 */
const LEGAL_NAMES: Readonly<Record<string, readonly string[]>> = { C001098: ['rafael', 'edward'] };

function withLegalName(id: string, { names, ...rest }: Legislator): Legislator {
  const given = [...new Set([...names.given, ...(LEGAL_NAMES[id] ?? [])])];
  return { ...rest, names: { ...names, given } };
}
