import { type CryptoKey, errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../errors.ts';
import type { Clock, KeyRecord } from '../ports.ts';
import type { KeyStore, SigningKeyStore } from './key-ports.ts';
import { isExpired, stateOf } from './key-state.ts';
import { digestOf, KEY_ID, kidOfToken, MAX_TOKEN_BYTES, TOKEN_ALGORITHM } from './token.ts';
import { createVerificationKeys } from './verification-keys.ts';

/** API keys: JWTs whose signature says who issued them; everything they may do comes from the store. */
export interface Keys {
  /**
   * The record behind a token, at most `RECORD_MAX_AGE_MS` old. Throws KEY_MISSING when there is no token,
   * KEY_INVALID for one that is malformed, forged, unknown or expired, KEY_REVOKED for a revoked one.
   */
  authenticate(token: string | undefined): Promise<KeyRecord>;
  /** What `authenticate` would resolve to for the token of this digest, when all it takes is in memory; null: ask it. */
  recall(digest: string, now: Date): KeyRecord | null;
  /** The record of a key that was let in before; throws what `authenticate` throws for one that is valid no more. */
  check(id: string): Promise<KeyRecord>;
  /** Drops what is known of an API key or a signing key (by `kid`), so that a change of it counts at once. */
  forget(id: string): void;
  /** Drops what is known of every key. */
  forgetAll(): void;
  /** The public keys that are not retired, as a JWK Set (RFC 7517 §5). */
  jwks(): Promise<{ readonly keys: readonly Readonly<Record<string, unknown>>[] }>;
  /** The newest use of a key that `flush` has not yet written to the store; null: there is none in this process. */
  unflushedUse(id: string): Date | null;
  /** Writes down when keys were used since the last flush; call it now and then, and at the end. */
  flush(): Promise<void>;
}

/** Revocation must work within 5 s on every process, whether or not a notification arrives. */
const RECORD_MAX_AGE_MS = 2_000;
const MAX_CACHED = 20_000;

interface CachedRecord {
  readonly readAtMs: number;
  readonly record: Promise<KeyRecord | null>;
  /** What it came to. */
  found: KeyRecord | null;
}

export function createKeys(deps: {
  readonly store: KeyStore;
  readonly signingKeys: SigningKeyStore;
  readonly clock: Clock;
  /** The `iss` claim: name of this installation. */
  readonly issuer: string;
}): Keys {
  const { store, signingKeys, clock, issuer } = deps;
  const verificationKeys = createVerificationKeys(signingKeys, clock);
  // A signature check costs 97 to 217 µs, so it is done once per token; the token itself is not kept.
  const verified = new LRUCache<string, { readonly id: string; readonly kid: string }>({ max: MAX_CACHED });
  const records = new LRUCache<string, CachedRecord>({ max: MAX_CACHED });
  let used = new Map<string, Date>();
  /** Uses that are being written. */
  let flushing: ReadonlyMap<string, Date> = new Map();

  const idOf = async (token: string): Promise<string> => {
    if (token.length > MAX_TOKEN_BYTES) throw invalid();
    const digest = digestOf(token);
    const known = verified.get(digest);
    const kid = known?.kid ?? kidOfToken(token);
    const publicKey = kid === null ? null : await verificationKeys.find(kid);
    if (kid === null || publicKey === null) throw invalid();
    if (known) return known.id;
    const id = await verify(token, publicKey, issuer, clock.now());
    verified.set(digest, { id, kid });
    return id;
  };

  const recordOf = (id: string): Promise<KeyRecord | null> => {
    const nowMs = clock.now().getTime();
    const cached = records.get(id);
    if (cached && isFresh(cached, nowMs)) return cached.record;
    const record = store.find(id);
    const reading: CachedRecord = { readAtMs: nowMs, record, found: null };
    records.set(id, reading);
    record.then(
      (found) => {
        reading.found = found;
      },
      () => {
        if (records.get(id) === reading) records.delete(id); // not cached; the requests that wait get the error itself
      },
    );
    return record;
  };

  const check = async (id: string): Promise<KeyRecord> => {
    const record = await recordOf(id);
    if (record === null) throw invalid();
    if (isExpired(record, clock.now())) throw expired(id);
    if (record.revokedAt !== null)
      throw new AppError('KEY_REVOKED', 'this API key was revoked', { keyId: id });
    return record;
  };

  return {
    check,
    async authenticate(token) {
      if (token === undefined) throw new AppError('KEY_MISSING', 'send your API key in the X-API-Key header');
      const record = await check(await idOf(token));
      used.set(record.id, clock.now());
      return record;
    },
    recall(digest, now) {
      const known = verified.get(digest);
      if (!known || !verificationKeys.has(known.kid, now)) return null;
      const cached = records.get(known.id);
      const record = cached && isFresh(cached, now.getTime()) ? cached.found : null;
      if (record === null || stateOf(record, now) !== 'valid') return null;
      used.set(record.id, now);
      return record;
    },
    forget(id) {
      records.delete(id);
      verificationKeys.forget();
    },
    forgetAll() {
      records.clear();
      verificationKeys.forget();
    },
    async jwks() {
      const inUse = (await signingKeys.all()).filter(({ retiredAt }) => retiredAt === null);
      return {
        keys: inUse.map(({ kid, jwk: { kty, crv, x } }) => ({
          kty,
          crv,
          x,
          kid,
          alg: TOKEN_ALGORITHM,
          use: 'sig',
        })),
      };
    },
    unflushedUse: (id) => used.get(id) ?? flushing.get(id) ?? null,
    async flush() {
      if (used.size === 0) return;
      const batch = used;
      flushing = batch;
      used = new Map();
      try {
        await store.touch(batch);
      } catch (error) {
        used = new Map([...batch, ...used]); // the next flush writes them; later uses win
        throw error;
      } finally {
        flushing = new Map();
      }
    },
  };
}

/** A clock set back must not keep old records alive. */
const isFresh = ({ readAtMs }: CachedRecord, nowMs: number): boolean =>
  Math.abs(nowMs - readAtMs) < RECORD_MAX_AGE_MS;

/** The `jti` of a token signed with this key. */
async function verify(token: string, publicKey: CryptoKey, issuer: string, now: Date): Promise<string> {
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      algorithms: [TOKEN_ALGORITHM],
      issuer,
      requiredClaims: ['jti', 'sub', 'iat'],
      currentDate: now,
    });
    if (typeof payload.jti === 'string' && KEY_ID.test(payload.jti)) return payload.jti;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw expired();
    if (!(error instanceof errors.JOSEError)) throw error;
  }
  throw invalid();
}

const invalid = () => new AppError('KEY_INVALID', 'this API key is not valid');
const expired = (id?: string) =>
  new AppError('KEY_INVALID', 'this API key has expired', id === undefined ? {} : { keyId: id });
