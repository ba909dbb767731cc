import type { CaptureContext, NativeEntry } from '../core/capture/capture-store.ts';
import type { AnyRecord, Feed } from '../feed/feed.ts';

/** What a format makes of its input, one item after another. */
export type Item =
  /** What follows was read from this file or answer. */
  | CaptureMark
  /** What follows, up to the next mark, was made of this native entry. */
  | EntryMark
  /** A record of the format's feed. */
  | { readonly kind: 'record'; readonly record: AnyRecord }
  /** A fact that completes records of this or another source; see `Completion`. */
  | { readonly kind: 'reference'; readonly reference: string; readonly key: string; readonly value: unknown }
  /** A raw input that engines derive records from. */
  | { readonly kind: 'input'; readonly input: Input }
  /** Read and left out on purpose (a holding is no transaction); counted by reason. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** Kept, but with something the source says taken as unknown; counted by reason beside the record. */
  | { readonly kind: 'noted'; readonly reason: string }
  | Rejection;

/** A file or answer that is read: its entries follow, each with what it became. */
export interface CaptureMark {
  readonly kind: 'capture';
  readonly parser: Pick<Parser, 'name' | 'version' | 'captures'>;
  /** File or URL. */
  readonly place: string;
  /** What the parser needs beside the entries. What it makes of an entry depends on nothing else. */
  readonly context: CaptureContext;
}

export interface EntryMark extends NativeEntry {
  readonly kind: 'entry';
}

export type Mark = CaptureMark | EntryMark;

/**
 * Reads the native entries of one capture: once from a file or answer, and again from the store, with the same result. A
 * native entry is the smallest piece that can be read by itself: an element of a list, a row with its header, a document.
 */
export interface Parser {
  /** Never changed: entries are stored under it. */
  readonly name: string;
  /** To be raised whenever it makes something else of the same entries, so that a trace shows which rules it came by. */
  readonly version: number;
  /** The feed its records belong to, or what is derived from its inputs. */
  readonly feed: Feed;
  /**
   * `state`: a capture says how things are, and a later one of the same place takes its place. `events`: it says what
   * happened, and a later one adds to it.
   */
  readonly captures: 'state' | 'events';
  /** What it makes of a capture rests on inputs of captures before it: those are read again before it is. */
  readonly looksBack?: true;
  /**
   * Yields what reading the place did, marks included. Entries come in their order; `earlier` knows what captures before
   * this one became.
   */
  reread(capture: StoredCapture, earlier: EarlierInput): Iterable<Item> | AsyncIterable<Item>;
}

/** The newest input of a series whose key lies before `before`. */
export type EarlierInput = (kind: string, series: string, before: string) => Promise<Input | null>;

/** A capture as the store kept it; entries that were pruned are missing. */
export interface StoredCapture {
  readonly place: string;
  readonly context: CaptureContext;
  readonly entries: AsyncIterable<NativeEntry>;
}

/**
 * A raw observation of a provider, kept as it is, so that what follows from it can be derived again and the order of
 * imports does not matter. The same `kind`, `series` and `key` is the same observation, so a key must hold what distinguishes
 * two captures (the time of the capture); which of two counts is said in input-rank.ts.
 */
export interface Input {
  /** bar, coin, scan, macro, market, fill, position, trade, bet, backtest or alert; docs/data.md says what each holds. */
  readonly kind: string;
  /** What is observed: `BINANCE:BTCUSDT|1h`, `bitcoin`, `FRED:WALCL`. */
  readonly series: string;
  /** Sorts as text in the order of time: an ISO 8601 UTC time or day, behind it whatever makes it unique. */
  readonly key: string;
  /** JSON. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** An entry that cannot become a record. Goes to the rejects file whole, nothing is lost. */
export interface Rejection {
  readonly kind: 'rejected';
  readonly file: string;
  /** Where in the file: `record 17`, `line 20`, `transaction 2`. */
  readonly at: string;
  /** Native name of the field at fault; null when it is the entry as a whole. */
  readonly field: string | null;
  /** A short fixed phrase, so that rejections can be counted by it. */
  readonly reason: string;
  /** The entry as read. */
  readonly raw: unknown;
}

export interface ImportOptions {
  /** Filing time of documents that do not carry one (`--filed-at`). */
  readonly filedAt?: Date;
  /** Address of the wallet, for answers that do not name it (`--wallet`). */
  readonly wallet?: string;
  /** Time of the capture, for answers that do not carry one (`--at`). */
  readonly at?: Date;
  /** Configurations that were tried before those in the files were chosen (`--trials`). */
  readonly trials?: number;
}

/** A native format of a provider, read from files. Pure but for reading the files. */
export interface Format {
  /** Name on the command line: `import <name> <file…>`. */
  readonly name: string;
  /** One line for `import --help`: provider and what the files are. */
  readonly description: string;
  /** The feed its records belong to. */
  readonly feed: Feed;
  /**
   * Reads the files as one set; `.gz` files are decompressed. Tables of bars and of filings are streamed, so memory
   * does not grow with them; any other file is one document and held whole, one after another. A file that is not of
   * this format at all (HTML, truncated gzip, other JSON) throws a `SourceError`; a single bad entry is a rejection and
   * the rest goes on.
   */
  read(files: readonly string[], options: ImportOptions): AsyncIterable<Item>;
  /** What reads the entries of its files again. */
  readonly parsers?: readonly Parser[];
}

/** A file that cannot be read as what it was said to be. The message names the file and what is wrong. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/** References by kind and key, as `ReferenceStore.all` gives them. */
export type References = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/**
 * Completes the records of a feed from references, whichever came first: applied to records before they are
 * written and again to the stored ones when references change, so that the order of imports does not matter.
 */
export interface Completion {
  readonly feed: Feed;
  /** The kinds of reference it looks at. */
  readonly references: readonly string[];
  /**
   * What completes a record from these references. Pure: same record and references, same result. What it makes of the
   * references themselves (a directory by name) is made once for all records.
   */
  completer(references: References): (record: AnyRecord) => AnyRecord;
  /** What of these references stands behind the fields that it completed of a record, for tracing. Pure. */
  basis?(record: AnyRecord, references: References): readonly Basis[];
}

/** From what fields of a record were completed: a reference, or what a directory lists under an asset or a company. */
export type Basis = { readonly fields: readonly string[] } & (
  | { readonly kind: 'reference'; readonly reference: string; readonly key: string }
  | { readonly kind: 'listings'; readonly by: 'asset' | 'issuer_cik'; readonly value: string }
);
