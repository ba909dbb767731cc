import { randomBytes } from 'node:crypto';
import { createSnapshots } from '../../src/core/read/snapshots.ts';
import { createSeal } from '../../src/core/seal.ts';
import { allFeeds } from '../../src/feeds/index.ts';

const ALL = new Map(allFeeds.map(({ module }) => [module, 2n ** 60n]));
const seal = createSeal(randomBytes(32));

/**
 * For tests whose store keeps no secret, and that do not ask what it said before: all there is has happened. The same state has
 * the same text, so that answers can be compared.
 */
export const snapshots = createSnapshots(
  allFeeds,
  { heads: async () => ALL },
  { ...seal, seal: seal.sealAlike },
);
