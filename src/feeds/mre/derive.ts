import { deriveKnown, knownExactly } from '../../feed/known.ts';
import type { Reversal } from './feed.ts';

/** A reversal is known from the close of the bar that showed it; one that does not say it, from when it came in. */
export const deriveReversal = deriveKnown<Reversal>(
  ({ detected_at: closedAt }) => closedAt && knownExactly(closedAt),
);
