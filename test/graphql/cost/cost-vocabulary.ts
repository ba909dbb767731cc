import { registry } from '../../../src/feeds/index.ts';
import { encodeGlobalId } from '../../../src/graphql/schema/global-id.ts';
import type { Vocabulary } from '../../support/random-operations.ts';

type Ids = readonly [type: string, ids: readonly string[]];

const ENTITIES = {
  Asset: ['stock:NVDA', 'crypto:ALPHA'],
  InsiderCluster: ['30|2|stock:NVDA', '90|1|stock:X'],
  Politician: ['alpha', 'Beta'],
  Scorecard: ['ams', 'gls'],
  Whale: ['alpha:x', 'nvda:Beta'],
};

/** Names for random operations over `sampleRecords` of every feed; some of them mean nothing. */
export const VOCABULARY: Vocabulary = {
  ids: new Map([
    ...registry.map(
      ({ feed }): Ids => [
        feed.type,
        [1, 2, 3, 999].map((n) => encodeGlobalId(feed.type, `k${String(n).padStart(6, '0')}`)),
      ],
    ),
    ...Object.entries(ENTITIES).map(
      ([type, keys]): Ids => [type, keys.map((key) => encodeGlobalId(type, key))],
    ),
  ]),
  symbols: ['NVDA', 'ALPHA', 'X', 'NOSUCH'],
  search: ['a', 'zzz'],
};
