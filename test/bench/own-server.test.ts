import { rm } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { runCommand, startServer } from '../../bench/chaos/own-server.ts';
import { newDataDir } from '../support/data-dir.ts';

afterEach(() => vi.unstubAllEnvs());

test('a server of its own leaves the databases alone that the environment names', async () => {
  // Nothing listens there.
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:1/production');
  vi.stubEnv('REDIS_URL', 'redis://127.0.0.1:1');
  const dataDir = await newDataDir();
  const server = await startServer(dataDir);
  try {
    const key = await runCommand(dataDir, 'keys', 'create', '--tier', 'quant');
    const answer = await fetch(`${server.url}/api/v1/whales`, { headers: { 'x-api-key': key } });
    expect(answer.status).toBe(200);
    expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('redis_up');
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true });
  }
}, 600_000);

test.each([
  [['--url', 'http://192.0.2.1:4000', '--data-dir', '/nowhere'], 'which is not this machine'],
  [['--url', 'https://127.0.0.1:4000', '--data-dir', '/nowhere'], 'it takes http://host:port'],
  [['--kills', '0'], '--kills'],
])('kill-store refuses %j', async (args, message) => {
  const { scenario } = await import('../../bench/chaos/kill-store.ts');
  await expect(scenario.run(args, () => undefined)).rejects.toThrow(message);
});
