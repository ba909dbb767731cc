/** Who signs in here: by name and password, or by an OpenID Connect provider. */
export interface AccountRecord {
  readonly id: string;
  /** Of accounts with a password unique and in lower case; else what the provider calls them. */
  readonly name: string;
  /** As `Passwords.hash` writes it; null: the provider signs them in. */
  readonly passwordHash: string | null;
  /** Who they are to the provider; null: they have a password. */
  readonly identity: Identity | null;
  readonly createdAt: Date;
}

/** A person as a provider knows them: `iss` and `sub` of its ID token. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface AccountStore {
  /** False when there is one of this name with a password, or of this identity. */
  insert(account: AccountRecord): Promise<boolean>;
  find(id: string): Promise<AccountRecord | null>;
  /** Of those with a password. */
  findByName(name: string): Promise<AccountRecord | null>;
  findByIdentity(identity: Identity): Promise<AccountRecord | null>;
  setPassword(id: string, passwordHash: string): Promise<void>;
  /** Oldest first. */
  list(): Promise<readonly AccountRecord[]>;
}

/** Who is signed in. The id that a browser holds is nowhere kept, only its hash. */
export interface SessionStore {
  /** Drops what has expired by `at` as well. */
  insert(session: {
    readonly idHash: string;
    readonly account: string;
    readonly at: Date;
    readonly expiresAt: Date;
  }): Promise<void>;
  /** The account of a session that has not expired by `at`. */
  find(idHash: string, at: Date): Promise<AccountRecord | null>;
  remove(idHash: string): Promise<void>;
  removeAllOf(account: string): Promise<void>;
}

/** Counts that every process shares. */
export interface AttemptStore {
  /** Counts one more in the window that ends at `endsAt`: how many there are now. Drops windows over by `at`. */
  count(what: string, endsAt: Date, at: Date): Promise<number>;
  /** Whether something was counted in a window that is not over by `at`. */
  isCounting(what: string, at: Date): Promise<boolean>;
  forget(what: string): Promise<void>;
  /** Forgets everything whose name begins so. */
  forgetAll(start: string): Promise<void>;
}

/** What a sign-in at a provider is recognised by when it comes back. The browser keeps it meanwhile. */
export interface SignInFlow {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
}

/** An OpenID Connect provider. Both methods throw UNAVAILABLE when it does not answer. */
export interface IdentityProvider {
  /** For people: `Sign in with …`. */
  readonly name: string;
  /** Where the browser goes to sign in. */
  begin(): Promise<{ readonly url: string; readonly flow: SignInFlow }>;
  /**
   * Who came back, proven by the provider's signature. `query`: of the URL the browser came back to. Throws
   * SIGN_IN_REFUSED when they were turned away, or for an answer that is not the one to this flow.
   */
  finish(
    query: URLSearchParams,
    flow: SignInFlow,
  ): Promise<{ readonly identity: Identity; readonly name: string }>;
}
