import type { Alert, AlertDelivery } from './alert.ts';
import { isSigned } from './alert-target.ts';
import { publicKeyOf, signatureOf } from './webhook-signature.ts';

/** An alert as REST and the CLI show it: without its secret. */
export function alertJson(alert: Alert) {
  return {
    id: alert.id,
    name: alert.name,
    query: alert.document.query,
    operation_name: alert.document.operationName,
    variables: alert.document.variables,
    url: alert.url,
    format: alert.format,
    digest: alert.digest,
    signature: signatureOf(alert.secret),
    public_key: publicKeyOf(alert.secret),
    pause_on_failure: alert.pauseOnFailure,
    state: alert.state,
    reason: alert.reason,
    cursor: alert.cursor,
    failures: alert.failures,
    next_try_at: alert.nextTryAt?.toISOString() ?? null,
    last_error: alert.lastError,
    last_delivered_at: alert.lastDeliveredAt?.toISOString() ?? null,
    key_id: alert.keyId,
    created_at: alert.createdAt.toISOString(),
    updated_at: alert.updatedAt.toISOString(),
  };
}

/** An alert with its new secret, which is shown this once, where deliveries are signed with one. Of a key pair only the public key is shown. */
export function alertWithSecretJson(alert: Alert): ReturnType<typeof alertJson> & { secret?: string } {
  const shown = alertJson(alert);
  return shown.signature === 'v1' && isSigned(alert) ? { ...shown, secret: alert.secret } : shown;
}

/** One try as REST and the CLI show it. */
export function deliveryJson(delivery: Omit<AlertDelivery, 'id'>) {
  return {
    message_id: delivery.messageId,
    kind: delivery.kind,
    at: delivery.at.toISOString(),
    attempt: delivery.attempt,
    outcome: delivery.outcome,
    status: delivery.status,
    error: delivery.error,
    answer: delivery.answer,
    duration_ms: delivery.durationMs,
    events: delivery.events,
    bytes: delivery.bytes,
    next_try_at: delivery.nextTryAt?.toISOString() ?? null,
  };
}
