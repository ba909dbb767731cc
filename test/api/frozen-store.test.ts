import { expect, it } from 'vitest';
import { startFleet } from '../support/fleet.ts';

it('ends by its limit on time when its store does not answer any more', async () => {
  const fleet = await startFleet();
  const [server] = fleet.servers;
  const thaw = await fleet.freezeStore();
  expect(await server.stop()).toBe(1);
  expect(server.log.at(-1)).toContain('not everything ended in time');
  thaw();
  await fleet.stop();
}, 600_000);
