import { setTimeout as delay } from 'node:timers/promises';

/** How long a proxy may go on with pods that are no longer there: less than `preStop` waits. */
const LATE_MS = 2000;

/**
 * Three clients behind a proxy that hears of pods late. They ask, one pod after the other, until they are stopped, which
 * resolves with how often they got which status; 0: no answer.
 */
export function startClients(
  ask: (url: string) => Promise<number>,
  endpoints: () => readonly string[],
): { stop(): Promise<ReadonlyMap<number, number>> } {
  const statuses = new Map<number, number>();
  const heard = [{ at: Number.NEGATIVE_INFINITY, urls: endpoints() }];
  const known = () => {
    heard.push({ at: performance.now(), urls: endpoints() });
    return heard.findLast(({ at }) => at <= performance.now() - LATE_MS)?.urls ?? [];
  };
  let isAsking = true;
  const clients = Array.from({ length: 3 }, async (_, client) => {
    for (let n = client; isAsking; n += 1) {
      const urls = known();
      const status = await ask(urls[n % urls.length] ?? '').catch(() => 0);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await delay(500); // below the limit a minute, however long it takes
    }
  });
  return {
    async stop() {
      isAsking = false;
      await Promise.all(clients);
      return statuses;
    },
  };
}
