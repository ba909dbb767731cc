import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '../ports.ts';
import { DAY_MS } from '../time.ts';
import type { AccountRecord, SessionStore } from './account-ports.ts';

export const SESSION_MS = 14 * DAY_MS;
const ID_BYTES = 32;

export interface SignedIn {
  /** What the browser keeps; nothing else does. */
  readonly sessionId: string;
  readonly account: AccountRecord;
  readonly expiresAt: Date;
}

/** Sessions of people, in the store: every process knows them, and one that is removed is over at once. */
export interface Sessions {
  /** A new one, in place of the one the browser came with: an id that another site put there is worth nothing. */
  begin(account: AccountRecord, before: string | undefined): Promise<SignedIn>;
  find(sessionId: string | undefined): Promise<AccountRecord | null>;
  end(sessionId: string | undefined): Promise<void>;
  endAllOf(account: string): Promise<void>;
}

export function createSessions(deps: { readonly store: SessionStore; readonly clock: Clock }): Sessions {
  const { store, clock } = deps;
  const end = async (sessionId: string | undefined) => {
    if (sessionId !== undefined) await store.remove(hashOf(sessionId));
  };
  return {
    end,
    async begin(account, before) {
      await end(before);
      const sessionId = randomBytes(ID_BYTES).toString('base64url');
      const at = clock.now();
      const expiresAt = new Date(at.getTime() + SESSION_MS);
      await store.insert({ idHash: hashOf(sessionId), account: account.id, at, expiresAt });
      return { sessionId, account, expiresAt };
    },
    find: async (sessionId) => (sessionId === undefined ? null : store.find(hashOf(sessionId), clock.now())),
    endAllOf: (account) => store.removeAllOf(account),
  };
}

/** The id is 256 random bits: nothing slower is needed. */
const hashOf = (sessionId: string): string => hash('sha256', sessionId, 'base64url');
