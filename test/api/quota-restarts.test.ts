import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { admitted, askMany, minuteNow } from './quota-requests.ts';

/** A tenth of the minute of a quant key. */
const BLOCK = 60;

describe('a restart on the embedded store', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'alpha-restart-'));
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startProcess({ dataDir });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const newKey = async (tier: string): Promise<{ id: string; key: string }> =>
    JSON.parse(await server.cli('--json', 'keys', 'create', '--tier', tier));
  const usedToday = async (id: string): Promise<number> =>
    JSON.parse(await server.cli('--json', 'usage', id)).day.used;

  it('after kill -9 resets nothing and charges at most a block', async () => {
    const small = await newKey('free');
    const large = await newKey('quant');
    const firstMinute = minuteNow();
    let letIn = admitted(await askMany([server], small.key, 8));
    expect(admitted(await askMany([server], large.key, 20))).toBe(20);
    await server.kill('SIGKILL');
    server = await startProcess({ dataDir });
    letIn += admitted(await askMany([server], small.key, 8));
    expect(letIn).toBeLessThanOrEqual(5 * (minuteNow() - firstMinute + 1));
    expect(await usedToday(small.id)).toBe(letIn);
    const used = await usedToday(large.id);
    expect(used).toBeGreaterThanOrEqual(20);
    expect(used).toBeLessThanOrEqual(20 + BLOCK);
  }, 60_000);

  it('after a clean stop has charged what was used', async () => {
    const { id, key } = await newKey('quant');
    expect(admitted(await askMany([server], key, 20))).toBe(20);
    expect(await server.stop()).toBe(0);
    server = await startProcess({ dataDir });
    expect(await usedToday(id)).toBe(20);
  }, 60_000);
});
