import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedPaths } from './paths.ts';
import { isRunning, readPostmaster } from './postmaster.ts';

/** Linux answers from /proc; elsewhere each look runs `ps`. */
const pollMs = process.platform === 'linux' ? 200 : 1_000;
const firstRetryMs = 250;
const maxRetryMs = 5_000;

/**
 * Starts the server of a data directory again whenever its postmaster is gone, until `signal` aborts; resolves then.
 * A postmaster that lives and resets itself after the crash of a backend is left to do so.
 *
 * @param revive starts the server, or finds the one that another process started meanwhile. Rejects with the reason
 * when there is none, and is called again after a pause, which doubles up to five seconds.
 */
export async function keepRunning(
  paths: EmbeddedPaths,
  options: {
    readonly signal: AbortSignal;
    readonly revive: () => Promise<void>;
    readonly warn: (message: string) => void;
  },
): Promise<void> {
  const { signal, revive, warn } = options;
  let failures = 0;
  while (!signal.aborted) {
    try {
      if (!(await isAlive(paths.cluster)) && !signal.aborted) {
        if (failures === 0) warn(`PostgreSQL in ${paths.cluster} is gone: starting it again`);
        await revive();
      }
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      const retryMs = retryDelayMs(failures);
      const reason = error instanceof Error ? error.message : String(error);
      warn(
        `PostgreSQL in ${paths.cluster} cannot be started again, next attempt in ${retryMs} ms: ${reason}`,
      );
    }
    await pause(failures === 0 ? pollMs : retryDelayMs(failures), signal);
  }
}

const retryDelayMs = (failures: number): number =>
  Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 10));

async function isAlive(cluster: string): Promise<boolean> {
  const postmaster = await readPostmaster(cluster);
  return postmaster !== undefined && (await isRunning(postmaster.pid, cluster));
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal, ref: false });
  } catch (error) {
    // The abort ends the pause early, which is all it has to do.
    if (!signal.aborted) throw error;
  }
}
