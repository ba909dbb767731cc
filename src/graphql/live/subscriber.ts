import type { Clock } from '../../core/ports.ts';
import type { Windows } from '../../core/usage.ts';
import { AppError } from '../../errors.ts';
import type { Feed } from '../../feed/feed.ts';
import { encodeLiveCursor, type LivePosition } from '../../feed/live-cursor.ts';
import type { Frame, Member } from './group.ts';
import type { LiveEvent } from './live-source.ts';

/** Where the frames of one stream go: a subscription on a socket, or the body of an answer. */
export interface Sink {
  /** Hands frames over at once. `onSent`: they have left the process. */
  write(frames: readonly Frame[], onSent?: () => void): void;
  /** Bytes handed over that have not left the process. */
  queuedBytes(): number;
  /** Ends the stream with an error, after what was handed over. */
  fail(error: AppError, cursor: string | null): void;
  /** Ends the stream of a reader who is too slow, after a last frame that says from where to go on. */
  tooSlow(last: Frame | null): void;
  /** Ends the stream without a word: the client connects again, and goes on. */
  close(): void;
}

/** A stream that is open: keeps count of what it delivers, and of what its reader leaves lying. */
export interface Subscriber extends Member {
  fail(error: unknown): void;
  /** Takes nothing any more. */
  end(): void;
}

export interface SubscriberOptions {
  readonly feed: Feed;
  readonly sink: Sink;
  readonly render: (event: LiveEvent) => Promise<Pick<Frame, 'payload' | 'objects'>>;
  readonly spend: (units: number) => Promise<{ readonly granted: boolean; readonly windows: Windows }>;
  /** Where the log stands now. */
  readonly head: () => Promise<LivePosition>;
  readonly clock: Clock;
  readonly onEnd: () => void;
  readonly report: (error: unknown) => void;
}

/** A reader who leaves more than this lying is too slow. */
export const MAX_QUEUED_EVENTS = 256;
export const MAX_QUEUED_BYTES = 1_048_576;

const OBJECTS_PER_UNIT = 100;

export function createSubscriber(options: SubscriberOptions): Subscriber {
  const { feed, sink, render, spend, head, clock, onEnd, report } = options;
  let isOpen = true;
  let last: LivePosition | null = null;
  /** Events handed over since the queue was last seen empty. */
  let queued = 0;
  let objects = 0;

  const cursor = () => last && encodeLiveCursor(feed, last);
  const end = (finish: () => void): void => {
    if (!isOpen) return;
    isOpen = false;
    finish();
    onEnd();
  };
  const fail = (error: unknown): void => {
    if (!(error instanceof AppError)) report(error);
    const shown =
      error instanceof AppError ? error : new AppError('INTERNAL', 'the stream broke off', {}, error);
    end(() => sink.fail(shown, cursor()));
  };

  /** Events delivered are objects like any others; a hundred of them are a unit of the day. */
  const charge = (frames: readonly Frame[]): void => {
    for (const frame of frames) objects += frame.objects;
    const units = Math.floor(objects / OBJECTS_PER_UNIT);
    if (units === 0) return;
    objects -= units * OBJECTS_PER_UNIT;
    const owed = (error: unknown) => {
      objects += units * OBJECTS_PER_UNIT; // asked for again with what comes next
      report(error);
    };
    spend(units).then(({ granted, windows: { day } }) => {
      if (granted) return;
      fail(
        new AppError(
          'RATE_LIMITED',
          `the ${day.limit} units of the day are used up; it ends ${day.resetsAt.toISOString()}`,
          {
            retryAfterSeconds: day.resetsInSeconds,
          },
        ),
      );
    }, owed);
  };

  const resyncFrame = async (from: LivePosition, to: LivePosition): Promise<Frame> => {
    const [fromCursor, toCursor] = [encodeLiveCursor(feed, from), encodeLiveCursor(feed, to)];
    const gap = { from: fromCursor, to: toCursor, dropped: Number(to.seq - from.seq) };
    const event = { kind: 'RESYNC', cursor: toCursor, at: clock.now(), node: null, gap } as const;
    return { ...(await render(event)), objects: 0, cursor: toCursor, position: to };
  };

  const lastFrame = async (from: LivePosition): Promise<Frame | null> => {
    try {
      return await resyncFrame(from, await head());
    } catch (error) {
      report(error);
      return null; // the close code says as much
    }
  };
  const giveUp = async (): Promise<void> => {
    isOpen = false; // nothing more is taken while the last frame is made
    sink.tooSlow(last && (await lastFrame(last)));
    onEnd();
  };

  const handOver = (frames: readonly Frame[], onSent?: () => void): void => {
    sink.write(frames, onSent);
    last = frames.at(-1)?.position ?? last;
    charge(frames);
  };

  return {
    isOpen: () => isOpen,
    take(frames) {
      if (!isOpen) return;
      const bytes = sink.queuedBytes();
      queued = bytes === 0 ? 0 : queued;
      if (queued > MAX_QUEUED_EVENTS || bytes > MAX_QUEUED_BYTES) return void giveUp(); // it never rejects
      queued += frames.length;
      handOver(frames);
    },
    async replay(frames) {
      if (!isOpen) return;
      await new Promise<void>((resolve) => handOver(frames, resolve));
    },
    async resync(from, to) {
      if (isOpen) handOver([await resyncFrame(from, to)]);
    },
    fail,
    end: () => end(() => undefined),
  };
}
