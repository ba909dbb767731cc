import { expect, it } from 'vitest';
import { startScheduler, waitFor } from '../../../src/sources/sync/scheduler.ts';
import { NEVER_SYNCED, type SourceState } from '../../../src/sources/sync/state.ts';
import { NOTHING } from '../../../src/sources/sync/sync-report.ts';
import { testEnv } from './environment.ts';

const env = testEnv();
const source = { name: 'a', everyMs: 600_000 };
const AT = '2026-03-04T00:00:00.000Z';

it('waits for the schedule, backs off from failures, within bounds, whatever the clock does', () => {
  const state = (given: Partial<SourceState>): SourceState => ({
    ...NEVER_SYNCED,
    lastStartedAt: AT,
    ...given,
  });
  const failed = (failures: number) => state({ failures, lastError: { at: AT, message: 'down' } });
  expect(waitFor(source, null, env)).toBe(0);
  expect(waitFor(source, state({}), env)).toBe(600_000);
  expect([1, 2, 3, 20].map((failures) => waitFor(source, failed(failures), env))).toEqual([
    30_000, 60_000, 120_000, 1_800_000,
  ]);
  const ahead = state({ lastStartedAt: '2026-03-05T00:00:00.000Z' });
  expect(waitFor(source, ahead, env)).toBe(600_000);
});

it('lets no provider stop another, and aborts what runs when it is stopped', async () => {
  const runs: string[] = [];
  const reports: string[] = [];
  const enough = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const scheduler = startScheduler({
    sources: ['broken', 'hanging', 'fine'].map((name) => ({ name, everyMs: 60_000 })),
    state: async () => null,
    async run(name, signal) {
      runs.push(name);
      if (name === 'broken') throw new Error('the store is away');
      if (name === 'hanging') {
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        aborted.resolve();
      }
      if (runs.filter((one) => one === 'fine').length === 3) enough.resolve();
      return { ...NOTHING, provider: name, requests: 1, outcome: 'done', error: null };
    },
    report: (name, { outcome }) => reports.push(`${name} ${outcome}`),
    env: {
      ...testEnv(),
      // One turn of the event loop, so that the loops take turns.
      sleep: (_ms, signal) =>
        new Promise((resolve, reject) => {
          setImmediate(() => (signal.aborted ? reject(signal.reason) : resolve()));
        }),
    },
  });
  await enough.promise;
  await scheduler.stop();
  await aborted.promise;
  expect(reports).toContain('broken broken');
  expect(reports.filter((one) => one === 'fine done').length).toBeGreaterThanOrEqual(2);
  expect(runs.filter((one) => one === 'hanging')).toHaveLength(1);
});
