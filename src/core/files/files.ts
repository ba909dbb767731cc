import type { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import { isoTime } from '../../feed/iso-time.ts';
import type { View } from '../access/view.ts';
import type { Clock } from '../ports.ts';
import type { Seal } from '../seal.ts';
import { HOUR_MS, SECOND_MS } from '../time.ts';
import {
  type FeedFile,
  type FileId,
  fileNameOf,
  monthOf,
  placeOf,
  readFileName,
  startOfDay,
} from './feed-file.ts';
import { checkInView, checkIsOver, checkMomentInView, nameOf } from './file-access.ts';
import type { FileBucket, FileCatalogue, FileQuestion, Filing } from './file-ports.ts';
import { createLinkCharges, type LinkCharges } from './link-charges.ts';

/** How long a link is good for. */
export const LINK_MS = HOUR_MS;

/** Files of days and months, for who may see them. */
export interface Files {
  list(question: FileQuestion, view: View): ReturnType<FileCatalogue['list']>;
  /**
   * Throws MOMENT_OUTSIDE_WINDOW and NOT_YET for what the view does not see, or not yet; NOT_RECORDED for a day that is missing,
   * UNAVAILABLE for one that is late.
   */
  find(id: FileId, view: View): Promise<FeedFile>;
  /** Text that is good for an hour, for anyone. */
  link(file: FeedFile): string;
  /** What a link leads to. Throws NOT_FOUND for what is none, LINK_EXPIRED. */
  follow(link: string): Promise<LinkedFile>;
  readonly charges: LinkCharges;
}

export interface LinkedFile {
  readonly file: FeedFile;
  /** Where it is read with this method; null: here. */
  elsewhere(method: 'GET' | 'HEAD'): Promise<string | null>;
  /** Bytes `[start, end]`. Throws UNAVAILABLE where they are not on this machine. */
  read(start: number, end: number): Promise<Readable>;
}

export interface FilesDeps {
  readonly catalogue: FileCatalogue;
  /** Null: no files are made. */
  readonly bucket: FileBucket | null;
  readonly seal: Seal;
  readonly clock: Clock;
}

/** A late file is looked for every minute. */
const LATE_SECONDS = 60;

export function createFiles({ catalogue, bucket, seal, clock }: FilesDeps): Files {
  return {
    list: async (question, view) =>
      bucket === null ? { files: [], more: false } : catalogue.list(question, view),
    async find(id, view) {
      checkMomentInView(id, view);
      if (bucket === null) throw new AppError('NOT_RECORDED', `${nameOf(id)}: this service makes no files`);
      checkIsOver(id, clock.now());
      const file = await catalogue.find(id);
      if (file === null) throw absence(id, await catalogue.filing({ module: id.feed }));
      checkInView(file, view, clock.now());
      return file;
    },
    link(file) {
      const expires = Math.floor((clock.now().getTime() + LINK_MS) / SECOND_MS);
      return seal.seal(Buffer.from(JSON.stringify([expires, file.feed, fileNameOf(file)])));
    },
    async follow(link) {
      const opened = seal.open(link);
      if (opened === null) throw new AppError('NOT_FOUND', 'this link was not made by this service');
      const [expires, feed, name] = JSON.parse(opened.toString()) as [number, string, string]; // as `link` seals it
      const secondsLeft = expires - Math.floor(clock.now().getTime() / SECOND_MS);
      if (secondsLeft <= 0)
        throw new AppError(
          'LINK_EXPIRED',
          `this link expired after an hour: get a new one from /api/v1/files/${feed}/${name}`,
        );
      const named = readFileName(name);
      const file = named && (await catalogue.find({ feed, ...named }));
      if (!file || bucket === null) throw new AppError('NOT_FOUND', `${feed}/${name} no longer exists`);
      return {
        file,
        elsewhere: (method) => bucket.linkTo(placeOf(file), method, secondsLeft),
        async read(start, end) {
          const bytes = await bucket.read(placeOf(file), start, end);
          if (bytes) return bytes;
          throw new AppError('UNAVAILABLE', `${nameOf(file)} is kept on another machine`, {
            retryAfterSeconds: 1,
          });
        },
      };
    },
    charges: createLinkCharges(catalogue, clock),
  };
}

/** Why a file whose time is over is not there: it is late, or there will never be one. */
function absence(id: FileId, filing: Filing | null): AppError {
  const isMonth = id.kind === 'month';
  if (filing === null || id.day >= (isMonth ? filing.nextMonth : filing.nextDay))
    return new AppError('UNAVAILABLE', `${nameOf(id)} is not complete yet: it is being made`, {
      retryAfterSeconds: LATE_SECONDS,
    });
  const { firstDay } = filing;
  if (id.day < (isMonth ? monthOf(firstDay) : firstDay)) {
    const recordedSince = startOfDay(firstDay);
    return new AppError(
      'NOT_RECORDED',
      `${nameOf(id)} is older than the first file: files are made since ${isoTime(recordedSince)}`,
      {
        recordedSince,
      },
    );
  }
  return new AppError(
    'NOT_RECORDED',
    `${nameOf(id)} is missing: the event log was cut off before it was made`,
  );
}
