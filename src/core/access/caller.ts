import type { KeyRecord } from '../ports.ts';
import type { Tier } from './tiers.ts';
import type { View } from './view.ts';

/** Who asks, and what they may see. Made once per request by the pipeline. */
export interface Caller {
  /** Null on open feeds and keyless requests, which are seen as the free tier would. */
  readonly key: KeyRecord | null;
  readonly tier: Tier;
  readonly view: View;
}
