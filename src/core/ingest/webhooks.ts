import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError, invalidParameter } from '../../errors.ts';
import { BAR_LENGTH } from '../../feed/text-form.ts';
import type { Clock } from '../ports.ts';
import { MINUTE_MS } from '../time.ts';

/** A strategy whose alerts are taken; its secret is nowhere kept. */
export interface WebhookRecord {
  readonly slug: string;
  /** Taken where an alert names no ticker. */
  readonly symbol: string | null;
  /** Taken where an alert names no interval. */
  readonly timeframe: string | null;
  /** SHA-256 of the secret, hexadecimal. The secret is 256 random bits: nothing slower is needed. */
  readonly secretHash: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

/** A raw observation as engines read it; `Input` in sources/format.ts. */
export interface AlertInput {
  readonly kind: string;
  readonly series: string;
  readonly key: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface WebhookStore {
  /** Creates it, or gives a revoked one a new secret. False when there is one in use. */
  insert(webhook: WebhookRecord): Promise<boolean>;
  find(slug: string): Promise<WebhookRecord | null>;
  list(): Promise<readonly WebhookRecord[]>;
  /** False when there is none. Revoking twice keeps the first time. */
  revoke(slug: string, at: Date): Promise<boolean>;
  /** Whether an alert of this id was accepted. */
  knows(slug: string, id: string): Promise<boolean>;
  /** Remembers the alert and keeps its input, both or neither. The series of the first alert of this id. */
  accept(alert: {
    readonly slug: string;
    readonly id: string;
    readonly input: AlertInput;
    readonly at: Date;
  }): Promise<{ readonly isNew: boolean; readonly series: string }>;
}

export type ReadAlert = (
  slug: string,
  body: Readonly<Record<string, unknown>>,
  defaults: Pick<WebhookRecord, 'symbol' | 'timeframe'>,
  receivedAt: Date,
) =>
  | { readonly ok: true; readonly id: string; readonly at: Date; readonly input: AlertInput }
  | { readonly ok: false; readonly field: string; readonly value: unknown; readonly allowed: string };

/** Alerts older than this are refused: replays, and orders that are out of date. */
const MAX_ALERT_AGE_MS = 10 * MINUTE_MS;
/** Clocks differ by so much. */
const MAX_AHEAD_MS = MINUTE_MS;

/** How long an alert waits for those before it: each of them may wait for a lock as long as the store lets it. */
export const ALERT_TURN_MS = 30_000;

/** What a slug looks like, for error messages too. */
const WEBHOOK_SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/** Webhooks as the operator manages them. */
export interface WebhookAdmin {
  /** The secret is returned this once. Throws CONFLICT when the slug is in use, INVALID_PARAMETER for a bad one. */
  create(webhook: Pick<WebhookRecord, 'slug' | 'symbol' | 'timeframe'>): Promise<{ readonly secret: string }>;
  list(): Promise<readonly WebhookRecord[]>;
  revoke(slug: string): Promise<boolean>;
}

export function createWebhookAdmin({ store, clock }: { store: WebhookStore; clock: Clock }): WebhookAdmin {
  return {
    async create({ slug, symbol, timeframe }) {
      if (!WEBHOOK_SLUG.test(slug)) {
        throw invalidParameter('slug', slug, 'lower-case letters, digits and hyphens, at most 64');
      }
      if (timeframe !== null && !BAR_LENGTH.pattern.test(timeframe))
        throw invalidParameter('timeframe', timeframe, BAR_LENGTH.says);
      const secret = `whs_${randomBytes(32).toString('base64url')}`;
      const secretHash = hashOf(secret).toString('hex');
      const createdAt = clock.now();
      if (!(await store.insert({ slug, symbol, timeframe, secretHash, createdAt, revokedAt: null }))) {
        throw new AppError('CONFLICT', `there is a webhook "${slug}" in use; revoke it first`);
      }
      return { secret };
    },
    list: () => store.list(),
    revoke: (slug) => store.revoke(slug, clock.now()),
  };
}

/** Takes alerts. */
export interface AlertReceiver {
  /**
   * Keeps an alert and derives what follows from it; the same alert again changes nothing. Throws KEY_INVALID alike for
   * an unknown slug, a revoked one and a wrong secret; INVALID_PARAMETER with the field for a bad or a late alert.
   */
  receive(
    slug: string,
    secret: string | null,
    body: Readonly<Record<string, unknown>>,
    /** Id of the request. */
    request: string,
  ): Promise<{ readonly id: string; readonly isDuplicate: boolean }>;
}

/** An alert that came for the first time, as it came but for its secret. */
export interface CameAlert {
  readonly webhook: Pick<WebhookRecord, 'slug' | 'symbol' | 'timeframe'>;
  readonly request: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly receivedAt: Date;
  readonly input: AlertInput;
}

export function createAlertReceiver(deps: {
  readonly store: WebhookStore;
  readonly clock: Clock;
  readonly readAlert: ReadAlert;
  /** Keeps what came, before its input is kept. */
  readonly keep: (alert: CameAlert) => Promise<void>;
  /** Makes one transaction of what the body writes. */
  readonly together: <T>(body: () => Promise<T>) => Promise<T>;
  /** Runs the engines on a series of alerts. */
  readonly derive: (kind: string, series: string) => Promise<unknown>;
}): AlertReceiver {
  const { store, clock, readAlert, keep, together, derive } = deps;
  // One derivation at a time: two of one series at once could write the older result last.
  let lastDerivation: Promise<unknown> = Promise.resolve();
  const deriveInTurn = ({ kind, series }: AlertInput, receivedAt: Date): Promise<unknown> => {
    const run = async () => {
      // The alert is kept; it is derived when it comes again.
      if (clock.now().getTime() - receivedAt.getTime() > ALERT_TURN_MS)
        throw new AppError('UNAVAILABLE', 'earlier alerts take too long to process', {
          retryAfterSeconds: 2,
        });
      await derive(kind, series);
    };
    const derivation = lastDerivation.then(run, run);
    lastDerivation = derivation;
    return derivation;
  };

  return {
    async receive(slug, secret, body, request) {
      const webhook = WEBHOOK_SLUG.test(slug) ? await store.find(slug) : null;
      if (!isRightSecret(webhook, secret) || webhook === null) {
        throw new AppError('KEY_INVALID', 'there is no such active webhook, or the secret is wrong');
      }
      const now = clock.now();
      const alert = readAlert(slug, body, webhook, now);
      if (!alert.ok) throw invalidParameter(alert.field, alert.value, alert.allowed);
      const ageMs = now.getTime() - alert.at.getTime();
      if (ageMs > MAX_ALERT_AGE_MS || ageMs < -MAX_AHEAD_MS) {
        throw invalidParameter(
          'time',
          alert.at.toISOString(),
          'within the last 10 minutes; send {{timenow}}',
        );
      }
      const { input } = alert;
      const { isNew, series } = await together(async () => {
        if (!(await store.knows(slug, alert.id)))
          await keep({ webhook, request, body, receivedAt: now, input });
        return store.accept({ slug, id: alert.id, input, at: now });
      });
      // Also for one that came before: its derivation may have failed then.
      await deriveInTurn({ ...input, series }, now);
      return { id: alert.id, isDuplicate: !isNew };
    },
  };
}

const NO_HASH = '0'.repeat(64);

/** Takes as long whether there is such a webhook or not. */
function isRightSecret(webhook: WebhookRecord | null, secret: string | null): boolean {
  const expected = Buffer.from(webhook?.secretHash ?? NO_HASH, 'hex');
  return timingSafeEqual(hashOf(secret ?? ''), expected) && webhook?.revokedAt === null;
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
