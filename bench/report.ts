import { execFileSync } from 'node:child_process';
import { cpus, loadavg, totalmem } from 'node:os';
import type { CaseReport } from './case.ts';

/** Where and when figures were measured. */
export interface Machine {
  readonly at: string;
  readonly commit: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  /** Mean number of processes that ran or waited to, over the last minute, before and after. */
  readonly load: { readonly before: number; readonly after: number };
}

export interface BenchReport {
  readonly machine: Machine;
  readonly quick: boolean;
  readonly cases: readonly (CaseReport & { readonly name: string; readonly seconds: number })[];
}

export function describeMachine(loadBefore: number): Machine {
  const all = cpus();
  return {
    at: new Date().toISOString(),
    commit: commitOf(),
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    load: { before: loadBefore, after: loadNow() },
  };
}

export const loadNow = (): number => Math.round((loadavg()[0] ?? 0) * 10) / 10;

function commitOf(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  } catch {
    return 'unknown'; // a copy without its history
  }
}
