import { LRUCache } from 'lru-cache';
import type { View } from '../core/view.ts';
import type { EncodedBody } from './encoded-body.ts';
import type { SharedAnswer } from './request.ts';

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
  keep(key: string, answer: KeptAnswer): void;
  /**
   * The making of the answer under this key, when somebody else is at it. Resolves to whether it was kept; it may hold
   * no longer by then.
   */
  making(key: string): Promise<boolean> | undefined;
  /** From here on others wait for `end`. */
  begin(key: string): { end(isKept: boolean): void };
  /** Counted bytes of what is kept. */
  bytes(): number;
}

/** What an entry takes besides its texts and bytes, by measurement rounded up. */
const ENTRY_BYTES = 1_000;

export function createKeptAnswers(maxBytes: number): KeptAnswers {
  const answers = new LRUCache<string, KeptAnswer>({
    maxSize: maxBytes,
    // One answer must not push out all others.
    maxEntrySize: Math.ceil(maxBytes / 8),
    sizeCalculation: ({ headers, body }, key) =>
      ENTRY_BYTES + 2 * (key.length + headers.join('').length) + body.bytes.length,
  });
  const makings = new Map<string, Promise<boolean>>();
  return {
    find(key, view) {
      const answer = answers.get(key);
      if (answer === undefined || answer.basis.holds(view)) return answer;
      answers.delete(key);
      return undefined;
    },
    keep: (key, answer) => void answers.set(key, answer),
    making: (key) => makings.get(key),
    begin(key) {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      makings.set(key, promise);
      return {
        end(isKept) {
          if (makings.get(key) === promise) makings.delete(key);
          resolve(isKept);
        },
      };
    },
    bytes: () => answers.calculatedSize,
  };
}
