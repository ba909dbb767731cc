import type { FeedName } from './feeds.ts';
import { addressOf } from './moment.ts';
import type { Entity } from './state.ts';

/** A kind of entity that has pages: `/politician/P000197`, `/whale/hyperliquid:0x9b…`, `/strategy/…`, `/market/…`. */
export type EntityKind = 'politician' | 'whale' | 'strategy' | 'market';

export interface EntityPlace {
  /** Its GraphQL type, which is part of global ids. */
  readonly type: Entity['__typename'];
  /** The feed that tells of it; null: it has no rows beside itself. */
  readonly feed: FeedName | null;
  /** For people: `There is no such politician`. */
  readonly word: string;
}

export const ENTITIES: Readonly<Record<EntityKind, EntityPlace>> = {
  politician: { type: 'Politician', feed: 'congress', word: 'politician' },
  whale: { type: 'Whale', feed: 'whales', word: 'whale' },
  strategy: { type: 'Strategy', feed: 'signals', word: 'strategy' },
  market: { type: 'PredictionMarket', feed: null, word: 'prediction market' },
};

/** The page of an entity. */
export const entityPath = (kind: EntityKind, key: string): string =>
  addressOf(`/${kind}/${encodeURIComponent(key)}`);

/** What identifies a holder in the graph: an address says nothing without its platform. */
export const whaleKey = (platform: string, address: string): string =>
  `${platform.replaceAll('%', '%25').replaceAll(':', '%3A')}:${address}`;
