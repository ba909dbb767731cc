import { createHmac, hash, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret, as libraries of Standard Webhooks take it. */
export const newSigningSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Headers of a message as Standard Webhooks 1.0 has them, signed with each of the secrets. */
export function webhookHeaders(
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  at: Date,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** The id of the batch between two cursors of an alert: the same for every try, whichever process makes it. */
export const batchId = (alertId: string, from: string, to: string): string =>
  `msg_${hash('sha256', `${alertId} ${from} ${to}`, 'base64url').slice(0, 27)}`;
