import type { Alert } from './alert.ts';
import type { AlertMessage } from './alert-message.ts';

/** What became of one try. */
export interface SentMessage {
  /** Of HTTP or SMTP. Null: there was no answer. */
  readonly status: number | null;
  /** What went wrong, for the owner of the alert; null: the endpoint has taken it. */
  readonly error: string | null;
  /** The first 1,000 bytes of an answer that is no success. */
  readonly answer: string | null;
  /** It says that nothing will ever be taken there: the alert is disabled. */
  readonly isGone: boolean;
  /** How long the endpoint asks to wait; null: it does not. */
  readonly retryAfterMs: number | null;
  readonly durationMs: number;
}

/** Sends a message to the endpoint or the address of an alert, once. Never rejects. */
export type SendAlert = (
  alert: Pick<Alert, 'id' | 'name' | 'format' | 'secret' | 'formerSecret'> & { readonly url: string },
  message: AlertMessage,
  signal?: AbortSignal,
) => Promise<SentMessage>;
