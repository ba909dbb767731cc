import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../errors.ts';

/** Cost of a hash: 2^ln rounds of memory, 128·r bytes each, p times over. */
interface Cost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** OWASP Password Storage Cheat Sheet, scrypt: 32 MiB, three times over. */
const COST: Cost = { ln: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Each takes a thread of the pool and its memory: others wait, and not in any number. */
const AT_ONCE = 2;
const MAX_WAITING = 64;

const PHC = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Hashes in the PHC string format, `$scrypt$ln=15,r=8,p=3$salt$hash`: their parameters are kept beside them. */
export interface Passwords {
  hash(password: string): Promise<string>;
  /** Takes as long for null, an unknown account, as for a wrong password. */
  matches(password: string, hash: string | null): Promise<boolean>;
  /** Whether the hash was made with other parameters than new ones are. */
  isOutdated(hash: string): boolean;
}

/** Both methods throw UNAVAILABLE when too many wait already. */
export function createPasswords(cost: Cost = COST): Passwords {
  const withMutex = createMutexes();
  const derived = (password: string, salt: Buffer, { ln, r, p }: Cost, length: number) =>
    withMutex(() => {
      const N = 2 ** ln;
      // As typed on different keyboards; OpenSSL wants a little more than the formula says.
      return derive(password.normalize('NFKC'), salt, length, { N, r, p, maxmem: 256 * N * r });
    });
  const parametersOf = ({ ln, r, p }: Cost) => `ln=${ln},r=${r},p=${p}`;

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await derived(password, salt, cost, HASH_BYTES);
      return `$scrypt$${parametersOf(cost)}$${base64(salt)}$${base64(hash)}`;
    },
    async matches(password, hash) {
      const [, ln, r, p, salt = '', expected = ''] = PHC.exec(hash ?? '') ?? [];
      if (ln === undefined) {
        await derived(password, randomBytes(SALT_BYTES), cost, HASH_BYTES);
        return false;
      }
      const expectedBytes = Buffer.from(expected, 'base64');
      const parameters = { ln: Number(ln), r: Number(r), p: Number(p) };
      const actual = await derived(password, Buffer.from(salt, 'base64'), parameters, expectedBytes.length);
      return timingSafeEqual(actual, expectedBytes);
    },
    isOutdated: (hash) => !hash.startsWith(`$scrypt$${parametersOf(cost)}$`),
  };
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

function createMutexes() {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING)
        throw new AppError('UNAVAILABLE', 'too many sign-ins at once', { retryAfterSeconds: 5 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
