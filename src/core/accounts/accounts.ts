import { randomBytes, randomUUID } from 'node:crypto';
import { AppError, invalidParameter } from '../../errors.ts';
import type { Clock } from '../ports.ts';
import type { AccountRecord, AccountStore, Identity } from './account-ports.ts';
import type { Attempts } from './attempts.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions, SignedIn } from './sessions.ts';

export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** Where a request comes from. */
export interface Visitor {
  /** What counts as one client for limits. */
  readonly network: string;
  /** The session it came with, which a new one replaces. */
  readonly sessionId: string | undefined;
}

/** People who sign in. Each method that takes a password throws RATE_LIMITED after too many attempts. */
export interface Accounts {
  /** Throws INVALID_PARAMETER for a name or password that cannot be, CONFLICT for a name that is taken. */
  signUp(credentials: Credentials, visitor: Visitor): Promise<SignedIn>;
  /** Throws SIGN_IN_REFUSED alike, and as late, for an unknown name and a wrong password. */
  signIn(credentials: Credentials, visitor: Visitor): Promise<SignedIn>;
  /** Whom a provider vouches for; at the first time an account is made. `name`: what the provider calls them. */
  signInAs(identity: Identity, name: string, visitor: Visitor): Promise<SignedIn>;
  /** Ends every session of the account. Throws SIGN_IN_REFUSED for a wrong password, CONFLICT for who has none. */
  changePassword(
    account: AccountRecord,
    passwords: { readonly current: string; readonly next: string },
    visitor: Visitor,
  ): Promise<SignedIn>;
  /** Gives an account a random password, returned this once, and ends its sessions. Throws NOT_FOUND, CONFLICT. */
  resetPassword(idOrName: string): Promise<string>;
  /** Throws NOT_FOUND. */
  find(idOrName: string): Promise<AccountRecord>;
}

/** In place of a network: tries of people who are signed in have a count of their own, which strangers cannot use up. */
const SIGNED_IN = 'signed in';

const NAME = /^[a-z0-9][a-z0-9._@+-]{2,63}$/;
const PASSWORD_LENGTH = { min: 10, max: 200 } as const;

export function createAccounts(deps: {
  readonly store: AccountStore;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly clock: Clock;
}): Accounts {
  const { store, sessions, passwords, attempts, clock } = deps;

  /**
   * Throws SIGN_IN_REFUSED unless the password is the account's. Null: there is no such account, so no password matches.
   * @param from the network, or `SIGNED_IN`: wrong passwords are counted for the name and this.
   */
  const prove = async (account: AccountRecord | null, { name, password }: Credentials, from: string) => {
    const whose = `${name} ${from}`;
    await attempts.reserve('password', whose);
    if (from !== SIGNED_IN && !(await attempts.isTrusted(name, from)))
      await attempts.reserve('passwordAnywhere', name);
    if (!(await passwords.matches(password, account?.passwordHash ?? null)) || account === null)
      throw new AppError('SIGN_IN_REFUSED', 'the name or the password is wrong');
    await attempts.forget('password', whose);
    return account;
  };

  const newAccount = (more: Pick<AccountRecord, 'name' | 'passwordHash' | 'identity'>): AccountRecord => ({
    id: randomUUID(),
    createdAt: clock.now(),
    ...more,
  });

  const find = async (idOrName: string): Promise<AccountRecord> => {
    const account = (await store.findByName(idOrName.toLowerCase())) ?? (await store.find(idOrName));
    if (!account) throw new AppError('NOT_FOUND', `there is no account "${idOrName.slice(0, 64)}"`);
    return account;
  };

  return {
    find,
    async signUp({ name: typed, password }, { network, sessionId }) {
      const name = accountName(typed);
      requirePassword('password', password, name);
      await attempts.reserve('signUp', network);
      const account = newAccount({ name, passwordHash: await passwords.hash(password), identity: null });
      if (!(await store.insert(account)))
        throw new AppError('CONFLICT', 'this name is taken; choose another one');
      await attempts.trust(name, network);
      return sessions.begin(account, sessionId);
    },
    async signIn({ name: typed, password }, { network, sessionId }) {
      const name = typed.trim().toLowerCase().slice(0, 64);
      await attempts.reserve('signIn', network);
      const account = await prove(await store.findByName(name), { name, password }, network);
      await attempts.trust(name, network);
      if (passwords.isOutdated(account.passwordHash ?? ''))
        await store.setPassword(account.id, await passwords.hash(password));
      return sessions.begin(account, sessionId);
    },
    async signInAs(identity, name, { sessionId }) {
      const known = await store.findByIdentity(identity);
      if (known) return sessions.begin(known, sessionId);
      const account = newAccount({ name: name.slice(0, 100), passwordHash: null, identity });
      const isNew = await store.insert(account);
      // Not new: another tab was quicker.
      return sessions.begin(isNew ? account : ((await store.findByIdentity(identity)) ?? account), sessionId);
    },
    async changePassword(account, { current, next }, { network, sessionId }) {
      requireOwnPassword(account);
      requirePassword('next', next, account.name);
      await attempts.reserve('signIn', network);
      await prove(account, { name: account.name, password: current }, SIGNED_IN);
      await store.setPassword(account.id, await passwords.hash(next));
      await sessions.endAllOf(account.id);
      return sessions.begin(account, sessionId);
    },
    async resetPassword(idOrName) {
      const account = await find(idOrName);
      requireOwnPassword(account);
      const password = randomBytes(15).toString('base64url');
      await store.setPassword(account.id, await passwords.hash(password));
      await sessions.endAllOf(account.id);
      await attempts.forgetName(account.name);
      return password;
    },
  };
}

/** The name as it is kept. Throws INVALID_PARAMETER. */
function accountName(typed: string): string {
  const name = typed.trim().toLowerCase();
  if (NAME.test(name)) return name;
  throw invalidParameter(
    'name',
    typed,
    '3 to 64 letters, digits and . _ @ + -, beginning with a letter or digit',
  );
}

/** Never shows the password. */
function requirePassword(param: string, password: string, name: string): void {
  const { min, max } = PASSWORD_LENGTH;
  const length = [...password].length;
  const fault =
    length < min || length > max || !password.isWellFormed()
      ? `the password must have ${min} to ${max} characters`
      : password.toLowerCase() === name
        ? 'the password must not be the name'
        : null;
  if (fault !== null) throw new AppError('INVALID_PARAMETER', fault, { param });
}

function requireOwnPassword({ passwordHash }: AccountRecord): void {
  if (passwordHash === null)
    throw new AppError('CONFLICT', 'this account has no password: its provider signs it in');
}
