/** How events are written: signed JSON of Standard Webhooks, a message of a chat, or an e-mail. */
export const ALERT_FORMATS = ['standard', 'slack', 'discord', 'email'] as const;
export type AlertFormat = (typeof ALERT_FORMATS)[number];

/** When an e-mail is sent: at once, or with all events of an hour or a day (UTC) at its end. */
export const ALERT_DIGESTS = ['none', 'hourly', 'daily'] as const;
export type AlertDigest = (typeof ALERT_DIGESTS)[number];

/** `paused`: until its owner says otherwise. `disabled`: its endpoint has answered 410, or there is no such mailbox. */
export const ALERT_STATES = ['active', 'paused', 'disabled'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Why an alert is not active. */
export const ALERT_REASONS = [
  'requested',
  'failures',
  'gone',
  'key',
  'document',
  'limit',
  'unconfirmed',
  'unsubscribed',
] as const;
export type AlertReason = (typeof ALERT_REASONS)[number];

/** A subscription as its owner wrote it. */
export interface AlertDocument {
  readonly query: string;
  readonly operationName: string | null;
  readonly variables: { readonly [name: string]: unknown };
}

/** A subscriber with a stored cursor: what it follows, where its events go, and how far they have come. */
export interface Alert {
  readonly id: string;
  /** Whose it is, and whose units it spends. */
  readonly account: string;
  /** The key it acts as: its tier, its view. */
  readonly keyId: string;
  readonly name: string;
  readonly document: AlertDocument;
  /** `https:`, or `mailto:` of an e-mail. Null: nothing is delivered, its events are polled. */
  readonly url: string | null;
  readonly format: AlertFormat;
  readonly digest: AlertDigest;
  /** The `mailto:` URL whose reader has confirmed this alert; null: nobody has. */
  readonly confirmedUrl: string | null;
  /** False: a batch that failed ten times is given up, and the next one is tried. */
  readonly pauseOnFailure: boolean;
  /** What deliveries are signed with: `whsec_…`, or the private key of a pair, `whsk_…`. */
  readonly secret: string;
  /** The one before, which signs as well until it ends; null: there is none. */
  readonly formerSecret: { readonly secret: string; readonly until: Date } | null;
  readonly state: AlertState;
  /** Null while it is active. */
  readonly reason: AlertReason | null;
  /** Live cursor. Everything up to this cursor is delivered. */
  readonly cursor: string;
  /** Where the batch ends that was sent and not taken yet; null: none was. What is sent again is exactly that batch. */
  readonly batchEnd: string | null;
  /** Tries of that batch that failed. */
  readonly failures: number;
  /** Nothing is sent before; null: at once. */
  readonly nextTryAt: Date | null;
  /** Why it waits or has stopped, for its owner; null: all is well. */
  readonly lastError: string | null;
  readonly lastDeliveredAt: Date | null;
  /** Objects that were delivered and make no whole unit yet. */
  readonly owedObjects: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Rises with every change but those that delivering makes. */
  readonly revision: bigint;
}

/** One try of a delivery. */
export interface AlertDelivery {
  /** Rises within an alert. */
  readonly id: bigint;
  readonly kind: 'events' | 'test';
  /** `webhook-id`: the same for every try of one batch. */
  readonly messageId: string;
  readonly at: Date;
  /** Counts from 1. */
  readonly attempt: number;
  readonly outcome: AlertOutcome;
  /** Status of the answer, of HTTP or SMTP; null: there was none. */
  readonly status: number | null;
  /** What went wrong; null: nothing. */
  readonly error: string | null;
  /** The first 1,000 bytes of the answer to a delivery that failed. */
  readonly answer: string | null;
  readonly durationMs: number;
  readonly events: number;
  readonly bytes: number;
  /** When it is tried again; null: it is not. */
  readonly nextTryAt: Date | null;
}

/** `given_up`: it failed for the last time. */
export const ALERT_OUTCOMES = ['delivered', 'failed', 'given_up'] as const;
export type AlertOutcome = (typeof ALERT_OUTCOMES)[number];
