import { SourceError } from '../format.ts';

/** An answer that cannot be used, or none. The message names the provider and the URL, without secrets. */
export class FetchError extends SourceError {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** Whether the same request may succeed in a moment. */
  readonly retryable: boolean;
  /** What the provider asked to wait, uncapped; null when it said nothing. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    options: {
      readonly status?: number | undefined;
      readonly retryable: boolean;
      readonly retryAfterMs?: number | null;
      readonly cause?: unknown;
    },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = options.status ?? null;
    this.retryable = options.retryable;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
