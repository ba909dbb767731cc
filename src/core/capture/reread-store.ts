import type { CaptureContext, NativeEntry, Outcome, Target } from './capture-store.ts';

/** A capture as it was stored. */
export interface CaptureRow {
  readonly id: bigint;
  /** Format or provider. */
  readonly source: string;
  readonly place: string;
  readonly parser: string;
  readonly context: CaptureContext;
  /** When it came in. */
  readonly firstSeen: Date;
}

/** An entry of a capture, in its place. */
export interface MemberEntry extends NativeEntry {
  readonly id: bigint;
  readonly firstSeen: Date;
}

/** What an entry became when it was read again. */
export interface ReadAgain {
  readonly id: bigint;
  /** In the order they were made; one at least. */
  readonly outcomes: readonly Outcome[];
}

/** Something that is to be made again, as entries became it or ceased to. */
export interface DueTarget {
  readonly target: Target;
  /** Nothing was it before: where the store lacks it, it is to be made, and not something that was removed since. */
  readonly isNew: boolean;
  /** Captures that hold the entries it is made of, the newest first; none: nothing becomes it any more. */
  readonly captures: readonly bigint[];
  /** One of the entries that became it or ceased to; null where it was not read again. */
  readonly entry: bigint | null;
  /** Of a merged feed, and a part of it came in before entries were kept. */
  readonly isPartial: boolean;
}

export interface OutdatedCapture {
  readonly id: bigint;
  readonly parser: string;
  /** Whether it became references by now. */
  readonly hasReferences: boolean;
}

export interface ParserVersion {
  readonly name: string;
  readonly version: number;
}

/** The stored captures, to be read again by other versions of their parsers. */
export interface RereadStore {
  /** Marks every entry of these parsers as one to be read again. */
  mark(parsers: readonly string[]): Promise<void>;
  /** Takes the marks off the entries of a capture that cannot be read. */
  unmark(capture: bigint): Promise<void>;
  /** Whether a run before was broken off: entries of these parsers are marked, or something is due that they read again. */
  isUnfinished(parsers: readonly string[]): Promise<boolean>;
  /** Whether anything is due, whoever read it. */
  hasDue(): Promise<boolean>;
  /** Captures with entries that are marked, or that another version of their parser has read; the newest first. */
  outdated(parsers: readonly ParserVersion[]): Promise<readonly OutdatedCapture[]>;
  /** Whether it is among them. */
  isOutdated(capture: bigint, version: number): Promise<boolean>;
  /** Null: it is not there any more, a later one that holds the same took its place. */
  capture(id: bigint): Promise<CaptureRow | null>;
  /** The entries of a capture in their order, in batches; those that were pruned are missing. */
  entries(capture: bigint): AsyncIterable<readonly MemberEntry[]>;
  /**
   * Replaces what these entries of a capture became by what a version of its parser makes of them; all they were and are is
   * due then. In turn with imports of the module. Returns the rejections that there were none of before.
   */
  became(
    at: { readonly capture: bigint; readonly module: string; readonly version: number },
    entries: readonly ReadAgain[],
  ): Promise<readonly Extract<Outcome, { readonly kind: 'rejected' }>[]>;
  /** Notes how many outcomes of each kind a capture has. */
  count(capture: bigint, outcomes: Readonly<Record<string, number>>): Promise<void>;
  /** At most `limit` of what is due of a kind, of the newest captures first, what one entry became together. */
  due(kind: Target['kind'], limit: number): Promise<readonly DueTarget[]>;
  /** These as they are by now. */
  look(targets: readonly Target[]): Promise<readonly DueTarget[]>;
  /** Takes them off the list of what is due, unless entries became them or ceased to since. */
  settle(due: readonly DueTarget[]): Promise<void>;
  /** Runs the body while no import of these modules keeps entries. It must ask for no other lock. */
  withLock<T>(modules: readonly string[], body: () => Promise<T>): Promise<T>;
  /** What cannot be read again by these parsers. */
  withoutEntry(parsers: readonly string[]): Promise<WithoutEntry>;
}

export interface WithoutEntry {
  /** Number of records that no entry became and no engine derived, by module. */
  readonly records: Readonly<Record<string, number>>;
  /** Number of inputs that no entry became, by kind. */
  readonly inputs: Readonly<Record<string, number>>;
  /** Number of captures of parsers that there are none of any more, by parser. */
  readonly parsers: Readonly<Record<string, number>>;
}
