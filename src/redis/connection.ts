import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** A command that takes longer is given up; it may still land. */
const COMMAND_TIMEOUT_MS = 50;
const MAX_RECONNECT_DELAY_MS = 500;

/**
 * A connection that answers or fails at once: nothing is queued while Redis is away, and it reconnects by itself.
 * Returns before it is connected: Redis is never needed for the start.
 */
export function connectRedis(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    commandTimeout: COMMAND_TIMEOUT_MS,
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
