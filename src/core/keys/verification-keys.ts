import { type CryptoKey, importJWK } from 'jose';
import type { Clock } from '../ports.ts';
import type { SigningKeyRecord, SigningKeyStore } from './key-ports.ts';
import { TOKEN_ALGORITHM } from './token.ts';

/** The public keys tokens may be signed with, kept in memory. */
export interface VerificationKeys {
  /** Null when the store has no such key, or it is retired. A `kid` is only ever looked up here: never a path, never a URL. */
  find(kid: string): Promise<CryptoKey | null>;
  /** Whether a key is known to be good right now, without asking the store. */
  has(kid: string, now: Date): boolean;
  /** The next token asks the store again. */
  forget(): void;
}

/** A key that was retired stops verifying after this, whether or not a notification arrives. */
const MAX_AGE_MS = 2_000;
/** An unknown `kid` asks the store again, at most this often however many arrive. */
const RETRY_MS = 1_000;

type Known = ReadonlyMap<string, CryptoKey>;

export function createVerificationKeys(store: SigningKeyStore, clock: Clock): VerificationKeys {
  let known: Promise<Known> | null = null;
  /** What `known` came to. */
  let loaded: Known | null = null;
  let readAtMs = 0;

  // The distance counts in both directions: a clock set back must not keep old keys alive.
  const isYoungerThan = (ageMs: number, now: Date): boolean => Math.abs(now.getTime() - readAtMs) < ageMs;

  const load = (olderThanMs: number): Promise<Known> => {
    const now = clock.now();
    if (known !== null && isYoungerThan(olderThanMs, now)) return known;
    readAtMs = now.getTime();
    loaded = null;
    const reading = store.all().then(importAll);
    known = reading;
    reading.then(
      (keys) => {
        if (known === reading) loaded = keys;
      },
      () => {
        if (known === reading) known = null; // the next token tries again; the requests that wait get the error itself
      },
    );
    return reading;
  };

  return {
    async find(kid) {
      const found = (await load(MAX_AGE_MS)).get(kid);
      return found ?? (await load(RETRY_MS)).get(kid) ?? null;
    },
    has: (kid, now) => loaded !== null && isYoungerThan(MAX_AGE_MS, now) && loaded.has(kid),
    forget() {
      known = null;
      loaded = null;
    },
  };
}

async function importAll(keys: readonly SigningKeyRecord[]): Promise<Known> {
  const known = new Map<string, CryptoKey>();
  for (const { kid, jwk, retiredAt } of keys) {
    const { x } = jwk;
    if (retiredAt !== null || jwk.kty !== 'OKP' || jwk.crv !== 'Ed25519' || typeof x !== 'string') continue;
    const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x }, TOKEN_ALGORITHM);
    if (!(key instanceof Uint8Array)) known.set(kid, key);
  }
  return known;
}
