import type { CryptoKey } from 'jose';
import type { PublicSigningKey } from './key-ports.ts';

/** The private half of a signing key. */
export interface Signer extends PublicSigningKey {
  readonly privateKey: CryptoKey;
}

/** Where the private signing key of this process is kept; never the store that everyone shares. */
export interface SignerStore {
  /** Null in a process that may not issue keys. Asked anew for each key, so that a rotation counts for the next one. */
  read(): Promise<Signer | null>;
  /**
   * Puts a new key in its place once `publish` has made the public half known, so that nothing is ever signed with a
   * key that no process can verify. When `publish` fails the old key stays.
   */
  replace(publish: (next: Signer) => Promise<void>): Promise<Signer>;
}
