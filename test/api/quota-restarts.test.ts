import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDataDir } from '../support/data-dir.ts';
import { type ServerProcess, startProcess } from '../support/process.ts';
import { admitted, askMany, minuteNow } from './quota-requests.ts';

/** A tenth of the minute of a quant key. */
const BLOCK = 60;

describe('a process on the embedded store', () => {
  let dataDir: string;
  let server: ServerProcess;
  beforeAll(async () => {
    dataDir = await newDataDir();
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

  it('has metrics of what it grants, refuses and holds', async () => {
    const metrics = async (): Promise<Record<string, number>> => {
      const text = await (await fetch(`${server.url}/metrics`)).text();
      const lines = text.split('\n').filter((line) => line.startsWith('quota_'));
      return Object.fromEntries(
        lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').pop())]),
      );
    };
    const { key } = await newKey('free');
    const answers = await askMany([server], key, 20);
    const after = await metrics();
    expect(after['quota_units_total{outcome="granted"}']).toBe(admitted(answers));
    expect(after['quota_units_total{outcome="refused"}']).toBe(20 - admitted(answers));
    expect(after.quota_leased_units).toBe(0);
    const large = await newKey('quant');
    const leased = async () => {
      await askMany([server], large.key, 1);
      return (await metrics()).quota_leased_units;
    };
    await expect.poll(leased).toBeGreaterThan(0);
  }, 600_000);

  it('killed with -9 resets nothing and charges at most a block', async () => {
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
  }, 600_000);

  it('stopped has charged what was used', async () => {
    const { id, key } = await newKey('quant');
    expect(admitted(await askMany([server], key, 20))).toBe(20);
    expect(await server.stop()).toBe(0);
    server = await startProcess({ dataDir });
    expect(await usedToday(id)).toBe(20);
  }, 600_000);
});
