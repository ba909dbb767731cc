import { deriveKnown, knownAbout } from '../../feed/known.ts';
import type { Strategy } from './feed.ts';

/** A listing that does not say when its backtest was made: about when the strategy was published. */
export const deriveStrategy = deriveKnown<Strategy>(({ created_at: publishedAt }) => knownAbout(publishedAt));
