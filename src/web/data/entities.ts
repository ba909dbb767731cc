import type { FeedName } from './feeds.ts';
import { addressOf } from './moment.ts';
import type { EntityType } from './state.ts';

/** A kind of entity that has pages: `/politician/P000197`, `/whale/hyperliquid:0x9b…`, `/cluster/NVDA`, `/scorecard/MRS`. */
export type EntityKind = 'politician' | 'whale' | 'strategy' | 'market' | 'insider' | 'cluster' | 'scorecard';

interface EntityPlace {
  /** Its GraphQL type, which is part of global ids. */
  readonly type: EntityType;
  /** The feed that tells of it. */
  readonly feed: FeedName;
  /** For people: `There is no such politician`. */
  readonly word: string;
  /** What it is on the watchlist. */
  readonly shown: string;
  /** Its key in the graph, of the one in the address. */
  readonly nodeKey: (key: string) => string;
}

const same = (key: string): string => key;

export const ENTITIES = {
  politician: {
    type: 'Politician',
    feed: 'congress',
    word: 'politician',
    shown: 'Politician',
    nodeKey: same,
  },
  whale: { type: 'Whale', feed: 'whales', word: 'whale', shown: 'Whale', nodeKey: same },
  strategy: { type: 'Strategy', feed: 'signals', word: 'strategy', shown: 'Strategy', nodeKey: same },
  market: {
    type: 'PredictionMarket',
    feed: 'markets',
    word: 'prediction market',
    shown: 'Market',
    nodeKey: same,
  },
  insider: { type: 'Insider', feed: 'insider', word: 'insider', shown: 'Insider', nodeKey: same },
  // Two insiders within 30 days, as the graph has it unless asked otherwise.
  cluster: {
    type: 'InsiderCluster',
    feed: 'insider',
    word: 'cluster',
    shown: 'Cluster',
    nodeKey: (ticker) => `30|2|stock:${ticker}`,
  },
  scorecard: {
    type: 'Scorecard',
    feed: 'points',
    word: 'scorecard',
    shown: 'Scorecard',
    nodeKey: (name) => name.toLowerCase(),
  },
} as const satisfies Readonly<Record<EntityKind, EntityPlace>>;

/** The page of an entity. */
export const entityPath = (kind: EntityKind, key: string): string =>
  addressOf(`/${kind}/${encodeURIComponent(key)}`);

/** What identifies a holder in the graph: an address says nothing without its platform. */
export const whaleKey = (platform: string, address: string): string =>
  `${platform.replaceAll('%', '%25').replaceAll(':', '%3A')}:${address}`;

/** The platform and the address in such a key. */
export function whaleOfKey(key: string): { readonly platform: string; readonly address: string } {
  const [platform = ''] = key.split(':', 1);
  return {
    platform: platform.replaceAll('%3A', ':').replaceAll('%25', '%'),
    address: key.slice(platform.length + 1),
  };
}
