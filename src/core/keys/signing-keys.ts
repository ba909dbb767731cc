import { AppError } from '../../errors.ts';
import type { Clock } from '../ports.ts';
import type { KeyStore, SigningKeyRecord, SigningKeyStore } from './key-ports.ts';
import type { SignerStore } from './signer.ts';

/** `signing`: by this process; `verifying`: tokens signed with it are taken; `retired`: they are refused. */
export type SigningKeyState = 'signing' | 'verifying' | 'retired';

export interface ManagedSigningKey extends SigningKeyRecord {
  readonly state: SigningKeyState;
  /** Number of API keys, neither revoked nor expired, whose tokens it signed. */
  readonly validKeys: number;
}

/** Signing keys as operators manage them. */
export interface SigningKeys {
  /** Oldest first. */
  list(): Promise<readonly ManagedSigningKey[]>;
  /** New keys are signed with a new key pair; tokens of the old one stay valid. Throws CONFLICT without a signing key. */
  rotate(): Promise<ManagedSigningKey>;
  /** Refuses every token signed with a key. Throws NOT_FOUND, and CONFLICT for the key that signs here. */
  retire(kid: string): Promise<ManagedSigningKey>;
}

export function createSigningKeys(deps: {
  readonly store: SigningKeyStore;
  readonly keyStore: Pick<KeyStore, 'countValid'>;
  readonly signers: SignerStore;
  readonly clock: Clock;
}): SigningKeys {
  const { store, keyStore, signers, clock } = deps;

  const list = async (): Promise<readonly ManagedSigningKey[]> => {
    const [all, signer, counts] = await Promise.all([
      store.all(),
      signers.read(),
      keyStore.countValid(clock.now()),
    ]);
    return all.map((key) => ({
      ...key,
      state: key.retiredAt ? 'retired' : key.kid === signer?.kid ? 'signing' : 'verifying',
      validKeys: counts.get(key.kid) ?? 0,
    }));
  };

  const find = async (kid: string): Promise<ManagedSigningKey> => {
    const found = (await list()).find((key) => key.kid === kid);
    if (!found) throw new AppError('NOT_FOUND', `there is no signing key "${kid.slice(0, 100)}"`);
    return found;
  };

  return {
    list,
    async rotate() {
      if (!(await signers.read()))
        throw new AppError('CONFLICT', 'this process has no signing key to rotate; set SIGNING_KEY_FILE');
      const next = await signers.replace(({ kid, jwk }) => store.publish({ kid, jwk }, clock.now()));
      return find(next.kid);
    },
    async retire(kid) {
      if ((await find(kid)).state === 'signing')
        throw new AppError('CONFLICT', `${kid} signs new keys; rotate it before you retire it`);
      await store.retire(kid, clock.now());
      return find(kid);
    },
  };
}
