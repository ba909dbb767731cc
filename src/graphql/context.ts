import type { Caller } from '../core/access/caller.ts';
import type { Tier } from '../core/access/tiers.ts';
import type { LiveCursors } from '../core/live/live-cursors.ts';
import type { UsageReader } from '../core/quota/usage.ts';
import type { Reader } from '../core/read/read.ts';
import type { Snapshots } from '../core/read/snapshots.ts';
import type { Selects } from './execution/selected-fields.ts';
import type { ShownLeaves } from './execution/shown-leaves.ts';
import type { Loaders } from './lists/loaders.ts';
import type { PageEnds } from './lists/page-ends.ts';

/** What the graph needs of the service; the same for every operation. */
export interface GraphServices {
  readonly reader: Reader;
  readonly tiers: readonly Tier[];
  /** The live quota of the calling key. */
  readonly usage: UsageReader;
  readonly liveCursors: LiveCursors;
  readonly snapshots: Snapshots;
}

/** What resolvers get: no reader, since what they read is counted by the loaders. */
export interface GraphContext extends Omit<GraphServices, 'reader'> {
  readonly caller: Caller;
  /** Of this operation alone, so that no caller sees what another one loaded. */
  readonly loaders: Loaders;
  /** Default: rows are read with all they have. */
  readonly shown?: ShownLeaves;
  /** Default: every field may be. */
  readonly selects?: Selects;
  /** Records the end cursors of the answer's pages, for an answer that may be cut; default: they are not recorded. */
  readonly pageEnds?: PageEnds | undefined;
  /** Of a context of another time: that of the operation. */
  readonly present?: GraphContext;
}
