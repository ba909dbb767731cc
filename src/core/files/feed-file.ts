import { DAY_MS } from '../time.ts';

/**
 * What a file holds of a feed. `day`: what changed on a UTC day of records that became known on it or later. `revisions`: what
 * changed on that day of records that were known before. `month`: all records as they stood at the end of a month.
 */
export const FILE_KINDS = ['day', 'revisions', 'month'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Which file: there is one of each feed, kind and day, or month. */
export interface FileId {
  /** Module of the feed. */
  readonly feed: string;
  readonly kind: FileKind;
  /** The day, or the first one of the month. */
  readonly day: Day;
}

/** A complete file. It never changes. */
export interface FeedFile extends FileId {
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
  /** The moment up to which it holds what was recorded: the end of its day or month. */
  readonly recordedUntil: Date;
  /** Number of the last event up to that moment. */
  readonly recordedSeq: bigint;
  /** The earliest known-from of its rows; null: it has none, or keys see all of the feed however old it is. */
  readonly knownSince: Date | null;
  /** From when on a view with a lag sees all of it; null: the feed has no lag. */
  readonly visibleFrom: Date | null;
}

/** A day of UTC: `2026-11-20`. */
export type Day = string;

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10);
export const startOfDay = (day: Day): Date => new Date(`${day}T00:00:00.000Z`);
export const dayAfter = (day: Day, days = 1): Day =>
  dayOf(new Date(startOfDay(day).getTime() + days * DAY_MS));

/** The first day of the month that a day lies in. */
export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`;
/** Any month and 31 days lie in the next one. */
export const monthAfter = (day: Day): Day => monthOf(dayAfter(monthOf(day), 31));

/** The day behind the last one that a file is of. */
export const endOf = ({ kind, day }: Pick<FileId, 'kind' | 'day'>): Day =>
  kind === 'month' ? monthAfter(day) : dayAfter(day);

/** `2026-11-20.parquet`, `2026-11-20-revisions.parquet` or `2026-11.parquet`. */
export function fileNameOf({ kind, day }: Pick<FileId, 'kind' | 'day'>): string {
  const period = kind === 'month' ? day.slice(0, 7) : day;
  return `${period}${kind === 'revisions' ? '-revisions' : ''}.parquet`;
}

const NAME = /^(\d{4}-\d\d)(?:(-\d\d)(-revisions)?)?\.parquet$/;

/** Null for what is no name of a file. */
export function readFileName(name: string): Pick<FileId, 'kind' | 'day'> | null {
  const [, month, ofMonth, revisions] = NAME.exec(name) ?? [];
  if (month === undefined) return null;
  const day = `${month}${ofMonth ?? '-01'}`;
  const at = startOfDay(day);
  if (Number.isNaN(at.getTime()) || dayOf(at) !== day) return null;
  return { day, kind: ofMonth === undefined ? 'month' : revisions === undefined ? 'day' : 'revisions' };
}

/** Where its bytes are kept. Another making of the same file that came out otherwise is kept beside it. */
export const placeOf = (file: Pick<FeedFile, 'feed' | 'kind' | 'day' | 'sha256'>): string =>
  `${file.feed}/${fileNameOf(file).replace(/\.parquet$/, `.${file.sha256.slice(0, 16)}.parquet`)}`;

/** A link costs one unit for so many rows, of the day alone but for the first. */
export const ROWS_PER_UNIT = 10_000;
export const linkUnits = ({ rows }: Pick<FeedFile, 'rows'>): number =>
  Math.max(1, Math.ceil(rows / ROWS_PER_UNIT));
