import { randomUUID } from 'node:crypto';
import { AppError, invalidParameter } from '../../errors.ts';
import { isoTime } from '../../feed/iso-time.ts';
import { checkName } from '../checks/check-name.ts';
import type { Clock } from '../ports.ts';
import { DAY_MS } from '../time.ts';
import type { Alert, AlertDelivery, AlertDigest, AlertDocument, AlertFormat } from './alert.ts';
import type { AlertEndpoints } from './alert-endpoints.ts';
import type { AlertCaller, AlertDocuments, AlertEventsRead } from './alert-events.ts';
import { testMessage } from './alert-message.ts';
import type { SendAlert } from './alert-sender.ts';
import type { AlertChanges, AlertStore } from './alert-store.ts';
import { awaitsConfirmation, changedTarget, checkTarget, isSigned } from './alert-target.ts';
import type { MailConsent } from './mail-consent.ts';
import { type AlertSignature, newSigningSecret, signatureOf } from './webhook-signature.ts';

export interface NewAlert {
  readonly name: string;
  readonly document: AlertDocument;
  readonly url: string | null;
  readonly format: AlertFormat;
  readonly digest: AlertDigest;
  readonly signature: AlertSignature;
  readonly pauseOnFailure: boolean;
}

/** What its owner changes of an alert. Left out: as it is. */
export interface AlertWishes extends Partial<Omit<NewAlert, 'signature'>> {
  /** `active` also tries at once what waits to be tried again, and asks an address that has not confirmed the alert once more. */
  readonly state?: 'active' | 'paused' | undefined;
}

/** Where an alert is set back to. */
export type ReplayFrom = { readonly after: string } | { readonly since: Date };

/** Alerts as their owners manage them: those of the account of the calling key. All but `create` and `list` throw NOT_FOUND. */
export interface AlertAdmin {
  /**
   * By e-mail it waits until its address has confirmed it. Throws what the graph refuses the document with, INVALID_PARAMETER for the
   * name or the URL, CONFLICT for more alerts than the tier has, RATE_LIMITED for more questions to addresses than a day has.
   */
  create(caller: AlertCaller, wanted: NewAlert): Promise<Alert>;
  /** Oldest first. */
  list(caller: AlertCaller): Promise<readonly Alert[]>;
  find(caller: AlertCaller, id: string): Promise<Alert>;
  /** A document is followed from where the alert stands, if that is a place in its feeds; else from now on. */
  update(caller: AlertCaller, id: string, wishes: AlertWishes): Promise<Alert>;
  remove(caller: AlertCaller, id: string): Promise<void>;
  /** The former secret signs as well for a day. Throws CONFLICT for an alert whose deliveries are not signed. */
  rotateSecret(caller: AlertCaller, id: string): Promise<Alert>;
  /** Delivers again what came behind a cursor or since a moment. Throws INVALID_CURSOR. */
  replay(caller: AlertCaller, id: string, from: ReplayFrom): Promise<Alert>;
  /**
   * Passes over the batch that waits to be tried again, or over all there is by now. Throws CONFLICT when no batch waits.
   */
  skip(caller: AlertCaller, id: string, what: 'batch' | 'all'): Promise<Alert>;
  /** Sends a message that says it is a test. Throws CONFLICT for an alert without URL, or whose address has not confirmed it. */
  test(caller: AlertCaller, id: string): Promise<Omit<AlertDelivery, 'id'>>;
  deliveries(
    caller: AlertCaller,
    id: string,
    page: { readonly limit: number; readonly before: bigint | null },
  ): Promise<readonly AlertDelivery[]>;
  /** Events behind a cursor, or behind where the alert stands. Throws INVALID_CURSOR. */
  events(
    caller: AlertCaller,
    id: string,
    page: { readonly limit: number; readonly after: string | null },
  ): Promise<AlertEventsRead>;
}

const FORMER_SECRET_MS = DAY_MS;
const POLL_BYTES = 1_000_000;

export function createAlertAdmin(deps: {
  readonly store: AlertStore;
  readonly documents: AlertDocuments;
  readonly endpoints: AlertEndpoints;
  readonly send: SendAlert;
  /** Null: this server sends no e-mail. */
  readonly consent: MailConsent | null;
  readonly clock: Clock;
}): AlertAdmin {
  const { store, documents, endpoints, send, consent, clock } = deps;
  const rules = { endpoints, hasMail: consent !== null };

  const find = async ({ key }: AlertCaller, id: string): Promise<Alert> => {
    const alert = ALERT_ID.test(id) ? await store.find(id, key.account) : null;
    if (!alert) throw noSuchAlert(id);
    return alert;
  };
  const change = async (
    caller: AlertCaller,
    id: string,
    changesOf: (alert: Alert) => Promise<AlertChanges> | AlertChanges,
  ) => {
    const changed = await store.change(id, await changesOf(await find(caller, id)), clock.now());
    if (!changed) throw noSuchAlert(id); // removed meanwhile
    return changed;
  };
  /** What becomes of the state of an alert that goes where `next` says. */
  const stateOf = async (
    alert: Alert,
    next: Alert,
    wanted: AlertWishes['state'],
  ): Promise<Partial<Alert>> => {
    if (wanted === 'paused') return { state: wanted, reason: 'requested' };
    const isMoved = next.url !== alert.url || next.format !== alert.format;
    if (awaitsConfirmation(next) && (isMoved || wanted === 'active')) {
      if (next.url !== null) await consent?.reserve(alert.account, next.url);
      return UNCONFIRMED;
    }
    const isFreed = isMoved && alert.reason === 'unconfirmed';
    return wanted === 'active' || isFreed ? RESUMED : {};
  };
  /** Asks the address of an alert that waits for it; an error that hinders it is told by the alert. */
  const ask = async (alert: Alert): Promise<Alert> => {
    const { id, url, format } = alert;
    if (format !== 'email' || url === null || !consent) return alert;
    const error = await consent.ask({ id, url });
    if (error === null) return alert; // by now it may have been confirmed
    const lastError = `${error}; resume the alert to ask again`;
    return (await store.change(id, { lastError }, clock.now())) ?? alert;
  };

  return {
    find,
    list: ({ key }) => store.list(key.account),
    async create(caller, { name: text, document, url, format, digest, signature, pauseOnFailure }) {
      const name = checkName(text);
      const target = checkTarget({ url, format, digest }, rules);
      if (signature === 'v1a' && format !== 'standard')
        throw invalidParameter('signature', signature, `v1 for format ${format}`);
      const stream = await documents.open(document, caller);
      const now = clock.now();
      const alert: Alert = {
        id: randomUUID(),
        account: caller.key.account,
        keyId: caller.key.id,
        name,
        document,
        ...target,
        confirmedUrl: null,
        pauseOnFailure,
        secret: newSigningSecret(signature),
        formerSecret: null,
        cursor: stream.after === null ? await stream.now(caller) : await stream.resume(caller, stream.after),
        ...UNTRIED,
        ...(format === 'email' ? UNCONFIRMED : ACTIVE),
        lastDeliveredAt: null,
        owedObjects: 0,
        createdAt: now,
        updatedAt: now,
        revision: 1n,
      };
      const { alertsPerKey, name: tier } = caller.tier;
      if (target.url !== null && format === 'email') await consent?.reserve(alert.account, target.url);
      if (await store.insertWithin(alert, alertsPerKey)) return ask(alert);
      throw new AppError(
        'CONFLICT',
        `tier ${tier} allows ${alertsPerKey} ${alertsPerKey === 1 ? 'alert' : 'alerts'} for all keys of an account; remove one first`,
      );
    },
    async update(caller, id, wishes) {
      let isAsked = false;
      const changed = await change(caller, id, async (alert) => {
        const { name, document, url, pauseOnFailure, state } = wishes;
        const target = changedTarget(alert, wishes, rules);
        if (signatureOf(alert.secret) === 'v1a' && (target.format ?? 'standard') !== 'standard')
          throw invalidParameter('format', target.format, 'standard: this alert is signed with v1a');
        const next = await stateOf(alert, { ...alert, ...target }, state);
        isAsked = next.reason === 'unconfirmed';
        const isSooner =
          target.digest !== undefined && target.digest !== alert.digest && alert.failures === 0;
        return {
          ...(name === undefined ? {} : { name: checkName(name) }),
          ...(document === undefined
            ? {}
            : { document, ...(await placeIn(documents, caller, document, alert)) }),
          ...target,
          ...(pauseOnFailure === undefined ? {} : { pauseOnFailure }),
          ...(isSooner ? { nextTryAt: null } : {}),
          ...next,
          // Whoever says what it sends, or where, answers for it: its rows are those that this key sees.
          ...(document || url !== undefined || state === 'active' ? { keyId: caller.key.id } : {}),
        };
      });
      return isAsked ? ask(changed) : changed;
    },
    async remove(caller, id) {
      await find(caller, id);
      await store.remove(id);
    },
    rotateSecret: (caller, id) =>
      change(caller, id, (alert) => {
        if (!isSigned(alert))
          throw new AppError(
            'CONFLICT',
            'this alert has no secret: nothing is signed that is polled or sent by e-mail',
          );
        const { secret } = alert;
        const until = new Date(clock.now().getTime() + FORMER_SECRET_MS);
        return { secret: newSigningSecret(signatureOf(secret)), formerSecret: { secret, until } };
      }),
    replay: (caller, id, from) =>
      change(caller, id, async ({ document }) => {
        const now = clock.now();
        if ('since' in from && from.since > now)
          throw invalidParameter('since', isoTime(from.since), `no later than now, ${isoTime(now)}`);
        const stream = await documents.open(document, caller);
        const cursor =
          'after' in from ? await stream.resume(caller, from.after) : await stream.at(caller, from.since);
        return { cursor, keyId: caller.key.id, ...UNTRIED };
      }),
    skip: (caller, id, what) =>
      change(caller, id, async ({ document, batchEnd }) => {
        if (what === 'all')
          return { cursor: await (await documents.open(document, caller)).now(caller), ...UNTRIED };
        if (batchEnd === null)
          throw new AppError('CONFLICT', 'this alert has no failed batch that waits to be tried again');
        return { cursor: batchEnd, ...UNTRIED };
      }),
    async test(caller, id) {
      const alert = await find(caller, id);
      const { url } = alert;
      if (url === null) throw new AppError('CONFLICT', 'this alert has no url: poll its events instead');
      if (awaitsConfirmation(alert))
        throw new AppError(
          'CONFLICT',
          'the address has not confirmed this alert: open the link that it was sent',
        );
      const at = clock.now();
      const message = testMessage(alert, `msg_test_${randomUUID()}`, at);
      const { status, error, answer, durationMs } = await send({ ...alert, url }, message);
      const delivery = {
        kind: 'test',
        messageId: message.id,
        at,
        attempt: 1,
        outcome: error === null ? 'delivered' : 'failed',
        status,
        error,
        answer,
        durationMs,
        events: 0,
        bytes: Buffer.byteLength(message.body),
        nextTryAt: null,
      } as const;
      await store.record(id, delivery);
      return delivery;
    },
    async deliveries(caller, id, page) {
      await find(caller, id);
      return store.deliveries(id, page);
    },
    async events(caller, id, { limit, after }) {
      const alert = await find(caller, id);
      const stream = await documents.open(alert.document, caller);
      const from = after === null ? alert.cursor : await stream.resume(caller, after);
      return stream.read(caller, from, { events: limit, bytes: POLL_BYTES });
    },
  };
}

/** Nothing waits to be tried again. */
const UNTRIED = { batchEnd: null, failures: 0, nextTryAt: null, lastError: null } as const;
const ACTIVE = { state: 'active', reason: null } as const;
const RESUMED = { ...ACTIVE, failures: 0, nextTryAt: null, lastError: null } as const;
const UNCONFIRMED = {
  state: 'paused',
  reason: 'unconfirmed',
  lastError: 'waiting until the address confirms it by the link that it was sent',
} as const;

/** Where another document begins. */
async function placeIn(
  documents: AlertDocuments,
  caller: AlertCaller,
  document: AlertDocument,
  { cursor }: Alert,
): Promise<AlertChanges> {
  const stream = await documents.open(document, caller);
  const from = await stream.resume(caller, cursor).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'INVALID_CURSOR') return stream.now(caller);
    throw error;
  });
  return { cursor: from, ...UNTRIED };
}

/** What an id of an alert looks like. */
const ALERT_ID = /^[\w-]{1,64}$/;

export const noSuchAlert = (id: string): AppError =>
  new AppError('NOT_FOUND', `there is no alert "${id.slice(0, 64)}"`);
