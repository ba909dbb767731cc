import type { AnyRecord, Feed } from '../../feed/feed.ts';
import type { Target } from './capture-store.ts';

/** What is asked for: something that entries became, or the newest input of a series. */
export type Traced =
  | Target
  | { readonly kind: 'newest input'; readonly subject: string; readonly series: string };

/** Where an entry came from, without its text. */
export interface EntryHead {
  readonly id: bigint;
  /** Format or provider. */
  readonly provider: string;
  /** File or URL. */
  readonly place: string;
  readonly firstSeen: Date;
}

/** Where what is stored came from. */
export interface Provenance {
  /** The newest entry that became each; null where none is kept. */
  heads(traced: readonly Traced[]): Promise<readonly (EntryHead | null)[]>;
  /** The texts of entries; null for what was pruned since. */
  texts(entries: readonly bigint[]): Promise<readonly (string | null)[]>;
}

/** What tells most of a record that an engine made; null where several do alike. */
export type OriginOf = (feed: Feed, record: AnyRecord) => Origin | null;

export interface Origin {
  readonly traced: Traced;
  /** Whether those who see the record may read the native entry. */
  readonly showsEntry: boolean;
}
