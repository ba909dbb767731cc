import type { ENTITIES, EntityKind } from '../data/entities.ts';
import type { Entity, EntityOf } from '../data/state.ts';
import { CLUSTER } from './cluster.tsx';
import { INSIDER } from './insider.tsx';
import { MARKET } from './market.tsx';
import { POLITICIAN } from './politician.tsx';
import { SCORECARD } from './scorecard.tsx';
import { STRATEGY } from './strategy.tsx';
import type { EntityView } from './view.ts';
import { WHALE } from './whale.tsx';

const VIEWS: { readonly [K in EntityKind]: EntityView<EntityOf<(typeof ENTITIES)[K]['type']>> } = {
  politician: POLITICIAN,
  whale: WHALE,
  strategy: STRATEGY,
  market: MARKET,
  insider: INSIDER,
  cluster: CLUSTER,
  scorecard: SCORECARD,
};

/** How the page shows entities of a kind; the page reads none of another. */
export const viewOf = (kind: EntityKind): EntityView => VIEWS[kind] as EntityView<Entity>;
