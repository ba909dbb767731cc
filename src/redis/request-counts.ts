import type { Redis } from 'ioredis';
import type { SharedCount } from '../core/quota/request-counts.ts';
import { minuteOf } from '../core/time.ts';
import { COMMAND_TIMEOUT_MS } from './connection.ts';

const KEPT_SECONDS = 120;

/** KEYS: a number. ARGV: wanted, limit, known. */
const TAKE = `
local used = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), tonumber(ARGV[3]))
local granted = math.max(0, math.min(tonumber(ARGV[1]), tonumber(ARGV[2]) - used))
redis.call('SET', KEYS[1], used + granted, 'EX', ${KEPT_SECONDS})
return {granted, used + granted}
`;

/** What ioredis makes of the script; it loads it again when Redis has forgotten it. */
interface Script {
  alphaRequestsTake(...args: readonly (string | number)[]): Promise<readonly [number, number]>;
}

/** Counts in Redis, a number for each network and minute. */
export function createRedisRequestCounts(redis: Redis): SharedCount {
  redis.defineCommand('alphaRequestsTake', { numberOfKeys: 1, lua: TAKE });
  const script = redis as unknown as Script; // just defined
  return {
    timeoutMs: COMMAND_TIMEOUT_MS,
    async reserve({ network, at, wanted, limit, known }) {
      const key = `alpha:requests:${network}:${minuteOf(at)}`;
      const [granted, used] = await script.alphaRequestsTake(key, wanted, limit, known);
      return { granted, used };
    },
  };
}
