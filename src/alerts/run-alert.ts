import type { Alert, AlertReason } from '../core/alerts/alert.ts';
import type {
  AlertCaller,
  AlertDocuments,
  AlertEventsRead,
  AlertStream,
} from '../core/alerts/alert-events.ts';
import { BATCH_RANGES, batchMessage } from '../core/alerts/alert-message.ts';
import type { SendAlert } from '../core/alerts/alert-sender.ts';
import type {
  AlertProgress,
  AlertShares,
  AlertStore,
  HeldAlert,
  NewDelivery,
} from '../core/alerts/alert-store.ts';
import type { RetryPlan } from '../core/alerts/retry-plan.ts';
import type { Clock } from '../core/ports.ts';
import type { Quota } from '../core/quota/quota.ts';
import { MINUTE_MS } from '../core/time.ts';
import { AppError, ERRORS } from '../errors.ts';
import type { AlertCounts } from './alert-counts.ts';
import { progressAfter, sendingTime } from './batch-progress.ts';
import { createSleep } from './sleep.ts';

export interface AlertRunDeps {
  readonly process: string;
  readonly store: Pick<AlertStore, 'find' | 'isWithin'>;
  readonly shares: Pick<AlertShares, 'advance'>;
  readonly documents: AlertDocuments;
  /** The key an alert acts as, or its successor. Throws what a request of it is refused with. */
  readonly callerOf: (keyId: string) => Promise<AlertCaller>;
  readonly spendDay: Quota['spendDay'];
  readonly send: SendAlert;
  readonly plan: RetryPlan;
  /** Between two e-mails of an alert. */
  readonly mailSpacingMs: number;
  readonly clock: Clock;
  /** Whether the lease still holds: nothing is sent without it. */
  readonly isLeased: () => boolean;
  readonly counts: AlertCounts;
  /** Told that an alert has stopped by itself. */
  readonly stopped: (alert: Alert) => void;
  readonly report: (error: unknown) => void;
}

/** An alert as this process delivers it. */
export interface AlertRun {
  readonly revision: bigint;
  /** False: it has ended by itself, or was changed by somebody else. */
  isRunning(): boolean;
  /** Resolves when nothing more is sent; what is under way may end first. */
  stop(): Promise<void>;
}

const OBJECTS_PER_UNIT = 100;
/** After a failure of the store or of this service. */
const AGAIN_MS = 1_000;
/** How often it is written down how far an alert has come that nothing has matched. */
const WRITE_DOWN_MS = MINUTE_MS;

/** What a step leads to: the next at once, when the feeds move, or at a time; or nothing. */
type Next = 'again' | 'moved' | 'over' | Date;

export function runAlert(deps: AlertRunDeps, held: HeldAlert): AlertRun {
  const run = new Run(deps, held);
  const ended = run.go();
  return {
    revision: held.revision,
    isRunning: () => run.isRunning,
    async stop() {
      run.stop();
      await ended;
    },
  };
}

class Run {
  isRunning = true;
  readonly #deps: AlertRunDeps;
  readonly #held: HeldAlert;
  readonly #stopping = new AbortController();
  readonly #sleep = createSleep();
  /** As stored, but for a cursor that has come further without an event. */
  #alert: Alert | null = null;
  #stream: AlertStream | null = null;
  #watch: { stop(): void } | null = null;
  #writtenAt = 0;
  /** For which the number of alerts was looked at. */
  #tier: string | null = null;

  constructor(deps: AlertRunDeps, held: HeldAlert) {
    this.#deps = deps;
    this.#held = held;
  }

  async go(): Promise<void> {
    const { clock, report } = this.#deps;
    while (this.isRunning) {
      let next: Next;
      try {
        next = await this.#step();
      } catch (error) {
        report(error);
        next = await this.#afterError(error);
      }
      if (next === 'over') this.isRunning = false;
      else if (next !== 'again' && this.isRunning)
        await this.#sleep.until(next === 'moved' ? null : next.getTime() - clock.now().getTime());
    }
    this.#watch?.stop();
  }

  async #afterError(error: unknown): Promise<Next> {
    const { clock, report } = this.#deps;
    // What is refused now, a cursor of feeds that are gone, say, is refused in a second as well.
    if (!isFinal(error)) return new Date(clock.now().getTime() + AGAIN_MS);
    await this.#stopWith('document', error.message).catch(report);
    return 'over';
  }

  /** What is being sent is broken off after a moment: it is sent again by whoever delivers next, under the same id. */
  stop(): void {
    this.isRunning = false;
    this.#sleep.wake();
    setTimeout(() => this.#stopping.abort(), STOP_MS).unref();
  }

  async #step(): Promise<Next> {
    const { store, clock, isLeased } = this.#deps;
    const alert = this.#alert ?? (await store.find(this.#held.id, null));
    if (!alert || alert.revision !== this.#held.revision || alert.url === null) return 'over';
    this.#alert = alert;
    const now = clock.now();
    const caller = await this.#callerFor(alert);
    if (caller === null) return 'over';
    if (alert.nextTryAt && alert.nextTryAt > now) return alert.nextTryAt;
    const paidUntil = await this.#settle(alert, caller);
    if (paidUntil !== null) return paidUntil;
    const stream = this.#stream ?? (await this.#open(alert, caller));
    if (stream === null) return 'over';
    const range =
      alert.batchEnd === null
        ? BATCH_RANGES[alert.format]
        : { events: Infinity, bytes: Infinity, end: alert.batchEnd };
    const read = await stream.read(caller, alert.cursor, range);
    if (read.events.length === 0) return this.#passOver(alert, read);
    const due = sendingTime(alert, read, this.#deps.mailSpacingMs);
    if (due > now) return (await this.#advance({ nextTryAt: due })) ? due : 'over';
    if (!isLeased()) return new Date(now.getTime() + AGAIN_MS);
    // Written down first: if this process ends here, the same batch is sent again, and no other.
    if (alert.batchEnd === null && !(await this.#advance({ cursor: alert.cursor, batchEnd: read.cursor })))
      return 'over';
    return this.isRunning ? this.#deliver(this.#alert, read) : 'over';
  }

  /** Null: the alert has stopped with its key. */
  async #callerFor(alert: Alert): Promise<AlertCaller | null> {
    try {
      const caller = await this.#deps.callerOf(alert.keyId);
      if (!(await this.#isWithin(alert, caller))) return null;
      if (caller.key.id === alert.keyId) return caller;
      return (await this.#advance({ keyId: caller.key.id })) ? caller : null;
    } catch (error) {
      if (!isFinal(error)) throw error;
      await this.#stopWith('key', error.message);
      return null;
    }
  }

  /** A tier that has become smaller keeps the oldest alerts. */
  async #isWithin(alert: Alert, { tier }: AlertCaller): Promise<boolean> {
    const { name, alertsPerKey } = tier;
    if (name === this.#tier) return true;
    if (!(await this.#deps.store.isWithin(alert, alertsPerKey))) {
      await this.#stopWith(
        'limit',
        `a key of tier ${name} has at most ${alertsPerKey} alerts, and there are older ones`,
      );
      return false;
    }
    this.#tier = name;
    return true;
  }

  /** Null: the alert has stopped, since its document is no longer one. */
  async #open(alert: Alert, caller: AlertCaller): Promise<AlertStream | null> {
    try {
      const stream = await this.#deps.documents.open(alert.document, caller);
      this.#watch = await stream.watch(this.#sleep.wake);
      this.#stream = stream;
      return stream;
    } catch (error) {
      if (!isFinal(error)) throw error;
      await this.#stopWith('document', error.message);
      return null;
    }
  }

  /** Pays for what was delivered; until when to wait if the day is used up, else null. */
  async #settle(alert: Alert, caller: AlertCaller): Promise<Date | null> {
    const units = Math.floor(alert.owedObjects / OBJECTS_PER_UNIT);
    if (units === 0) return null;
    const { granted, windows } = await this.#deps.spendDay(caller, units);
    if (granted) {
      await this.#advance({ owedObjects: alert.owedObjects - units * OBJECTS_PER_UNIT, nextTryAt: null });
      return null;
    }
    const { limit, resetsAt } = windows.day;
    const lastError = `the ${limit} units of the day are used up; it goes on ${resetsAt.toISOString()}`;
    await this.#advance({ nextTryAt: resetsAt, lastError });
    return resetsAt;
  }

  async #passOver(alert: Alert, { cursor, more }: AlertEventsRead): Promise<Next> {
    const next = more ? 'again' : 'moved';
    if (alert.batchEnd !== null) {
      // What was sent and not taken is no longer in view.
      const passed = await this.#advance({
        cursor: alert.batchEnd,
        batchEnd: null,
        failures: 0,
        lastError: null,
      });
      return passed ? 'again' : 'over';
    }
    if (cursor === alert.cursor) return next;
    this.#alert = { ...alert, cursor };
    const nowMs = this.#deps.clock.now().getTime();
    if (this.#writtenAt === 0) this.#writtenAt = nowMs;
    if (nowMs - this.#writtenAt < WRITE_DOWN_MS) return next;
    return (await this.#advance({ cursor })) ? next : 'over';
  }

  async #deliver(alert: Alert, read: AlertEventsRead): Promise<Next> {
    const { send, clock, counts } = this.#deps;
    const { url, batchEnd } = alert;
    if (url === null || batchEnd === null) throw new Error('a batch has an end, and an endpoint to go to');
    const message = batchMessage(alert, read, batchEnd);
    const at = clock.now();
    const sent = await send({ ...alert, url }, message, this.#stopping.signal);
    if (this.#stopping.signal.aborted && sent.status === null) return 'over';
    const progress = progressAfter(sent, {
      alert,
      read,
      end: batchEnd,
      plan: this.#deps.plan,
      now: clock.now(),
    });
    const outcome =
      sent.error === null
        ? 'delivered'
        : progress.batchEnd === null || progress.state
          ? 'given_up'
          : 'failed';
    const delivery: NewDelivery = {
      kind: 'events',
      messageId: message.id,
      at,
      attempt: alert.failures + 1,
      outcome,
      status: sent.status,
      error: sent.error,
      answer: sent.answer,
      durationMs: sent.durationMs,
      events: message.events,
      bytes: Buffer.byteLength(message.body),
      nextTryAt: progress.nextTryAt ?? null,
    };
    const advanced = await this.#advance(progress, delivery);
    counts.tried(alert.format, outcome, message.events);
    if (!advanced) return 'over';
    if (progress.state) this.#deps.stopped(this.#alert ?? alert);
    if (progress.state) return 'over';
    return progress.nextTryAt ?? 'again';
  }

  async #stopWith(reason: AlertReason, lastError: string): Promise<void> {
    if ((await this.#advance({ state: 'paused', reason, lastError })) && this.#alert)
      this.#deps.stopped(this.#alert);
  }

  /** False: it is another's by now. */
  async #advance(progress: AlertProgress, delivery?: NewDelivery): Promise<boolean> {
    const { shares, process, clock } = this.#deps;
    if (!this.#alert || !(await shares.advance({ ...this.#held, process }, progress, delivery))) return false;
    this.#alert = { ...this.#alert, ...progress };
    this.#writtenAt = clock.now().getTime();
    return true;
  }
}

/** A clean stop waits so long for an endpoint. */
const STOP_MS = 2_000;

/** Whether it will be refused again: not for want of a store, or of units. */
const isFinal = (error: unknown): error is AppError =>
  error instanceof AppError && !ERRORS[error.code].retryable;
