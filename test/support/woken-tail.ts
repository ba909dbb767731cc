import type { EventLog } from '../../src/core/live/event-log.ts';
import { createTail, type Tail } from '../../src/core/live/tail.ts';

/** The tail of a log that moves when a test wakes it: it never looks by itself. */
export function createWokenTail(
  log: EventLog,
  report = (error: unknown): void => {
    throw error;
  },
): { readonly tail: Tail; wake(module: string): void } {
  let wake: (module: string) => void = () => undefined;
  const listen = async (heard: typeof wake) => {
    wake = heard;
  };
  const tail = createTail({ log, wakeUps: { listen }, report, pollMs: 1_000_000 });
  return { tail, wake: (module) => wake(module) };
}
