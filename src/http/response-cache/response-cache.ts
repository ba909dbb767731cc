import { LRUCache } from 'lru-cache';
import type { View } from '../../core/access/view.ts';
import type { SharedAnswer } from '../request.ts';
import type { EncodedBody } from '../response/encoded-body.ts';
import { createRepeats } from './admission-filter.ts';

/** An answer as it goes out, but for what differs from request to request. */
export interface KeptAnswer extends SharedAnswer {
  readonly status: 200 | 304;
  /** Names and values in turn, without rate limits, request id, length and, in a 304, the tag. */
  readonly headers: readonly string[];
  readonly body: EncodedBody;
  /** For the log line. */
  readonly route: string;
  readonly operation: string | undefined;
}

/** Answers in memory, the ones asked for longest ago forgotten first. */
export interface KeptAnswers {
  /** The answer kept under this key, if it is still right for callers of this view. */
  find(key: string, view: View): KeptAnswer | undefined;
  /**
   * Whether an answer of so many bytes is worth keeping: while there is room all are, and then those that were asked for
   * before or are waited for. So a sweep of questions nobody asks twice neither pushes out the others nor has the
   * collector carry its answers around.
   */
  wants(key: string, bytes: number): boolean;
  keep(key: string, answer: KeptAnswer): void;
  /**
   * The making of the answer under this key, when somebody else is at it. Resolves to whether it was kept; it may hold
   * no longer by then.
   */
  making(key: string): Promise<boolean> | undefined;
  /** From here on others wait for `end`. */
  begin(key: string): Making;
  /** Counted bytes of what is kept. */
  bytes(): number;
  /** Number of what is kept. */
  size(): number;
  readonly counts: KeptCounts;
}

/** An answer that is being made. */
export interface Making {
  /** Lets those go on who wait for it. */
  end(isKept: boolean): void;
}

/** Since the start, for the metrics. */
export interface KeptCounts {
  /** Requests answered with what was kept, and those that could have been but had to be made. */
  hits: number;
  misses: number;
  /** Answers that made room for others, and those found to hold no longer. */
  evicted: number;
  outdated: number;
}

interface Awaitable {
  readonly ended: PromiseWithResolvers<boolean>;
  isAwaited: boolean;
}

/** What an entry takes besides its texts and bytes, by measurement rounded up. */
const ENTRY_BYTES = 1_000;
/** The same with key and headers, which are not known before it is made, but for unusual ones. */
const MOST_BESIDES_BYTES = 4_000;

export function createKeptAnswers(maxBytes: number): KeptAnswers {
  const counts: KeptCounts = { hits: 0, misses: 0, evicted: 0, outdated: 0 };
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes,
    dispose(_answer, _key, reason) {
      if (reason === 'evict') counts.evicted += 1;
    },
    // One answer must not push out all others.
    maxEntrySize: Math.ceil(maxBytes / 8),
    sizeCalculation: ({ headers, body }, key) =>
      ENTRY_BYTES + 2 * (key.length + headers.join('').length) + body.length,
  });
  const makings = new Map<string, Awaitable>();
  const repeats = createRepeats();
  return {
    find(key, view) {
      const answer = answers.get(key);
      if (answer === undefined || answer.basis.holds(view)) return answer;
      answers.delete(key);
      counts.outdated += 1;
      return undefined;
    },
    wants(key, bytes) {
      const isRepeated = repeats.note(key);
      const isRoom = answers.calculatedSize + MOST_BESIDES_BYTES + bytes <= maxBytes;
      return isRoom || isRepeated || (makings.get(key)?.isAwaited ?? false);
    },
    keep: (key, answer) => void answers.set(key, answer),
    making(key) {
      const making = makings.get(key);
      if (making) making.isAwaited = true;
      return making?.ended.promise;
    },
    begin(key) {
      const making: Awaitable = { ended: Promise.withResolvers<boolean>(), isAwaited: false };
      makings.set(key, making);
      return {
        end(isKept) {
          if (makings.get(key) === making) makings.delete(key);
          making.ended.resolve(isKept);
        },
      };
    },
    bytes: () => answers.calculatedSize,
    size: () => answers.size,
    counts,
  };
}
