import { hasRedis, startRedis } from '../test/support/redis.ts';
import { withProcesses } from './calls.ts';
import { type BenchCase, type Figure, reported } from './case.ts';
import { contest } from './contest.ts';
import { type StartedServer, startServer } from './start-server.ts';

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
        redis.freeze();
        return {
          measured,
          figures: [
            cpu('quota leased from the store', 'quota in memory', 0.94),
            perSecond('quota leased from the store', 'quota in memory', 0.94),
            cpu('quota leased from Redis', 'quota in memory', 0.94),
            perSecond('quota leased from Redis', 'quota in memory', 0.94),
            await slowestAnswer('while Redis is stopped, p99 of answers', shared),
          ],
        };
      });
    } finally {
      redis.thaw();
      await redis.stop();
    }
  },
};

/** A Redis that does not answer holds a request up for at most so long, in milliseconds. */
const MAX_WAIT_MS = 150;
const ANSWERS = 400;

/** The p99 of answers that follow each other, which at times have to learn anew that Redis does not answer. */
async function slowestAnswer(name: string, { asked }: StartedServer): Promise<Figure> {
  const { url, headers } = asked('nothing').asked;
  const tookMs: number[] = [];
  for (let n = 0; n < ANSWERS; n += 1) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${url} answered ${response.status} while Redis is stopped`);
    tookMs.push(performance.now() - startedAt);
  }
  const p99 = tookMs.sort((a, b) => a - b)[Math.floor(ANSWERS * 0.99)] ?? 0;
  return { ...reported(name, p99, 'ms'), target: MAX_WAIT_MS };
}
