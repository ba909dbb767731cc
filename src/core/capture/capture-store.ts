/** What a native entry became. */
export type Outcome =
  /** `subject` is the module of the feed. */
  | { readonly kind: 'record'; readonly subject: string; readonly key: string }
  /** `subject` is the kind of the input. */
  | { readonly kind: 'input'; readonly subject: string; readonly series: string; readonly key: string }
  /** `subject` is the kind of the reference. */
  | { readonly kind: 'reference'; readonly subject: string; readonly key: string }
  /** Left out on purpose. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** `field` is the native name of the field at fault; null when it is the entry as a whole. */
  | { readonly kind: 'rejected'; readonly field: string | null; readonly reason: string };

/** What of an outcome can be looked up. */
export type Target = Extract<Outcome, { readonly subject: string }>;

/** A file, answer or request that is read. */
export interface CaptureHead {
  /** Format or provider, `api` or `webhook`. */
  readonly source: string;
  /** Of the feed that its records belong to, or what is derived from its inputs; captures of one module take turns. */
  readonly module: string;
  /** File or URL. */
  readonly place: string;
  readonly parser: string;
  /** Of the parser. */
  readonly version: number;
  /** What the parser needs beside the entries: time of the capture, wallet, filing time, file name. */
  readonly context: CaptureContext;
  /** When the import or synchronisation began that it is part of. */
  readonly runAt: Date;
}

export type CaptureContext = Readonly<Record<string, string | number | boolean | null>>;

/** The smallest piece of a capture that its parser can read again by itself. */
export interface NativeEntry {
  /** Where in the capture: `record 17`, `line 20`, `document`. */
  readonly at: string;
  /** Text as the provider wrote it, or JSON of it. */
  readonly content: string;
}

export interface KeptEntry extends NativeEntry {
  /** In the order they were made; one at least. */
  readonly outcomes: readonly Outcome[];
}

/** Keeps the entries of one capture. */
export interface CaptureWriter {
  /**
   * Keeps the next entries with what they become: one transaction, to be called before what they become is written, so
   * that nothing is ever stored without its entry. The capture itself is made with its first entries.
   */
  keep(entries: readonly KeptEntry[]): Promise<void>;
  /** All of it was read: it replaces earlier captures of the same place that hold the same. */
  end(): Promise<void>;
}

/** An entry as it is stored, of the newest capture that holds it. */
export interface StoredEntry extends NativeEntry {
  readonly id: bigint;
  readonly source: string;
  readonly place: string;
  readonly parser: string;
  /** Of the parser that made the outcomes. */
  readonly version: number;
  readonly context: CaptureContext;
  readonly firstSeen: Date;
  readonly seenAt: Date;
  /** All that it became. */
  readonly outcomes: readonly Outcome[];
}

/** Native entries as they came, and what became of them. */
export interface CaptureStore {
  open(head: CaptureHead): CaptureWriter;
  /** The entries that became each of these, the newest first, at most `limit` of each; none of what came before entries were kept. */
  entriesOf(targets: readonly Target[], limit: number): Promise<readonly (readonly StoredEntry[])[]>;
}
