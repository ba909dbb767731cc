import type { AlertShares, HeldAlert } from '../core/alerts/alert-store.ts';
import { type AlertRun, type AlertRunDeps, runAlert } from './run-alert.ts';

/** The share of a process of the alerts that deliver. */
export interface AlertDeliverer {
  /** Alerts that this process delivers. */
  readonly size: number;
  /** Ends what is under way, and leaves the alerts to other processes. */
  close(): Promise<void>;
}

export interface AlertDelivererDeps extends Omit<AlertRunDeps, 'isLeased' | 'shares'> {
  readonly shares: AlertShares;
  /** How long a lease lasts, in milliseconds. */
  readonly leaseMs: number;
  readonly renewMs?: number;
}

/** Well within a lease; and what a new alert waits for its first delivery. */
const RENEW_MS = 1_000;

/** Takes a share of the alerts and delivers each by itself, so that none waits for the endpoint of another. */
export function deliverAlerts(deps: AlertDelivererDeps): AlertDeliverer {
  const { process, shares, leaseMs, renewMs = RENEW_MS, report } = deps;
  const runs = new Map<string, AlertRun>();
  /** Runs that are being ended; their alerts are not begun again meanwhile. */
  const ending = new Map<string, Promise<void>>();
  let leasedUntil = 0;
  let isClosed = false;
  let renewing: Promise<void> | null = null;
  const runDeps: AlertRunDeps = { ...deps, isLeased: () => performance.now() < leasedUntil };

  const end = (id: string, run: AlertRun, after: () => Promise<void>): void => {
    runs.delete(id);
    const ended = run
      .stop()
      .then(after)
      .catch(report)
      .finally(() => ending.delete(id));
    ending.set(id, ended);
  };
  const keepTo = (held: readonly HeldAlert[]): void => {
    const revisions = new Map(held.map(({ id, revision }) => [id, revision]));
    for (const [id, run] of runs)
      if (!run.isRunning() || revisions.get(id) !== run.revision) end(id, run, async () => undefined);
    for (const one of held)
      if (!runs.has(one.id) && !ending.has(one.id)) runs.set(one.id, runAlert(runDeps, one));
  };
  const renew = async (): Promise<void> => {
    const askedAt = performance.now();
    const { held, share } = await shares.renew(process);
    leasedUntil = askedAt + leaseMs;
    if (isClosed) return;
    keepTo(held.slice(0, share));
    // Others wait for these; each is theirs once nothing of it is under way here.
    for (const { id } of held.slice(share)) {
      const run = runs.get(id);
      if (run) end(id, run, () => shares.release(process, id));
      else if (!ending.has(id)) await shares.release(process, id);
    }
  };
  const timer = setInterval(() => {
    renewing ??= renew()
      .catch(report)
      .finally(() => {
        renewing = null;
      });
  }, renewMs).unref();

  return {
    get size() {
      return runs.size;
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await renewing;
      for (const [id, run] of runs) end(id, run, async () => undefined);
      await Promise.all(ending.values());
      await shares.release(process).catch(report);
    },
  };
}
