import type { AnyRecord } from '../feed/feed.ts';
import type { View } from './access/view.ts';
import type { Listing, Span } from './insider-ports.ts';

/**
 * Who trades in Congress: everybody in the directory of members, which is public, and filers whom no directory knows, who are
 * there as long as a trade of theirs is in view.
 */
export interface Politician {
  /** Bioguide number of a member; of another filer the name. */
  readonly key: string;
  readonly is_member: boolean;
  readonly name: string;
  /** Letter; null where it is not known. */
  readonly party: string | null;
  readonly chamber: string | null;
  readonly state: string | null;
  /** Whether a term of the directory covers the day of the view. */
  readonly is_serving: boolean;
}

/** By name; politicians of one name by key. */
export interface PoliticianQuery extends Span {
  /** Any part of the name, case-insensitive. */
  readonly search?: string | undefined;
  readonly chamber?: string | undefined;
  readonly party?: string | undefined;
}

/** A seat on a committee as of the file of the directory, which has no history. */
export interface CommitteeSeat {
  /** Id of the committee, e.g. `HSAG`, or of the subcommittee, e.g. `HSAG15`. */
  readonly committee: string;
  readonly name: string;
  /** Name of the committee that a subcommittee is of. */
  readonly parent: string | null;
  readonly chamber: string;
  /** `Chairman`, `Ranking Member` …; null for a member without a title. */
  readonly title: string | null;
}

/** A stretch of a member's service under one party; a term with a change of party is several of them. */
export interface PoliticianTerm {
  readonly chamber: 'house' | 'senate';
  readonly state: string;
  /** Representatives only; 0 for a seat at large. */
  readonly district: number | null;
  /** As the directory names it: `Democrat`. */
  readonly party_name: string | null;
  /** Days, both inclusive; null where the file has the last seat alone. As of a moment the end is null until it is past. */
  readonly start: string | null;
  readonly end: string | null;
}

/** Sums over the trades of a politician in view. */
export interface PoliticianTotals {
  readonly trades: number;
  readonly purchases: number;
  readonly sales: number;
  /** Sums of both ends of the brackets in USD; null where no trade has one. */
  readonly amount_low: number | null;
  readonly amount_high: number | null;
  /** Trades whose bracket has no upper end, which `amount_high` lacks. */
  readonly open_ended: number;
}

export interface PoliticianDirectory {
  directory(query: PoliticianQuery, view: View): Promise<Listing<Politician>>;
  /** In the order of the keys; null where there is none. */
  politicians(keys: readonly string[], view: View): Promise<readonly (Politician | null)[]>;
  /** Whole committees first, each with its subcommittees behind it. */
  committees(keys: readonly string[]): Promise<readonly (readonly CommitteeSeat[])[]>;
  /** Newest first; null for whom the directory of members does not have. */
  terms(keys: readonly string[], view: View): Promise<readonly (readonly PoliticianTerm[] | null)[]>;
  totals(keys: readonly string[], view: View): Promise<readonly PoliticianTotals[]>;
}

/** A holder on one platform who has an event in view. */
export interface Whale {
  /** See `whaleKey`. */
  readonly key: string;
  readonly platform: string;
  readonly address: string;
  /** That of the newest event in view with one. */
  readonly name: string | null;
  readonly events: number;
  /** When the newest event was seen. */
  readonly last_seen_at: Date;
}

/** Who was seen last comes first; of those seen at one time the greater key. */
export interface WhaleQuery extends Span {
  /** Any part of the address or of a name, case-insensitive. */
  readonly search?: string | undefined;
  readonly platform?: string | undefined;
}

export interface WhaleDirectory {
  directory(query: WhaleQuery, view: View): Promise<Listing<Whale>>;
  /** In the order of the keys; null where there is none. */
  whales(keys: readonly string[], view: View): Promise<readonly (Whale | null)[]>;
  /** Whoever was seen last under each of these addresses, on whichever platform; null where nobody was. */
  byAddress(addresses: readonly string[], view: View): Promise<readonly (Whale | null)[]>;
  /** What each holds by its newest events in view: the event of each position, the largest first. */
  positions(keys: readonly string[], view: View): Promise<readonly (readonly AnyRecord[])[]>;
}

/** What is known of people and wallets beyond single records. */
export interface Directories {
  readonly politicians: PoliticianDirectory;
  readonly whales: WhaleDirectory;
}
