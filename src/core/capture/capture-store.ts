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
  /** `state`: it says how things are, and a later one takes its place; `events`: what happened, and a later one adds to it. */
  readonly captures: 'state' | 'events';
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

/** A capture that is under way; made by `open`, and used by the store that made it. */
export interface OpenCapture {
  readonly head: CaptureHead;
}

/** The next entries of a capture. */
export interface CapturePart {
  readonly capture: OpenCapture;
  readonly entries: readonly KeptEntry[];
  /** Whether these are its last: all of it was read. It then replaces earlier captures of the same place that hold the same. */
  readonly isEnd: boolean;
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
  /** Nothing is stored yet: a capture is made with its first entries, and one without entries is none. */
  open(head: CaptureHead): OpenCapture;
  /**
   * Keeps entries with what they become, parts of one module: one transaction, to be called before what they become is
   * written, so that nothing is ever stored without its entry.
   */
  keep(parts: readonly CapturePart[]): Promise<void>;
  /**
   * Runs the body in the module's turn, as one transaction: entries that it keeps, and all else that it writes to the store, or
   * nothing.
   */
  withLock<T>(module: string, body: () => Promise<T>): Promise<T>;
  /** Nothing stands any more on entries for these, which were removed; of merged feeds the entries stand all the same. */
  release(targets: readonly Target[]): Promise<void>;
  /** The entries that became each of these, the newest first, at most `limit` of each; none of what came before entries were kept. */
  entriesOf(targets: readonly Target[], limit: number): Promise<readonly (readonly StoredEntry[])[]>;
}
