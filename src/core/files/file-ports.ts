import type { Readable } from 'node:stream';
import type { Feed } from '../../feed/feed.ts';
import type { View } from '../access/view.ts';
import type { Day, FeedFile, FileId, FileKind } from './feed-file.ts';

/** How far the files of a feed are made. */
export interface Filing {
  /** Before it no file of a day is made. */
  readonly firstDay: Day;
  /** The next day to make. */
  readonly nextDay: Day;
  /** The next month to make, by its first day. */
  readonly nextMonth: Day;
  /** Number of the last event that is in a file. */
  readonly seq: bigint;
}

export interface FileQuestion {
  /** Modules. */
  readonly feeds: readonly string[];
  readonly kinds: readonly FileKind[];
  /** The first day, and the last one. */
  readonly from: Day | undefined;
  readonly until: Day | undefined;
  readonly limit: number;
  /** Behind this one. */
  readonly after: FileId | undefined;
}

/** Which files there are. A file is listed once its bytes are kept. */
export interface FileCatalogue {
  find(id: FileId): Promise<FeedFile | null>;
  /** Those in view, the newest day first. */
  list(
    question: FileQuestion,
    view: View,
  ): Promise<{ readonly files: readonly FeedFile[]; readonly more: boolean }>;
  /** Of this feed; null: none is made of it yet. */
  filing(feed: Pick<Feed, 'module'>): Promise<Filing | null>;
  /** Whether an account has a link to the file already that was charged on this day. */
  hasLink(account: string, on: Day, id: FileId): Promise<boolean>;
  /** Writes down that it has; false where it had one. */
  addLink(account: string, on: Day, id: FileId): Promise<boolean>;
}

/** What is made of files besides: by the process that makes them. */
export interface FilingStore extends FileCatalogue {
  /** Filings of feeds that have none begin where the log does, or on `today`. Forgets links of before. */
  begin(feeds: readonly Pick<Feed, 'module'>[], today: Day): Promise<void>;
  filings(feeds: readonly Pick<Feed, 'module'>[]): Promise<ReadonlyMap<string, Filing>>;
  /** Goes on with the next day that the log tells as a whole, where it was cut off before the next one was made. */
  skip(feed: Pick<Feed, 'module'>, today: Day): Promise<void>;
  /** Lists files and moves the filing on, together; false where another process has moved it since. */
  add(feed: Pick<Feed, 'module'>, files: readonly FeedFile[], was: Filing, is: Filing): Promise<boolean>;
}

/** Keeps the bytes of files by their places. */
export interface FileBucket {
  /** Keeps the file at `path`, whole or not at all: it may be gone from there behind the call. */
  keep(place: string, path: string, facts: Pick<FeedFile, 'bytes' | 'sha256'>): Promise<void>;
  /**
   * Where a client gets it with this method, until `expiresAt`; null: it is read here.
   * Throws nothing for a place without a file.
   */
  linkTo(place: string, method: 'GET' | 'HEAD', expiresInSeconds: number): Promise<string | null>;
  /** Bytes `[start, end]` of it; null: it is not here. */
  read(place: string, start: number, end: number): Promise<Readable | null>;
}
