import type { Logger } from 'pino';
import type { CapturePruning, Pruned } from '../core/capture/capture-pruning.ts';
import { DAY_MS } from '../core/time.ts';
import type { Services } from './services.ts';

const EVERY_MS = 600_000;
/** Of one turn; what is left waits for the next. */
const TURN_MS = 60_000;

/** Removes what has been superseded for more than `days`, until nothing is left, `isOver` says so, or the signal ends it. */
export async function pruneCaptures(
  { capturePruning, clock }: { readonly capturePruning: CapturePruning } & Pick<Services, 'clock'>,
  { days, isOver }: { readonly days: number; readonly isOver?: () => boolean },
): Promise<Pruned> {
  const before = new Date(clock.now().getTime() - days * DAY_MS);
  let entries = 0;
  let captures = 0;
  for (;;) {
    const pruned = isOver?.() ? null : await capturePruning.prune(before);
    if (pruned === null) return { entries, captures };
    entries += pruned.entries;
    captures += pruned.captures;
  }
}

/** Prunes every ten minutes, for a minute at most, until it is stopped. */
export function startCaptureRetention(
  services: Services,
  { days, logger }: { readonly days: number; readonly logger: Logger },
): { stop(): Promise<void> } {
  let isStopped = false;
  let running: Promise<void> | null = null;
  const turn = async () => {
    const endMs = services.clock.now().getTime() + TURN_MS;
    try {
      const isOver = () => isStopped || services.clock.now().getTime() > endMs;
      const pruned = await pruneCaptures(services, { days, isOver });
      if (pruned.entries + pruned.captures > 0) logger.info(pruned, 'superseded native entries removed');
    } catch (err) {
      logger.warn({ err }, 'superseded native entries not removed; the next turn tries again');
    }
  };
  const timer = setInterval(() => {
    running ??= turn().finally(() => {
      running = null;
    });
  }, EVERY_MS).unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
