import { deriveKnown, knownExactly } from '../../feed/known.ts';
import type { WhaleActivity } from './feed.ts';

/** A change is known from when it was seen. */
export const deriveActivity = deriveKnown<WhaleActivity>(({ created_at: seenAt }) => knownExactly(seenAt));
