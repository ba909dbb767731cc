import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  randomBytes,
  sign,
} from 'node:crypto';

/**
 * How deliveries are signed, in the words of Standard Webhooks 1.0: `v1` with a secret that both sides have (HMAC-SHA256), `v1a`
 * with a key pair (Ed25519), of which the receiver has the public key.
 */
export const ALERT_SIGNATURES = ['v1', 'v1a'] as const;
export type AlertSignature = (typeof ALERT_SIGNATURES)[number];

const SHARED = 'whsec_';
const PRIVATE = 'whsk_';
const PUBLIC = 'whpk_';
const SECRET_BYTES = 32;

/** A new secret, `whsec_…`, as libraries of Standard Webhooks take it; for `v1a` a private key, `whsk_…` and its PKCS #8 in base64. */
export function newSigningSecret(signature: AlertSignature): string {
  if (signature === 'v1') return SHARED + randomBytes(SECRET_BYTES).toString('base64');
  const { privateKey } = generateKeyPairSync('ed25519');
  return PRIVATE + privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

export const signatureOf = (secret: string): AlertSignature => (secret.startsWith(PRIVATE) ? 'v1a' : 'v1');

/** What a receiver checks `v1a` signatures with: `whpk_` and the 32 bytes of the key in base64. Null: `v1` has no such key. */
export function publicKeyOf(secret: string): string | null {
  if (signatureOf(secret) === 'v1') return null;
  const { x = '' } = createPublicKey(privateKeyOf(secret)).export({ format: 'jwk' });
  return PUBLIC + Buffer.from(x, 'base64url').toString('base64');
}

const privateKeyOf = (secret: string) =>
  createPrivateKey({
    key: Buffer.from(secret.slice(PRIVATE.length), 'base64'),
    format: 'der',
    type: 'pkcs8',
  });

/** Headers of a message as Standard Webhooks 1.0 has them, signed with each of the secrets. */
export function webhookHeaders(
  { id, body }: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  at: Date,
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = Buffer.from(`${id}.${timestamp}.${body}`, 'utf8');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => signatureBy(secret, signed)).join(' '),
  };
}

function signatureBy(secret: string, signed: Buffer): string {
  if (signatureOf(secret) === 'v1a')
    return `v1a,${sign(null, signed, privateKeyOf(secret)).toString('base64')}`;
  const key = Buffer.from(secret.slice(SHARED.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}

/** The id of the batch between two cursors of an alert: the same for every try, whichever process makes it. */
export const batchId = (alertId: string, from: string, to: string): string =>
  `msg_${hash('sha256', `${alertId} ${from} ${to}`, 'base64url').slice(0, 27)}`;
