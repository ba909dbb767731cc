import type { Clock } from '../../core/ports.ts';
import type { Windows } from '../../core/usage.ts';
import { AppError } from '../../errors.ts';
import type { Feed } from '../../feed/feed.ts';
import { encodeLiveCursor, type LivePosition } from '../../feed/live-cursor.ts';
import { type Batch, batchOf, type Frame } from './batch.ts';
import type { Member } from './group.ts';
import type { LiveEvent } from './live-source.ts';

/** Where the frames of one stream go: a subscription on a socket, or the body of an answer. */
export interface Sink {
  /** Hands frames over at once. False: its reader has taken too little so far, see `whenReady`. */
  write(batch: Batch): boolean;
  /** Calls back once, when it takes more or never will again. */
  whenReady(handle: () => void): void;
  /** Ends the stream with an error, after what was handed over. */
  fail(error: AppError, cursor: string | null): void;
  /** Ends the stream of a reader who is too slow, after a last frame that says from where to go on. */
  tooSlow(last: Batch | null): void;
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

/** A reader for whom more than this waits is too slow. */
export const MAX_QUEUED_EVENTS = 256;
export const MAX_QUEUED_BYTES = 1_048_576;

/** Events delivered are objects like any others; a hundred of them are a unit of the day. */
const OBJECTS_PER_UNIT = 100;

export const createSubscriber = (options: SubscriberOptions): Subscriber => new LiveSubscriber(options);

/** A class, since `take` runs for every subscriber and event: what it touches lies in one object. */
class LiveSubscriber implements Subscriber {
  readonly #sink: Sink;
  readonly #options: SubscriberOptions;
  #isOpen = true;
  /** The last one handed over. */
  #last: Batch | null = null;
  /** Delivered and not charged yet. */
  #objects = 0;
  /** The reader has to take something first. */
  #isWaiting = false;
  /** What waits with it. The batches are those of all subscribers: a place in the queue is all they cost. */
  #queue: Batch[] = [];
  #queuedEvents = 0;
  #queuedBytes = 0;

  constructor(options: SubscriberOptions) {
    this.#sink = options.sink;
    this.#options = options;
  }

  isOpen(): boolean {
    return this.#isOpen;
  }

  take(batch: Batch): void {
    if (!this.#isOpen) return;
    if (this.#isWaiting) this.#enqueue(batch);
    else this.#handOver(batch);
  }

  async replay(batch: Batch): Promise<void> {
    this.take(batch);
    if (this.#isWaiting && this.#isOpen) await new Promise<void>((resolve) => this.#sink.whenReady(resolve));
  }

  async resync(from: LivePosition, to: LivePosition): Promise<void> {
    const batch = this.#isOpen && (await this.#resyncBatch(from, to));
    if (batch) this.take(batch);
  }

  readonly fail = (error: unknown): void => {
    const { feed, sink, report } = this.#options;
    if (!(error instanceof AppError)) report(error);
    const shown =
      error instanceof AppError ? error : new AppError('INTERNAL', 'the stream broke off', {}, error);
    const position = this.#last?.position;
    this.#end(() => sink.fail(shown, position ? encodeLiveCursor(feed, position) : null));
  };

  end(): void {
    this.#end(() => undefined);
  }

  #end(finish: () => void): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#queue = [];
    finish();
    this.#options.onEnd();
  }

  #handOver(batch: Batch): void {
    this.#last = batch;
    if (!this.#sink.write(batch)) {
      this.#isWaiting = true;
      this.#sink.whenReady(this.#handOverQueued);
    }
    this.#objects += batch.objects;
    if (this.#objects >= OBJECTS_PER_UNIT) this.#charge();
  }

  readonly #handOverQueued = (): void => {
    this.#isWaiting = false;
    while (!this.#isWaiting) {
      const batch = this.#queue.shift();
      if (!batch) return;
      this.#queuedEvents -= batch.frames.length;
      this.#queuedBytes -= batch.bytes;
      this.#handOver(batch);
    }
  };

  #enqueue(batch: Batch): void {
    this.#queue.push(batch);
    this.#queuedEvents += batch.frames.length;
    this.#queuedBytes += batch.bytes;
    // It never rejects.
    if (this.#queuedEvents > MAX_QUEUED_EVENTS || this.#queuedBytes > MAX_QUEUED_BYTES) void this.#giveUp();
  }

  async #giveUp(): Promise<void> {
    this.#isOpen = false; // nothing more is taken while the last frame is made
    this.#queue = [];
    this.#sink.tooSlow(this.#last && (await this.#lastBatch(this.#last.position)));
    this.#options.onEnd();
  }

  async #lastBatch(from: LivePosition): Promise<Batch | null> {
    const { head, report } = this.#options;
    try {
      return await this.#resyncBatch(from, await head());
    } catch (error) {
      report(error);
      return null; // the close code says as much
    }
  }

  async #resyncBatch(from: LivePosition, to: LivePosition): Promise<Batch | null> {
    const { feed, render, clock } = this.#options;
    const [fromCursor, toCursor] = [encodeLiveCursor(feed, from), encodeLiveCursor(feed, to)];
    const gap = { from: fromCursor, to: toCursor, dropped: Number(to.seq - from.seq) };
    const event = { kind: 'RESYNC', cursor: toCursor, at: clock.now(), node: null, gap } as const;
    return batchOf([{ ...(await render(event)), objects: 0, cursor: toCursor, position: to }]);
  }

  #charge(): void {
    const units = Math.floor(this.#objects / OBJECTS_PER_UNIT);
    this.#objects -= units * OBJECTS_PER_UNIT;
    const owed = (error: unknown) => {
      this.#objects += units * OBJECTS_PER_UNIT; // asked for again with what comes next
      this.#options.report(error);
    };
    this.#options.spend(units).then(({ granted, windows: { day } }) => {
      if (granted) return;
      const { limit, resetsAt, resetsInSeconds: retryAfterSeconds } = day;
      const message = `the ${limit} units of the day are used up; it ends ${resetsAt.toISOString()}`;
      this.fail(new AppError('RATE_LIMITED', message, { retryAfterSeconds }));
    }, owed);
  }
}
