import type { Windows } from '../../core/quota/usage.ts';
import { AppError } from '../../errors.ts';
import { OBJECTS_PER_UNIT } from '../cost/cost.ts';
import type { Backlog, Waiter } from './backlog.ts';
import type { Batch, Place } from './batch.ts';
import { type DeliveredOffset, nothingDelivered } from './delivered-offset.ts';
import type { Member } from './group.ts';

/** Where the frames of one stream go: a subscription on a socket, or the body of an answer. */
export interface Sink {
  /** Its reader has yet to take what it was sent. */
  isBackpressured(): boolean;
  /** Its reader has hung up: what is written goes nowhere. */
  isClosed(): boolean;
  /** Hands frames over at once. False: refused, its reader has taken too little so far. */
  write(batch: Batch): boolean;
  /** What is refused waits here, with that of the other streams of its reader. */
  readonly backlog: Backlog;
  /** Sends the frame that says what a slow reader has missed, and from where to resume. */
  last(batch: Batch): void;
  /** Ends the stream with an error, after what was handed over. */
  fail(error: AppError, cursor: string | null): void;
  /** Ends the stream without a word: the client connects again, and goes on. */
  close(): void;
  /** What its reader presented as its key; null where the stream ends with a socket, which ends with its key. */
  readonly token: string | null;
}

/** A stream that is open: keeps count of what it delivers. */
export interface Subscriber extends Member {
  /** Says where it begins. */
  begin(place: Place): void;
  fail(error: unknown): void;
  /** Takes nothing any more. */
  end(): void;
}

export interface SubscriberOptions {
  readonly sink: Sink;
  /** Says what comes behind a batch and is not delivered. */
  readonly lost: (last: Place) => Promise<Batch | null>;
  readonly spend: (units: number) => Promise<{ readonly granted: boolean; readonly windows: Windows }>;
  readonly onEnd: () => void;
  /** Any error as a client may see it. */
  readonly toClientError: (error: unknown) => AppError;
  readonly report: (error: unknown) => void;
}

export const createSubscriber = (options: SubscriberOptions): Subscriber => new LiveSubscriber(options);

/** A class, since `hear` runs for every subscriber and event: what it looks at lies in one object, and stays as it is. */
class LiveSubscriber implements Subscriber, Waiter {
  readonly #sink: Sink;
  readonly #options: SubscriberOptions;
  #isOpen = true;
  /** What its group delivered. */
  #deliveredOffset: DeliveredOffset = nothingDelivered();
  /** The last place delivered before it joined. */
  #deliveredBefore: Place | null = null;
  /** The end of the last batch that it got alone, or late; where it began before the first one. */
  #last: Place | null = null;
  /** Batches that wait for its reader. */
  #waiting = 0;
  /** Delivered and not charged yet, less what its group delivered. */
  #objects = 0;
  /** The last charge. Never rejects. */
  #charging: Promise<void> = Promise.resolve();

  constructor(options: SubscriberOptions) {
    this.#sink = options.sink;
    this.#options = options;
    this.#sink.backlog.enter(this);
  }

  begin(place: Place): void {
    this.#last = place;
  }

  isOpen(): boolean {
    return this.#isOpen;
  }

  isBackpressured(): boolean {
    return this.#isOpen && this.#sink.isBackpressured();
  }

  take(batch: Batch): void {
    if (!this.#give(batch)) this.#keep(batch);
  }

  hearFrom(delivered: DeliveredOffset): void {
    this.#deliveredOffset = delivered;
    this.#deliveredBefore = delivered.last;
    this.#objects -= delivered.objects;
    this.charge();
  }

  hear(batch: Batch): void {
    if (!this.#isOpen || this.#sink.write(batch)) return;
    this.#keep(batch);
    this.#objects -= batch.objects; // counted by the group, and not delivered
  }

  handOver(batch: Batch): boolean {
    if (!this.#give(batch)) return false;
    this.#waiting -= 1;
    return true;
  }

  #give(batch: Batch): boolean {
    if (!this.#isOpen || this.#sink.isClosed()) return true; // and nothing of it is charged
    if (!this.#sink.write(batch)) return false;
    this.#last = batch.end;
    this.#objects += batch.objects;
    this.charge();
    return true;
  }

  #keep(batch: Batch): void {
    this.#last = this.#delivered;
    this.#waiting += 1;
    this.#sink.backlog.add(this, batch);
  }

  /** The end of the last batch that its reader was handed. */
  get #delivered(): Place | null {
    const { last } = this.#deliveredOffset;
    return last === this.#deliveredBefore || this.#waiting > 0 ? this.#last : last;
  }

  replay(next: () => Promise<Batch | null>): Promise<void> {
    const { backlog } = this.#sink;
    return backlog.withLock(async () => {
      const batch = this.#isOpen && (await next());
      while (batch && !this.#give(batch)) await backlog.ready();
      await this.#charging; // what is not paid for is not read on
    });
  }

  readonly fail = (error: unknown): void => {
    const { sink, toClientError, report } = this.#options;
    if (!(error instanceof AppError)) report(error);
    if (this.#stop()) sink.fail(toClientError(error), this.#delivered?.cursor ?? null);
    this.#options.onEnd();
  };

  async evict(): Promise<void> {
    const { sink, lost, onEnd, report } = this.#options;
    if (!this.#stop()) return; // nothing more is taken while the last frame is made
    try {
      const last = this.#delivered && (await lost(this.#delivered));
      if (last) sink.last(last);
    } catch (error) {
      report(error); // how the stream ends says as much
    }
    onEnd();
  }

  leave(): void {
    this.#stop();
    this.#options.onEnd();
  }

  end(): void {
    this.#stop();
  }

  /** Whether it was open. */
  #stop(): boolean {
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    if (wasOpen) this.#sink.backlog.leave(this);
    return wasOpen;
  }

  charge(): void {
    if (!this.#isOpen) return;
    const units = Math.floor((this.#deliveredOffset.objects + this.#objects) / OBJECTS_PER_UNIT);
    if (units > 0) this.#charge(units);
    this.#expectMore();
  }

  #expectMore(): void {
    this.#deliveredOffset.dueAt = Math.min(this.#deliveredOffset.dueAt, OBJECTS_PER_UNIT - this.#objects);
  }

  #charge(units: number): void {
    this.#objects -= units * OBJECTS_PER_UNIT;
    const owed = (error: unknown) => {
      this.#objects += units * OBJECTS_PER_UNIT; // reserved again with the next units
      this.#expectMore();
      this.#options.report(error);
    };
    this.#charging = this.#options.spend(units).then(({ granted, windows: { day } }) => {
      if (granted) return;
      const { limit, resetsAt, resetsInSeconds: retryAfterSeconds } = day;
      const message = `the ${limit} units of the day are used up; the next day begins ${resetsAt.toISOString()}`;
      this.fail(new AppError('RATE_LIMITED', message, { retryAfterSeconds }));
    }, owed);
  }
}
