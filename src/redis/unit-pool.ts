import type { Redis } from 'ioredis';
import type { Account, Units } from '../core/ports.ts';
import { DAY_MS, MINUTE_MS } from '../core/usage.ts';

/**
 * Units of keys that are paid for in the store already and free for any process to hand out. What Redis loses is
 * therefore lost to the key and never gained. Every method rejects when Redis does not answer in time; the command
 * may land all the same.
 */
export interface UnitPool {
  /** Whether there is a connection: while there is none, nothing asked can land. */
  isConnected(): boolean;
  /** Takes `units`, and more for `demand` or a lease if there are; with too few it hands out all that is left. */
  take(account: Account, at: Date, units: number, demand: number): Promise<PoolGrant>;
  /**
   * Adds units to both windows; `spent` is what the store counts by now, null when it counts as before. False, and
   * nothing is added, while units lie there that were granted under other limits.
   */
  add(account: Account, at: Date, units: number, spent: Units | null): Promise<boolean>;
  held(account: Account, at: Date): Promise<Units>;
}

export type PoolGrant =
  | { readonly enough: true; readonly extra: number; readonly spent: Units }
  /** The units that were left and are the caller's now. */
  | { readonly enough: false; readonly left: Units };

/** Seconds that the minute and the day are kept. A key that lost its expiry gets it back when it is next used. */
const EXPIRE = `
for i, seconds in ipairs({120, 172800}) do
  if redis.call('TTL', KEYS[i]) < 0 then redis.call('EXPIRE', KEYS[i], seconds) end
end`;

/**
 * KEYS: hashes of the minute and the day. ARGV: limits, units, demand. Half of what would be left over may be leased.
 * Units granted under other limits are handed out whole: whoever gets them brings them back to the store.
 */
const TAKE = `
local m = tonumber(redis.call('HGET', KEYS[1], 'units') or 0)
local d = tonumber(redis.call('HGET', KEYS[2], 'units') or 0)
local units, left = tonumber(ARGV[2]), math.min(m, d)
if left < units or redis.call('HGET', KEYS[2], 'limits') ~= ARGV[1] then
  if m > 0 then redis.call('HSET', KEYS[1], 'units', 0) end
  if d > 0 then redis.call('HSET', KEYS[2], 'units', 0) end
  return {0, m, d}
end
local n = math.min(left, math.max(tonumber(ARGV[3]), units + math.floor((left - units) / 2)))
m = redis.call('HINCRBY', KEYS[1], 'units', -n)
d = redis.call('HINCRBY', KEYS[2], 'units', -n)
${EXPIRE}
return {1, m, d, n - units,
  redis.call('HGET', KEYS[1], 'spent') or 0, redis.call('HGET', KEYS[2], 'spent') or 0}
`;

/** KEYS as above. ARGV: limits, units, spent of the minute, spent of the day (empty: as before). */
const ADD = `
local d = tonumber(redis.call('HGET', KEYS[2], 'units') or 0)
if d > 0 and redis.call('HGET', KEYS[2], 'limits') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[2], 'limits', ARGV[1])
for i = 1, 2 do
  redis.call('HINCRBY', KEYS[i], 'units', ARGV[2])
  if ARGV[i + 2] ~= '' then redis.call('HSET', KEYS[i], 'spent', ARGV[i + 2]) end
end
${EXPIRE}
return 1
`;

/** What ioredis makes of the scripts; it loads them again when Redis has forgotten them. */
interface Scripts {
  alphaUnitsTake(...args: readonly (string | number)[]): Promise<readonly (number | string)[]>;
  alphaUnitsAdd(...args: readonly (string | number)[]): Promise<0 | 1>;
}

export function createUnitPool(redis: Redis): UnitPool {
  redis.defineCommand('alphaUnitsTake', { numberOfKeys: 2, lua: TAKE });
  redis.defineCommand('alphaUnitsAdd', { numberOfKeys: 2, lua: ADD });
  const scripts = redis as unknown as Scripts; // just defined
  return {
    isConnected: () => redis.status === 'ready',
    async take(account, at, units, demand) {
      const answer = await scripts.alphaUnitsTake(...keysOf(account, at), limitsOf(account), units, demand);
      const [enough = 0, minute = 0, day = 0, extra = 0, minuteSpent = 0, daySpent = 0] = answer.map(Number);
      if (enough === 0) return { enough: false, left: { minute, day } };
      return { enough: true, extra, spent: { minute: minuteSpent - minute, day: daySpent - day } };
    },
    async add(account, at, units, spent) {
      const counted = [spent?.minute ?? '', spent?.day ?? ''];
      const added = await scripts.alphaUnitsAdd(...keysOf(account, at), limitsOf(account), units, ...counted);
      return added === 1;
    },
    async held(account, at) {
      const [minuteKey, dayKey] = keysOf(account, at);
      const [minute, day] = await Promise.all([redis.hget(minuteKey, 'units'), redis.hget(dayKey, 'units')]);
      return { minute: Number(minute ?? 0), day: Number(day ?? 0) };
    },
  };
}

/** Of one slot in a cluster. */
function keysOf({ keyId }: Account, at: Date): readonly [string, string] {
  const prefix = `alpha:units:{${keyId}}`;
  const indexOf = (lengthMs: number) => Math.floor(at.getTime() / lengthMs);
  return [`${prefix}:minute:${indexOf(MINUTE_MS)}`, `${prefix}:day:${indexOf(DAY_MS)}`];
}

const limitsOf = ({ limits }: Account): string => `${limits.minute}/${limits.day}`;
