import { withProcesses } from './calls.ts';
import type { BenchCase } from './case.ts';
import { measureColdStart } from './mixed/cold-start.ts';
import { measureMemory } from './mixed/memory.ts';
import { measureUnderWriters } from './mixed/under-writers.ts';

/**
 * What readers notice of writers, of a start and of a long day: the p99 of hits while 1,000 rows a second are written,
 * beside that of quiet times; the first answers after a start; the memory after many queries that nobody asked before.
 */
export const mixed: BenchCase = {
  name: 'mixed',
  needsPeers: false,
  run: ({ rounds = 5, queries, quick }) =>
    withProcesses(async (start) => {
      const underWriters = await measureUnderWriters(start, {
        rounds: quick ? 1 : rounds,
        phaseMs: quick ? 2_000 : 6_000,
      });
      const coldStart = await measureColdStart(start, quick ? 1 : 5);
      const memory = await measureMemory(start, quick ? 3_000 : queries);
      return { figures: [...underWriters, ...coldStart, ...memory], measured: [] };
    }),
};
