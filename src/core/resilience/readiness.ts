import type { Clock, Health } from '../ports.ts';

/** How long an answer is used again, so that frequent checks do not load the store. */
const HOLDS_MS = 1_000;

/** Whether the store takes writes, found out by at most one probe at a time and one a second. */
export function createReadiness(deps: {
  /** Rejects when the store does not take a write. */
  readonly probe: () => Promise<void>;
  readonly clock: Clock;
}): Health {
  const { probe, clock } = deps;
  let last: { readonly atMs: number; readonly answer: Promise<void>; isOver: boolean } | null = null;
  return {
    check() {
      const nowMs = clock.now().getTime();
      if (last && (!last.isOver || Math.abs(nowMs - last.atMs) < HOLDS_MS)) return last.answer;
      const answer = probe();
      const current = { atMs: nowMs, answer, isOver: false };
      const end = () => {
        current.isOver = true;
      };
      answer.then(end, end);
      last = current;
      return answer;
    },
  };
}
