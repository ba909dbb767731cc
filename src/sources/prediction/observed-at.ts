/** What is seen again unchanged is told in steps of so much, so that a market that stands still makes few events. */
const STEP_MS = 6 * 3_600_000;

/**
 * The moment that an answer is of. Some platforms say when a market changed last; read from an answer that was given later,
 * it was still so at the last full step before. A market changed on 1 March and read at 15:20 on the 3rd is of 12:00 on
 * the 3rd.
 *
 * @param changedAt when the market changed last as the platform says; null where it does not.
 * @param capturedAt when the answer was given; null for a file that does not say.
 */
export function momentOf(changedAt: Date | null, capturedAt: Date | null): Date | null {
  if (changedAt === null || capturedAt === null) return changedAt ?? capturedAt;
  return stepBetween(changedAt, capturedAt);
}

/** The last full step up to `seenAt`, or `since`, from when on nothing has changed, if that is later. */
export function stepBetween(since: Date, seenAt: Date): Date {
  const step = Math.floor(seenAt.getTime() / STEP_MS) * STEP_MS;
  return step > since.getTime() ? new Date(step) : since;
}
