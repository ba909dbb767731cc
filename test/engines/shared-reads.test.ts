import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Engine } from '../../src/engines/engine.ts';
import { alertSignals } from '../../src/engines/signals/signals-alerts.ts';
import { backtestSignals } from '../../src/engines/signals/signals-backtests.ts';
import { outperformanceSignals } from '../../src/engines/signals/signals-outperformance.ts';
import { derive } from '../../src/ingestion/derive.ts';
import { startApp, type TestApp } from '../support/app.ts';

const BENCHMARKS = ['bitcoin', 'ethereum', 'solana'];
const COINS = Array.from({ length: 60 }, (_, index) => `coin-${index}`);
const CAPTURES = 40;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  await app.services.inputs.put(BENCHMARKS.flatMap((id) => times(CAPTURES).map((at) => capture(id, at, 0))));
  await app.services.inputs.put(COINS.flatMap((id) => times(2).map((at) => capture(id, at, 90))));
});
afterAll(() => app.stop());

const times = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => new Date(Date.UTC(2026, 5, 2, 0, 10 * index)).toISOString());

const capture = (id: string, at: string, perf: number) => ({
  kind: 'coin',
  series: id,
  key: at,
  data: { symbol: id, name: id, price: 100, rank: 1, perf_24h: perf, perf_7d: perf, perf_30d: perf },
});

const touched = COINS.map((series) => ({ kind: 'coin', series }));

/** Derives from all coins; the rows of lists and the statements for what is newest that it took. */
async function readsOf(engine: Engine) {
  const { inputs } = app.services;
  const reads = { rows: 0, newest: 0, series: 0 };
  const counting: typeof inputs = {
    ...inputs,
    async lists(kind, series) {
      const found = await inputs.lists(kind, series);
      reads.rows += found.length;
      return found;
    },
    seriesOfEach(kind, prefixes) {
      reads.series += 1;
      return inputs.seriesOfEach(kind, prefixes);
    },
    newest(kind) {
      reads.newest += 1;
      return inputs.newest(kind);
    },
  };
  const counts = await derive({ ...app.services, engines: [engine], inputs: counting }, touched);
  return { reads, counts };
}

it('reads the benchmarks once for all coins of a scan, however often they were captured', async () => {
  const { reads, counts } = await readsOf(outperformanceSignals);
  expect(counts).toMatchObject({ created: COINS.length });
  expect(reads).toEqual({ rows: COINS.length * 2 + BENCHMARKS.length * CAPTURES, newest: 0, series: 0 });
});

it('reads the newest of all coins once to know their symbols, and not their history', async () => {
  expect((await readsOf(alertSignals)).reads).toMatchObject({ rows: 0, newest: 1 });
});

it('looks once for the alerts and open trades of all coins of a scan', async () => {
  expect((await readsOf(alertSignals)).reads.series).toBe(1);
  expect((await readsOf(backtestSignals)).reads.series).toBe(1);
});

it('derives of all scorecards only the one that is made from coins', async () => {
  const kinds: string[] = [];
  const { inputs } = app.services;
  const noting: typeof inputs = {
    ...inputs,
    withLock(engine, groups, body) {
      kinds.push(engine);
      return inputs.withLock(engine, groups, body);
    },
  };
  await derive({ ...app.services, inputs: noting }, touched);
  expect(new Set(kinds)).toEqual(
    new Set([
      'outperformance',
      'scorecards-ams',
      'signals-backtests',
      'signals-alerts',
      'signals-sent',
      'signals-outperformance',
    ]),
  );
});
