import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { AppError, invalidParameter } from '../../errors.ts';
import { checkName } from '../checks/check-name.ts';
import type { Clock, KeyRecord, Scope } from '../ports.ts';
import type { SigningKeyStore } from './key-ports.ts';
import type { Signer, SignerStore } from './signer.ts';
import { TOKEN_ALGORITHM } from './token.ts';

export interface NewKey {
  readonly tier: string;
  readonly scope: Scope;
  /** For humans; 1 to 100 characters. */
  readonly name: string;
  /** At least one second. Null: never. */
  readonly expiresInMs: number | null;
  /** Whose quota it spends; its own unless given. */
  readonly account?: string;
}

export interface IssuedKey {
  /** Shown once; nothing keeps it. */
  readonly token: string;
  readonly record: KeyRecord;
}

/** Makes keys; the caller puts the record into the store. */
export interface KeyIssuer {
  /**
   * Throws CONFLICT in a process without a signing key or with a retired one, INVALID_PARAMETER for a name or a life
   * that makes no sense.
   */
  issue(key: NewKey): Promise<IssuedKey>;
  /** Makes the public half of this process's signing key, if it has one, known to all. */
  publish(): Promise<void>;
}

export function createKeyIssuer(deps: {
  readonly signers: Pick<SignerStore, 'read'>;
  readonly signingKeys: SigningKeyStore;
  readonly clock: Clock;
  /** The `iss` claim: name of this installation. */
  readonly issuer: string;
}): KeyIssuer {
  const { signers, signingKeys, clock, issuer } = deps;

  const published = async (): Promise<Signer | null> => {
    const signer = await signers.read();
    if (signer) await signingKeys.publish({ kid: signer.kid, jwk: signer.jwk }, clock.now());
    return signer;
  };

  return {
    async issue(key) {
      const signer = await published();
      if (!signer) throw new AppError('CONFLICT', 'this process has no signing key; set SIGNING_KEY_FILE');
      const known = (await signingKeys.all()).find(({ kid }) => kid === signer.kid);
      if (known?.retiredAt)
        throw new AppError(
          'CONFLICT',
          'the signing key of this process is retired; give the process the new one',
        );
      return sign(key, signer, issuer, clock.now());
    },
    async publish() {
      await published();
    },
  };
}

async function sign(key: NewKey, signer: Signer, issuer: string, now: Date): Promise<IssuedKey> {
  const name = checkName(key.name);
  if (key.expiresInMs !== null && !(key.expiresInMs >= 1000))
    throw invalidParameter('expires-in', key.expiresInMs, 'at least one second');
  const id = randomUUID();
  const issuedAtS = Math.floor(now.getTime() / 1000);
  const expiresAtS = key.expiresInMs === null ? null : issuedAtS + Math.ceil(key.expiresInMs / 1000);
  const jwt = new SignJWT()
    .setProtectedHeader({ alg: TOKEN_ALGORITHM, kid: signer.kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setSubject(id)
    .setJti(id)
    .setIssuedAt(issuedAtS);
  if (expiresAtS !== null) jwt.setExpirationTime(expiresAtS);
  const token = await jwt.sign(signer.privateKey);
  const record: KeyRecord = {
    id,
    name,
    tier: key.tier,
    scope: key.scope,
    createdAt: now,
    expiresAt: expiresAtS === null ? null : new Date(expiresAtS * 1000),
    revokedAt: null,
    lastUsedAt: null,
    last4: token.slice(-4),
    signedBy: signer.kid,
    replacedBy: null,
    account: key.account ?? id,
  };
  return { token, record };
}
