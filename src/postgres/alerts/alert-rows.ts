import { type RawBuilder, sql } from 'kysely';
import type { Alert, AlertDelivery } from '../../core/alerts/alert.ts';
import type { AlertChanges } from '../../core/alerts/alert-store.ts';
import type { Seal } from '../../core/seal.ts';
import { instant, wholeNumber } from '../schema/column.ts';

/** A row of the table `alert`. */
export interface AlertRow {
  readonly id: string;
  readonly account: string;
  readonly key_id: string;
  readonly name: string;
  readonly query: string;
  readonly operation_name: string | null;
  readonly variables: Alert['document']['variables'];
  readonly url: string | null;
  readonly format: Alert['format'];
  readonly digest: Alert['digest'];
  readonly confirmed_url: string | null;
  readonly pause_on_failure: boolean;
  readonly secret: string;
  readonly former_secret: string | null;
  readonly former_secret_until: Date | null;
  readonly state: Alert['state'];
  readonly reason: Alert['reason'];
  readonly cursor: string;
  readonly batch_end: string | null;
  readonly failures: number;
  readonly next_try_at: Date | null;
  readonly last_error: string | null;
  readonly last_delivered_at: Date | null;
  readonly owed_objects: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly revision: bigint;
}

export const ALERT_COLUMNS = sql.raw(
  'id, account, key_id, name, query, operation_name, variables, url, format, digest, confirmed_url, pause_on_failure, secret, ' +
    'former_secret, former_secret_until, state, reason, cursor, batch_end, failures, next_try_at, last_error, last_delivered_at, ' +
    'owed_objects, created_at, updated_at, revision',
);

export function alertOf(row: AlertRow, seal: Seal): Alert {
  return {
    id: row.id,
    account: row.account,
    keyId: row.key_id,
    name: row.name,
    document: { query: row.query, operationName: row.operation_name, variables: row.variables },
    url: openedUrl(row.url, seal),
    format: row.format,
    digest: row.digest,
    confirmedUrl: openedUrl(row.confirmed_url, seal),
    pauseOnFailure: row.pause_on_failure,
    secret: opened(row.secret, seal),
    formerSecret:
      row.former_secret !== null && row.former_secret_until !== null
        ? { secret: opened(row.former_secret, seal), until: row.former_secret_until }
        : null,
    state: row.state,
    reason: row.reason,
    cursor: row.cursor,
    batchEnd: row.batch_end,
    failures: row.failures,
    nextTryAt: row.next_try_at,
    lastError: row.last_error,
    lastDeliveredAt: row.last_delivered_at,
    owedObjects: row.owed_objects,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  };
}

function opened(sealed: string, seal: Seal): string {
  const plain = seal.open(sealed);
  if (!plain)
    throw new Error('a secret of an alert was sealed elsewhere: the table "secret" is not that of its store');
  return plain.toString('utf8');
}

/** Addresses of chats are secrets. Those of alerts that have not been changed since version 1.0.0 stand as they are. */
const openedUrl = (stored: string | null, seal: Seal): string | null =>
  stored === null || /^(https?|mailto):/.test(stored) ? stored : opened(stored, seal);

/** The same text for the same address, so that two can be compared. */
const sealedUrl = (url: string | null, seal: Seal): string | null =>
  url === null ? null : seal.sealAlike(Buffer.from(url, 'utf8'));

const sealed = (secret: string | null, seal: Seal): string | null =>
  secret === null ? null : seal.seal(Buffer.from(secret, 'utf8'));

const text = (value: string | null): RawBuilder<unknown> => sql`${value}::text`;

/** Values of columns, as changes name them; those that are left out are not among them. */
export function columnsOf(
  changes: AlertChanges,
  seal: Seal,
): readonly (readonly [string, RawBuilder<unknown>])[] {
  const { document, formerSecret, secret } = changes;
  const values: readonly (readonly [string, RawBuilder<unknown> | undefined])[] = [
    ['key_id', changes.keyId === undefined ? undefined : text(changes.keyId)],
    ['name', changes.name === undefined ? undefined : text(changes.name)],
    ['query', document && text(document.query)],
    ['operation_name', document && text(document.operationName)],
    ['variables', document && sql`${JSON.stringify(document.variables)}::text::jsonb`],
    ['url', changes.url === undefined ? undefined : text(sealedUrl(changes.url, seal))],
    ['format', changes.format === undefined ? undefined : text(changes.format)],
    ['digest', changes.digest === undefined ? undefined : text(changes.digest)],
    [
      'confirmed_url',
      changes.confirmedUrl === undefined ? undefined : text(sealedUrl(changes.confirmedUrl, seal)),
    ],
    [
      'pause_on_failure',
      changes.pauseOnFailure === undefined
        ? undefined
        : sql`${String(changes.pauseOnFailure)}::text::boolean`,
    ],
    ['secret', secret === undefined ? undefined : text(sealed(secret, seal))],
    [
      'former_secret',
      formerSecret === undefined ? undefined : text(sealed(formerSecret?.secret ?? null, seal)),
    ],
    ['former_secret_until', formerSecret === undefined ? undefined : instant(formerSecret?.until ?? null)],
    ['state', changes.state === undefined ? undefined : text(changes.state)],
    ['reason', changes.reason === undefined ? undefined : text(changes.reason)],
    ['cursor', changes.cursor === undefined ? undefined : text(changes.cursor)],
    ['batch_end', changes.batchEnd === undefined ? undefined : text(changes.batchEnd)],
    ['failures', changes.failures === undefined ? undefined : wholeNumber(changes.failures)],
    ['next_try_at', changes.nextTryAt === undefined ? undefined : instant(changes.nextTryAt)],
    ['last_error', changes.lastError === undefined ? undefined : text(changes.lastError)],
    [
      'last_delivered_at',
      changes.lastDeliveredAt === undefined ? undefined : instant(changes.lastDeliveredAt),
    ],
    ['owed_objects', changes.owedObjects === undefined ? undefined : wholeNumber(changes.owedObjects)],
  ];
  return values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** `SET` of an UPDATE; the columns are known names. */
export const assignments = (
  columns: readonly (readonly [string, RawBuilder<unknown>])[],
): RawBuilder<unknown> => sql.join(columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`));

/** A row of the table `alert_delivery`. */
export interface DeliveryRow {
  readonly id: bigint;
  readonly kind: AlertDelivery['kind'];
  readonly message_id: string;
  readonly at: Date;
  readonly attempt: number;
  readonly outcome: AlertDelivery['outcome'];
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  readonly duration_ms: number;
  readonly events: number;
  readonly bytes: number;
  readonly next_try_at: Date | null;
}

export const deliveryOf = (row: DeliveryRow): AlertDelivery => ({
  id: row.id,
  kind: row.kind,
  messageId: row.message_id,
  at: row.at,
  attempt: row.attempt,
  outcome: row.outcome,
  status: row.status,
  error: row.error,
  answer: row.answer,
  durationMs: row.duration_ms,
  events: row.events,
  bytes: row.bytes,
  nextTryAt: row.next_try_at,
});

export const DELIVERY_COLUMNS = sql.raw(
  'kind, message_id, at, attempt, outcome, status, error, answer, duration_ms, events, bytes, next_try_at',
);

export const deliveryValues = (one: Omit<AlertDelivery, 'id'>): RawBuilder<unknown> =>
  sql.join([
    text(one.kind),
    text(one.messageId),
    instant(one.at),
    wholeNumber(one.attempt),
    text(one.outcome),
    one.status === null ? sql`NULL::integer` : wholeNumber(one.status),
    text(one.error),
    text(one.answer),
    wholeNumber(one.durationMs),
    wholeNumber(one.events),
    wholeNumber(one.bytes),
    instant(one.nextTryAt),
  ]);
