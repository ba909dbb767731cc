import type { SourceState } from './state.ts';
import type { SyncEnv } from './sync-env.ts';
import type { SyncReport } from './sync-report.ts';

/** A provider as the scheduler sees it. */
export interface Scheduled {
  readonly name: string;
  readonly everyMs: number;
}

export interface SchedulerDeps {
  readonly sources: readonly Scheduled[];
  /** Null: never synchronised. */
  state(name: string): Promise<SourceState | null>;
  /** One run; a failure of the provider is in its report, a rejection is one of the store. */
  run(name: string, signal: AbortSignal): Promise<SyncReport>;
  /** Called after every run, and with an error when not even the state could be read or written. */
  report(name: string, result: SyncReport | { readonly outcome: 'broken'; readonly cause: unknown }): void;
  readonly env: Pick<SyncEnv, 'now' | 'random' | 'sleep'>;
}

export interface Scheduler {
  /** Aborts what is being fetched and waits until what was read is written. */
  stop(): Promise<void>;
}

const FIRST_RETRY_MS = 30_000;
const MAX_BACKOFF_MS = 30 * 60_000;

/** Spread over this time, so that a start does not ask all providers at once. */
const START_SPREAD_MS = 5_000;

/**
 * Synchronises each provider in a loop of its own, so that none waits for another. When it is due follows from the stored
 * state: a restart does not ask again for what is fresh, nor forgets to be patient with a provider that fails.
 */
export function startScheduler(deps: SchedulerDeps): Scheduler {
  const controller = new AbortController();
  const loops = deps.sources.map((source) => loop(source, deps, controller.signal));
  return {
    async stop() {
      controller.abort();
      await Promise.all(loops);
    },
  };
}

async function loop(source: Scheduled, deps: SchedulerDeps, signal: AbortSignal): Promise<void> {
  const { env, report } = deps;
  let waitMs = env.random() * START_SPREAD_MS;
  let broken = 0;
  while (await slept(env, waitMs, signal)) {
    try {
      waitMs = waitFor(source, await deps.state(source.name), env);
      if (waitMs > 0) continue;
      report(source.name, await deps.run(source.name, signal));
      waitMs = waitFor(source, await deps.state(source.name), env);
      broken = 0;
    } catch (cause) {
      if (signal.aborted) return;
      broken += 1;
      waitMs = backoffMs(broken, source.everyMs);
      report(source.name, { outcome: 'broken', cause });
    }
    // Another process may hold it, and its state may not show the run yet.
    waitMs = Math.max(waitMs, 1_000);
  }
}

/** Milliseconds until the next run is due; 0 or less: now. Jittered by a tenth, so that loops do not fall into step. */
export function waitFor(
  { everyMs }: Scheduled,
  state: SourceState | null,
  { now, random }: Pick<SyncEnv, 'now' | 'random'>,
): number {
  if (state === null || state.lastStartedAt === null) return 0;
  const failing = state.failures > 0;
  const from = Date.parse(failing && state.lastError ? state.lastError.at : state.lastStartedAt);
  const delayMs = (failing ? backoffMs(state.failures, everyMs) : everyMs) * (0.9 + 0.2 * random());
  const nowMs = now().getTime();
  // A clock that was set back must not put the next run off for longer than the delay.
  const dueMs = Math.min(from + delayMs - nowMs, delayMs);
  if (state.notBefore === null) return dueMs;
  const askedMs = Date.parse(state.notBefore) - from;
  return Math.max(dueMs, Math.min(from + askedMs - nowMs, askedMs));
}

/** Sooner than the schedule after the first failures, and bounded. */
function backoffMs(failures: number, everyMs: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), Math.max(everyMs, MAX_BACKOFF_MS));
}

/** False when the wait was ended by the signal. */
async function slept(env: Pick<SyncEnv, 'sleep'>, ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  try {
    await env.sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}
