import type { KeyRecord } from '../ports.ts';

export type KeyState = 'valid' | 'expired' | 'revoked';

/** Whether a key is taken. One that was revoked and has expired since is shown as revoked. */
export function stateOf(key: KeyRecord, now: Date): KeyState {
  if (key.revokedAt !== null) return 'revoked';
  return isExpired(key, now) ? 'expired' : 'valid';
}

export const isExpired = ({ expiresAt }: KeyRecord, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;
