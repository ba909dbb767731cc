import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startFleet } from '../support/fleet.ts';

it('ends within ten seconds when its store does not answer any more', async () => {
  // Writing down what was compiled takes a first start a second or two at its end.
  const fleet = await startFleet({ NODE_DISABLE_COMPILE_CACHE: '1' });
  const [server] = fleet.servers;
  const backends = await fleet.db.run(sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`);
  expect(backends.length).toBeGreaterThan(1);
  for (const { pid } of backends) process.kill(pid, 'SIGSTOP');
  const beganAt = performance.now();
  expect(await server.stop()).toBe(1);
  expect(performance.now() - beganAt).toBeLessThan(10_000);
  expect(server.log.at(-1)).toContain('not everything ended in time');
  for (const { pid } of backends) process.kill(pid, 'SIGCONT');
  await fleet.stop();
}, 600_000);
