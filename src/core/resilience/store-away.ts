/**
 * Why the store failed a statement, where it may take the same statement later: it cannot be reached, refuses to
 * write, or took too long (a lock, a deadlock, its own time limit).
 */
export type StoreFailure = 'unreachable' | 'refuses' | 'busy';

/** For clients. What exactly is wrong is for the log and for `/readyz`. */
export const STORE_FAILURES: Readonly<Record<StoreFailure, string>> = {
  unreachable: 'the store cannot be reached right now',
  refuses: 'the store takes no writes right now',
  busy: 'the store is too busy right now',
};

/** Codes of Node's sockets, and of a connection that is lost otherwise. */
const UNREACHABLE = new Set([
  'CONNECTION_LOST',
  'EAGAIN', // a Unix socket whose server takes no more connections
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** SQLSTATE, Appendix A of PostgreSQL's manual. */
const SQLSTATES: readonly (readonly [RegExp, StoreFailure])[] = [
  // Connection exceptions, too many connections, shutdown, start-up.
  [/^(08...|53300|57P0[1-5])$/, 'unreachable'],
  // Resources: disk full (53100), out of memory (53200), a limit of the configuration. 58: the system below, such as I/O
  // errors (58030). 25006: a standby, or read-only since a failover. 42501: rights, and a file system mounted read-only.
  [/^(53...|58...|25006|42501)$/, 'refuses'],
  // A lock or a connection was not to be had in time (55P03), a statement or transaction took too long (57014, 25P04), and
  // what PostgreSQL undoes for others to go on: a deadlock (40P01), a transaction out of order (40001).
  [/^(55P03|57014|25P0[34]|40P01|40001)$/, 'busy'],
];

/** Causes are looked through, a few levels deep. Null: no failure of the store that passes. */
export function storeFailureOf(error: unknown, depth = 0): StoreFailure | null {
  if (!(error instanceof Error) || depth > 4) return null;
  const { code, syscall } = error as NodeJS.ErrnoException; // both optional
  if (typeof code === 'string') {
    if (UNREACHABLE.has(code)) return 'unreachable';
    if (code === 'POOL_BUSY') return 'busy';
    if (code === 'ENOENT' && syscall === 'connect') return 'unreachable'; // its socket is gone; a missing file is a bug
    const known = code.length === 5 ? SQLSTATES.find(([pattern]) => pattern.test(code)) : undefined;
    if (known) return known[1];
  }
  return storeFailureOf(error.cause, depth + 1);
}
