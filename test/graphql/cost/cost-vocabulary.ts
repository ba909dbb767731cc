import { registry } from '../../../src/feeds/index.ts';
import { encodeGlobalId } from '../../../src/graphql/schema/global-id.ts';
import type { Vocabulary } from '../../support/random-operations.ts';

/** Names for random operations over `sampleRecords` of every feed; some of them mean nothing. */
export const VOCABULARY: Vocabulary = {
  ids: new Map(
    registry.map(({ feed }) => [
      feed.type,
      [1, 2, 3, 999].map((n) => encodeGlobalId(feed.type, `k${String(n).padStart(6, '0')}`)),
    ]),
  ),
  symbols: ['NVDA', 'ALPHA', 'X', 'NOSUCH'],
  search: ['a', 'zzz'],
};
