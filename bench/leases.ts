import { hasRedis, startRedis } from '../test/support/redis.ts';
import { withProcesses } from './calls.ts';
import type { BenchCase } from './case.ts';
import { contest } from './contest.ts';
import { startServer } from './start-server.ts';

/**
 * What it costs that quotas are counted in the store, with leases, and with Redis between processes, against counting in
 * memory alone.
 */
export const leases: BenchCase = {
  name: 'leases',
  needsPeers: false,
  async run(options) {
    if (!hasRedis) throw new Error('leases need redis-server; install the package redis-server');
    const redis = await startRedis();
    try {
      return await withProcesses(async (start) => {
        const memory = await startServer(start, 'servers/ledger', 'memory'); // first: it makes the store
        const [store, shared] = await Promise.all([
          startServer(start, 'servers/ledger', 'store'),
          startServer(start, 'servers/ledger', 'redis', redis.url),
        ]);
        const { cpu, perSecond, measured } = await contest(
          {
            'quota in memory': memory.asked('nothing'),
            'quota leased from the store': store.asked('nothing'),
            'quota leased from Redis': shared.asked('nothing'),
          },
          options,
        );
        return {
          measured,
          figures: [
            cpu('quota leased from the store', 'quota in memory', 0.94),
            perSecond('quota leased from the store', 'quota in memory', 0.94),
            cpu('quota leased from Redis', 'quota in memory', 0.94),
            perSecond('quota leased from Redis', 'quota in memory', 0.94),
          ],
        };
      });
    } finally {
      await redis.stop();
    }
  },
};
