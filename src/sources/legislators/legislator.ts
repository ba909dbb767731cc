/**
 * Kinds of the references about members of Congress; the key is the Bioguide number. They are kept apart, so that no file
 * replaces what another says: who serves, who left with all terms, and who left with the last seat alone.
 */
export const LEGISLATORS = 'legislators';
export const FORMER_LEGISLATORS = 'former-legislators';
export const LAST_SEATS = 'last-seats';

/** A stretch of a member's service under one party; a term with a change of party is several of them. */
export interface Term {
  readonly type: 'rep' | 'sen';
  readonly state: string;
  /** Representatives only; 0 for a seat at large. */
  readonly district: number | null;
  /** As the directory names it: `Democrat`, `Republican`, `Independent`. */
  readonly party: string | null;
  /** Days `YYYY-MM-DD`, both inclusive; null where the file has the last seat alone. */
  readonly start: string | null;
  readonly end: string | null;
}

/** What of a member is needed to recognise a filer and to know name, party and state. */
export interface Legislator {
  /** The official name, given name first; null in references from before it was kept. */
  readonly official?: string | null;
  /** Words as `plainWords` cuts them. */
  readonly names: {
    readonly surname: readonly string[];
    /** First and middle names, nickname, and what stands before the surname in the official name. */
    readonly given: readonly string[];
    readonly suffix: string | null;
    /** Whether the directory has a middle name, so that another one speaks against the member. */
    readonly isComplete: boolean;
  };
  /** Oldest first. */
  readonly terms: readonly Term[];
}

/** The parts of a name as both files of the directory have them. */
export interface StatedName {
  readonly first: string | null;
  readonly middle: string | null;
  readonly last: string | null;
  readonly suffix: string | null;
  readonly nickname: string | null;
  readonly official: string | null;
}
