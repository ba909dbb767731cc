import type { Caller } from '../core/caller.ts';
import type { Reader } from '../core/read.ts';
import type { Tier } from '../core/tiers.ts';
import type { UsageReader } from '../core/usage.ts';
import type { Loaders } from './loaders.ts';

/** What the graph needs of the service; the same for every operation. */
export interface GraphServices {
  readonly reader: Reader;
  readonly tiers: readonly Tier[];
  /** The live quota of the calling key. */
  readonly usage: UsageReader;
}

/** What resolvers get. Loaders live as long as one operation, so no caller sees what another one loaded. */
export interface GraphContext extends GraphServices {
  readonly caller: Caller;
  readonly loaders: Loaders;
}
