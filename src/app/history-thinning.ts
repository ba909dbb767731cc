import type { Logger } from 'pino';
import type { ThinningStep } from '../core/thinning-plan.ts';
import { HOUR_MS } from '../core/time.ts';
import type { Services } from './services.ts';

/** Thins out by the plan, where no process has done it lately; the number of versions that went. */
export async function thinByPlan(
  { thinHistory, clock }: Pick<Services, 'thinHistory' | 'clock'>,
  plan: readonly ThinningStep[],
  isOver: () => boolean = () => false,
): Promise<number> {
  let removed = 0;
  for (const { olderThanMs, spacingMs } of plan) {
    const before = new Date(clock.now().getTime() - olderThanMs);
    for await (const [, count] of thinHistory({ before, spacingMs, ifDue: true, isOver })) {
      removed += count;
      if (isOver()) return removed;
    }
  }
  return removed;
}

/** Every hour, until it is stopped. */
export function startHistoryThinning(
  services: Pick<Services, 'thinHistory' | 'clock'>,
  { plan, logger }: { readonly plan: readonly ThinningStep[]; readonly logger: Logger },
): { stop(): Promise<void> } {
  let isStopped = false;
  let running: Promise<void> | null = null;
  const turn = async () => {
    try {
      const removed = await thinByPlan(services, plan, () => isStopped);
      if (removed > 0) logger.info({ removed }, 'old versions thinned out');
    } catch (err) {
      logger.warn({ err }, 'old versions not thinned out; the next turn tries again');
    }
  };
  const timer = setInterval(() => {
    running ??= turn().finally(() => {
      running = null;
    });
  }, HOUR_MS).unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
