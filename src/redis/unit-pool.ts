import type { Redis } from 'ioredis';
import type { Account, CountedGrant, Units } from '../core/ports.ts';
import { minuteOf } from '../core/time.ts';

/**
 * Units of keys for one UTC minute that are paid for in the store already and free for any process to hand out. What
 * Redis loses is therefore lost to the key and never gained. Every method rejects when Redis refuses (`ReplyError`,
 * nothing happened) or does not answer in time (the command may land all the same).
 */
export interface UnitPool {
  /** Whether there is a connection: while there is none, nothing asked can land. */
  isConnected(): boolean;
  /** Takes `units`, and more for `demand` or a lease if there are; with too few it hands out all that is left. */
  reserve(account: Account, at: Date, units: number, demand: number): Promise<PoolGrant>;
  /**
   * Adds units; `counted` is what the store counted last, null when it counts as before. An older count than one known
   * already is passed over. False, and nothing is added, where units lie that were granted under other limits, and,
   * without `counted`, where the pool has none: then the count of used units is unknown.
   */
  add(account: Account, at: Date, units: number, counted: Counted | null): Promise<boolean>;
  /** Hands out all units. */
  drain(account: Account, at: Date): Promise<number>;
  /** Units that lie there. */
  leased(account: Account, at: Date): Promise<number>;
}

/** What the store has counted, and when in the order of its grants. */
export type Counted = Pick<CountedGrant, 'used' | 'revision'>;

export type PoolGrant =
  | { readonly enough: true; readonly extra: number; readonly used: Units }
  /** The units that were left and are the caller's now. */
  | { readonly enough: false; readonly left: number };

const KEPT_SECONDS = 180;

/** A key that lost its expiry, or has none yet, gets it when it is used. */
const EXPIRE = `if redis.call('TTL', KEYS[1]) == -1 then redis.call('EXPIRE', KEYS[1], ${KEPT_SECONDS}) end`;

/**
 * KEYS: a hash. ARGV: limits, units, demand. Half of what would be left over may be leased. Units granted under other
 * limits are drained whole, and the process that gets them releases them to the store. It always writes, so that a replica
 * refuses it.
 */
const TAKE = `
local has = redis.call('HMGET', KEYS[1], 'units', 'limits', 'minute', 'day')
local left, units = tonumber(has[1] or 0), tonumber(ARGV[2])
if left < units or has[2] ~= ARGV[1] then
  redis.call('DEL', KEYS[1])
  return {0, left}
end
${EXPIRE}
local n = math.min(left, math.max(tonumber(ARGV[3]), units + math.floor((left - units) / 2)))
return {1, redis.call('HINCRBY', KEYS[1], 'units', -n), n - units, has[3], has[4]}
`;

/** KEYS as above. ARGV: limits, units, and spent of the minute, of the day, revision (empty: as before). */
const ADD = `
local has = redis.call('HMGET', KEYS[1], 'units', 'limits', 'revision')
local left = tonumber(has[1] or 0)
if left > 0 and has[2] ~= ARGV[1] or left == 0 and ARGV[3] == '' then return 0 end
redis.call('HSET', KEYS[1], 'units', left + ARGV[2], 'limits', ARGV[1])
if ARGV[3] ~= '' and tonumber(ARGV[5]) > tonumber(has[3] or 0) then
  redis.call('HSET', KEYS[1], 'minute', ARGV[3], 'day', ARGV[4], 'revision', ARGV[5])
end
${EXPIRE}
return 1
`;

const DRAIN = `
local left = tonumber(redis.call('HGET', KEYS[1], 'units') or 0)
redis.call('DEL', KEYS[1])
return left
`;

/** What ioredis makes of the scripts; it loads them again when Redis has forgotten them. */
interface Scripts {
  alphaUnitsTake(...args: readonly (string | number)[]): Promise<readonly (number | string)[]>;
  alphaUnitsAdd(...args: readonly (string | number)[]): Promise<0 | 1>;
  alphaUnitsDrain(key: string): Promise<number>;
}

export function createUnitPool(redis: Redis): UnitPool {
  redis.defineCommand('alphaUnitsTake', { numberOfKeys: 1, lua: TAKE });
  redis.defineCommand('alphaUnitsAdd', { numberOfKeys: 1, lua: ADD });
  redis.defineCommand('alphaUnitsDrain', { numberOfKeys: 1, lua: DRAIN });
  const scripts = redis as unknown as Scripts; // just defined
  return {
    isConnected: () => redis.status === 'ready',
    async reserve(account, at, units, demand) {
      const answer = await scripts.alphaUnitsTake(keyOf(account, at), limitsOf(account), units, demand);
      const [enough = 0, left = 0, extra = 0, minute = 0, day = 0] = answer.map(Number);
      if (enough === 0) return { enough: false, left };
      return { enough: true, extra, used: { minute: minute - left, day: day - left } };
    },
    async add(account, at, units, counted) {
      const count = counted ? [counted.used.minute, counted.used.day, counted.revision] : ['', '', ''];
      return (await scripts.alphaUnitsAdd(keyOf(account, at), limitsOf(account), units, ...count)) === 1;
    },
    drain: (account, at) => scripts.alphaUnitsDrain(keyOf(account, at)),
    leased: async (account, at) => Number((await redis.hget(keyOf(account, at), 'units')) ?? 0),
  };
}

const keyOf = ({ account }: Account, at: Date): string => `alpha:units:${account}:${minuteOf(at)}`;

const limitsOf = ({ limits }: Account): string => `${limits.minute}/${limits.day}`;
