import type { Tier } from '../core/access/tiers.ts';
import type { UsageReader } from '../core/quota/usage.ts';
import type { Exports } from '../core/read/exports.ts';
import type { Reader } from '../core/read/read.ts';

/** What routes answer from. */
export interface RestServices {
  readonly reader: Reader;
  readonly exports: Exports;
  readonly tiers: readonly Tier[];
  readonly usage: UsageReader;
}
