import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { BenchReport } from '../../bench/report.ts';

const run = (...args: readonly string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../bench/run.ts'), ...args]);

it('measures real servers and tells each figure with its target', async () => {
  const report: BenchReport = JSON.parse((await run('hits', '--quick', '--json')).stdout);
  const [hits] = report.cases;
  expect(hits?.figures.filter(({ target }) => target !== null)).toEqual([
    { name: 'REST hit against bare node:http', value: expect.any(Number), unit: 'ratio', target: 0.82 },
    {
      name: 'GraphQL hit against bytes found by the body, with keys and quotas',
      value: expect.any(Number),
      unit: 'ratio',
      target: 0.78,
    },
    { name: 'GraphQL hit against Yoga as shipped', value: expect.any(Number), unit: 'ratio', target: 16 },
  ]);
  expect(hits?.measured.length).toBe(8);
});

it('says what cannot be asked of it', async () => {
  await expect(run('hit')).rejects.toThrow(
    /'hit' is invalid.*Allowed choices are hits, misses, mixed, leases, fanout/s,
  );
  await expect(run('--rounds', '0')).rejects.toThrow(/whole number from 1/);
  await expect(run('hits', '--write')).rejects.toThrow(/--write takes a run of all cases/);
});
