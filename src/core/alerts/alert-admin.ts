import { randomUUID } from 'node:crypto';
import { AppError, invalidParameter } from '../../errors.ts';
import { isoTime } from '../../feed/iso-time.ts';
import type { Clock } from '../ports.ts';
import { DAY_MS } from '../time.ts';
import type { Alert, AlertDelivery, AlertDocument, AlertFormat } from './alert.ts';
import type { AlertEndpoints } from './alert-endpoints.ts';
import type { AlertCaller, AlertDocuments, AlertEventsRead } from './alert-events.ts';
import { testMessage } from './alert-message.ts';
import type { SendAlert } from './alert-sender.ts';
import type { AlertChanges, AlertStore } from './alert-store.ts';
import { newSigningSecret } from './webhook-signature.ts';

export interface NewAlert {
  readonly name: string;
  readonly document: AlertDocument;
  readonly url: string | null;
  readonly format: AlertFormat;
  readonly pauseOnFailure: boolean;
}

/** What its owner changes of an alert. Left out: as it is. */
export interface AlertWishes extends Partial<NewAlert> {
  /** `active` also tries at once what waits to be tried again. */
  readonly state?: 'active' | 'paused' | undefined;
}

/** Where an alert is set back to. */
export type ReplayFrom = { readonly after: string } | { readonly since: Date };

/** Alerts as their owners manage them: those of the account of the calling key. All but `create` and `list` throw NOT_FOUND. */
export interface AlertAdmin {
  /** Throws what the graph refuses the document with, INVALID_PARAMETER for the URL, CONFLICT for more alerts than the tier has. */
  create(caller: AlertCaller, wanted: NewAlert): Promise<Alert>;
  /** Oldest first. */
  list(caller: AlertCaller): Promise<readonly Alert[]>;
  find(caller: AlertCaller, id: string): Promise<Alert>;
  /** A document is followed from where the alert stands, if that is a place in its feeds; else from now on. */
  update(caller: AlertCaller, id: string, wishes: AlertWishes): Promise<Alert>;
  remove(caller: AlertCaller, id: string): Promise<void>;
  /** The former secret signs as well for a day. */
  rotateSecret(caller: AlertCaller, id: string): Promise<Alert>;
  /** Delivers again what came behind a cursor or since a moment. Throws INVALID_CURSOR. */
  replay(caller: AlertCaller, id: string, from: ReplayFrom): Promise<Alert>;
  /**
   * Passes over the batch that waits to be tried again, or over all there is by now. Throws CONFLICT when no batch waits.
   */
  skip(caller: AlertCaller, id: string, what: 'batch' | 'all'): Promise<Alert>;
  /** Sends a message that says it is a test. Throws CONFLICT for an alert without URL. */
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
  readonly clock: Clock;
}): AlertAdmin {
  const { store, documents, endpoints, send, clock } = deps;

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
  const urlOf = (url: string | null) => (url === null ? null : endpoints.check(url).href);

  return {
    find,
    list: ({ key }) => store.list(key.account),
    async create(caller, { name, document, url, format, pauseOnFailure }) {
      const stream = await documents.open(document, caller);
      const now = clock.now();
      const alert: Alert = {
        id: randomUUID(),
        account: caller.key.account,
        keyId: caller.key.id,
        name,
        document,
        url: urlOf(url),
        format,
        pauseOnFailure,
        secret: newSigningSecret(),
        formerSecret: null,
        state: 'active',
        reason: null,
        cursor: stream.after === null ? await stream.now(caller) : await stream.resume(caller, stream.after),
        ...UNTRIED,
        lastDeliveredAt: null,
        owedObjects: 0,
        createdAt: now,
        updatedAt: now,
        revision: 1n,
      };
      const { alertsPerKey, name: tier } = caller.tier;
      if (await store.insertWithin(alert, alertsPerKey)) return alert;
      throw new AppError(
        'CONFLICT',
        `a key of tier ${tier} has at most ${alertsPerKey} alerts; remove one first`,
      );
    },
    update: (caller, id, { name, document, url, format, pauseOnFailure, state }) =>
      change(caller, id, async (alert) => ({
        ...(name === undefined ? {} : { name }),
        ...(document === undefined
          ? {}
          : { document, ...(await placeIn(documents, caller, document, alert)) }),
        ...(url === undefined ? {} : { url: urlOf(url) }),
        ...(format === undefined ? {} : { format }),
        ...(pauseOnFailure === undefined ? {} : { pauseOnFailure }),
        ...(state === 'paused' ? ({ state, reason: 'requested' } as const) : {}),
        ...(state === 'active' ? RESUMED : {}),
        // Whoever says what it sends, or where, answers for it: its rows are those that this key sees.
        ...(document || url !== undefined || state === 'active' ? { keyId: caller.key.id } : {}),
      })),
    async remove(caller, id) {
      await find(caller, id);
      await store.remove(id);
    },
    rotateSecret: (caller, id) =>
      change(caller, id, ({ secret }) => ({
        secret: newSigningSecret(),
        formerSecret: { secret, until: new Date(clock.now().getTime() + FORMER_SECRET_MS) },
      })),
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
          throw new AppError('CONFLICT', 'no batch of this alert waits to be tried again');
        return { cursor: batchEnd, ...UNTRIED };
      }),
    async test(caller, id) {
      const alert = await find(caller, id);
      const { url } = alert;
      if (url === null) throw new AppError('CONFLICT', 'this alert has no url: its events are polled');
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
const RESUMED = { state: 'active', reason: null, failures: 0, nextTryAt: null, lastError: null } as const;

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

export const MAX_ALERT_NAME = 100;

/** Throws INVALID_PARAMETER. */
export function alertName(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= MAX_ALERT_NAME) return name;
  throw invalidParameter('name', text, `a text of 1 to ${MAX_ALERT_NAME} characters`);
}
