import { AppError } from '../../errors.ts';
import { isoTime } from '../../feed/iso-time.ts';
import type { View } from '../access/view.ts';
import { HOUR_MS } from '../time.ts';
import { endOf, type FeedFile, type FileId, fileNameOf, startOfDay } from './feed-file.ts';

/** The moment that a file tells of: of a day its start, of a month its end. */
export const momentOf = (id: Pick<FileId, 'kind' | 'day'>): Date =>
  startOfDay(id.kind === 'month' ? endOf(id) : id.day);

/**
 * Refuses a file that a view does not see as a whole: by a moment before its history, whatever the feed; by rows from before it;
 * or by rows that its lag holds back. Throws MOMENT_OUTSIDE_WINDOW, NOT_YET.
 */
export function checkInView(file: FeedFile, view: View, now: Date): void {
  checkMomentInView(file, view);
  const { from, until } = view;
  if (from !== null && file.knownSince !== null && file.knownSince < from)
    throw new AppError(
      'MOMENT_OUTSIDE_WINDOW',
      `${nameOf(file)} has rows that were known before ${isoTime(from)}, where the history of this key begins: ` +
        `an export of the feed has the other rows`,
    );
  if (until === null || file.visibleFrom === null || file.visibleFrom <= until) return;
  // When the last of its rows becomes available is held back as well.
  const waitsMs = startOfDay(endOf(file)).getTime() - until.getTime();
  const hours = Math.floor((now.getTime() - until.getTime()) / HOUR_MS);
  throw notYet(
    `${nameOf(file)} has rows that this key, which sees the feed ${hours} hours late, does not see yet`,
    waitsMs > 0 ? waitsMs : HOUR_MS,
  );
}

/** The part of it that can be told before a file is looked for. */
export function checkMomentInView(id: FileId, { from }: View): void {
  if (from === null || momentOf(id) >= from) return;
  throw new AppError(
    'MOMENT_OUTSIDE_WINDOW',
    `${nameOf(id)} is from before ${isoTime(from)}, where the history of this key begins`,
  );
}

/** Throws NOT_YET. */
export function checkIsOver(id: FileId, now: Date): void {
  const end = startOfDay(endOf(id));
  if (end <= now) return;
  throw notYet(
    `${nameOf(id)} is made when its time is over, after ${isoTime(end)}`,
    end.getTime() - now.getTime(),
  );
}

const notYet = (message: string, waitsMs: number): AppError =>
  new AppError('NOT_YET', message, { retryAfterSeconds: Math.max(1, Math.ceil(waitsMs / 1_000)) });

export const nameOf = (id: FileId): string => `${id.feed}/${fileNameOf(id)}`;
