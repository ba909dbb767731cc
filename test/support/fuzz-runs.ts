/**
 * How many cases a property test runs: its budget in a usual run, times `FUZZ_RUNS`: for a night
 * `FUZZ_RUNS=100 npm test -- <file>`.
 */
export const fuzzRuns = (budget: number): number => Math.ceil(budget * Number(process.env.FUZZ_RUNS ?? 1));
