import type { Batch } from './batch.ts';

/** Who reads streams: a socket all of its own, an answer of server-sent events the one it brings. */
export interface Reader {
  /** It has taken too little of what it was sent. */
  isBackpressured(): boolean;
  /** Calls back once, when it takes more or never will again. */
  whenReady(handle: () => void): void;
  /** Ends all of its streams, behind what was sent. */
  evict(): void;
}

/** A stream whose reader is behind. */
export interface Waiter {
  /** False: refused, since the reader is behind. */
  handOver(batch: Batch): boolean;
  /** Ends with a last frame that says from where to go on. Never rejects. */
  evict(): Promise<void>;
  /** Ends without a word. */
  leave(): void;
}

/** A reader for whom more than this waits for each of its streams is too slow. */
const MAX_EVENTS = 256;
const MAX_BYTES = 1_048_576;
/** Counts the bytes alone, which no other stream may share, however many streams there are. */
const MAX_STREAMS = 32;

/** What waits for one reader, of all its streams, in the order in which it came: batches as all subscribers get them. */
export class Backlog {
  readonly #reader: Reader;
  #queue: { readonly waiter: Waiter; readonly batch: Batch }[] = [];
  #events = 0;
  #bytes = 0;
  readonly #streams = new Set<Waiter>();
  #isListening = false;
  #isJudged = false;
  #isOver = false;
  /** The last of the replays that wait for each other. */
  #lastReplay: Promise<void> = Promise.resolve();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  enter(stream: Waiter): void {
    this.#streams.add(stream);
  }

  leave(waiter: Waiter): void {
    this.#streams.delete(waiter);
    for (const one of this.#queue) if (one.waiter === waiter) this.#count(one.batch, -1);
    this.#queue = this.#queue.filter((one) => one.waiter !== waiter);
  }

  add(waiter: Waiter, batch: Batch): void {
    if (this.#isOver) {
      waiter.leave(); // it would go on behind a hole
      return;
    }
    this.#queue.push({ waiter, batch });
    this.#count(batch, 1);
    this.#listen();
    this.#judgeLater();
  }

  /** Does the work when the reader takes more, one after the other: a replay holds no more in its hands than it needs. */
  withLock(work: () => Promise<void>): Promise<void> {
    const done = this.#lastReplay.then(() => this.ready()).then(work);
    this.#lastReplay = done.catch(() => undefined); // the caller of the work gets its error
    return done;
  }

  async ready(): Promise<void> {
    while (this.#reader.isBackpressured())
      await new Promise<void>((resolve) => this.#reader.whenReady(resolve));
  }

  #count({ frames, bytes }: Batch, times: 1 | -1): void {
    this.#events += times * frames.length;
    this.#bytes += times * bytes;
  }

  #listen(): void {
    if (this.#isListening) return;
    this.#isListening = true;
    this.#reader.whenReady(this.#goOn);
  }

  readonly #goOn = (): void => {
    this.#isListening = false;
    for (let [first] = this.#queue; first; first = this.#queue[0]) {
      if (!first.waiter.handOver(first.batch)) break;
      this.#queue.shift();
      this.#count(first.batch, -1);
    }
    if (this.#queue.length > 0) this.#listen();
  };

  get #isTooLong(): boolean {
    return (
      this.#events > MAX_EVENTS * this.#streams.size ||
      this.#bytes > MAX_BYTES * Math.min(this.#streams.size, MAX_STREAMS)
    );
  }

  /** Resolves when the reader had the time to take it: a burst comes to all streams of a socket at once. */
  #judgeLater(): void {
    if (this.#isJudged || !this.#isTooLong) return;
    this.#isJudged = true;
    setImmediate(() => {
      this.#isJudged = false;
      if (this.#isTooLong) void this.#evict(); // it never rejects
    });
  }

  async #evict(): Promise<void> {
    this.#isOver = true;
    this.#queue = [];
    await Promise.all([...this.#streams].map((stream) => stream.evict()));
    this.#reader.evict();
  }
}
