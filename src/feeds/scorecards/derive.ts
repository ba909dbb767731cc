import { deriveKnown, knownAbout } from '../../feed/known.ts';
import type { ScorecardPoint } from './feed.ts';

/** A point that was sent without its known-from: about its own time. */
export const derivePoint = deriveKnown<ScorecardPoint>(({ timestamp }) => knownAbout(timestamp));
