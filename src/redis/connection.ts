import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RedisConnector } from './connector.ts';

const MAX_RECONNECT_DELAY_MS = 500;
/** A command that takes longer is given up; it may still land. */
export const COMMAND_TIMEOUT_MS = 50;

/**
 * A connection that fails at once while Redis is away: nothing is queued, and it reconnects by itself. How long an answer
 * is waited for is up to the caller, see `createBreaker`.
 * Returns before it is connected: Redis is never needed for the start.
 */
export function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    Connector: RedisConnector,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 50, MAX_RECONNECT_DELAY_MS),
    // A replica that was promoted away answers READONLY: look for the master again.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  let isAway = false;
  redis.on('error', (err: Error) => {
    if (!isAway) logger.warn({ err }, 'Redis cannot be reached');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) logger.info('Redis is back');
    isAway = false;
  });
  return redis;
}
