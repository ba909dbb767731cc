import type { IngestFeed } from '../core/ingest/ingest.ts';
import type { Feed } from '../feed/feed.ts';
import type { GraphModule } from '../graphql/schema/builder.ts';
import type { RestModule } from '../rest/extend.ts';
import { outperformers } from './aoe/feed.ts';
import { outperformersGraph } from './aoe/graph.ts';
import { deriveTrade } from './congress/derive.ts';
import { congress } from './congress/feed.ts';
import { congressGraph } from './congress/graph.ts';
import { refuseTrade } from './congress/refuse.ts';
import { congressRest } from './congress/rest.ts';
import { deriveFiling } from './insider/derive.ts';
import { insiderFilings } from './insider/feed.ts';
import { insiderFilingsGraph } from './insider/graph.ts';
import { mergeFilings } from './insider/merge.ts';
import { refuseFiling } from './insider/refuse.ts';
import { insiderRest } from './insider/rest.ts';
import { deriveReversal } from './mre/derive.ts';
import { reversals } from './mre/feed.ts';
import { deriveStrategy } from './mte/derive.ts';
import { strategies } from './mte/feed.ts';
import { deriveMarket } from './prediction/derive.ts';
import { predictionMarkets } from './prediction/feed.ts';
import { predictionMarketsGraph } from './prediction/graph.ts';
import { predictionRest } from './prediction/rest.ts';
import { derivePoint } from './scorecards/derive.ts';
import { scorecardPoints } from './scorecards/feed.ts';
import { scorecardsGraph } from './scorecards/graph.ts';
import { ingestModules } from './scorecards/ingest-modules.ts';
import { scorecardsRest } from './scorecards/rest.ts';
import { listings } from './symbols/feed.ts';
import { deriveListing, mergeListings } from './symbols/merge.ts';
import { deriveSignal } from './trade-feed/derive.ts';
import { signals } from './trade-feed/feed.ts';
import { signalsGraph } from './trade-feed/graph.ts';
import { deriveActivity } from './whales/derive.ts';
import { whaleActivity } from './whales/feed.ts';
import { whaleActivityGraph } from './whales/graph.ts';
import { whalesRest } from './whales/rest.ts';

/** A feed with what is special about it. */
export type FeedModule = IngestFeed &
  GraphModule & {
    readonly rest?: RestModule;
    /** The demo's market has nothing of it: its lists are empty there. */
    readonly simulated?: false;
  };

/** Every feed, one line each; docs/adding-a-feed.md shows how one comes in. */
export const registry: readonly FeedModule[] = [
  { feed: signals, derive: deriveSignal, graph: signalsGraph },
  { feed: strategies, derive: deriveStrategy },
  { feed: whaleActivity, derive: deriveActivity, rest: whalesRest, graph: whaleActivityGraph },
  { feed: congress, derive: deriveTrade, refuse: refuseTrade, rest: congressRest, graph: congressGraph },
  {
    feed: insiderFilings,
    derive: deriveFiling,
    merge: mergeFilings,
    refuse: refuseFiling,
    rest: insiderRest,
    graph: insiderFilingsGraph,
  },
  { feed: outperformers, graph: outperformersGraph },
  { feed: reversals, derive: deriveReversal },
  { feed: predictionMarkets, derive: deriveMarket, rest: predictionRest, graph: predictionMarketsGraph },
  { feed: listings, derive: deriveListing, merge: mergeListings, simulated: false },
  { feed: scorecardPoints, derive: derivePoint, ingestModules, rest: scorecardsRest, graph: scorecardsGraph },
];

export const allFeeds: readonly Feed[] = registry.map(({ feed }) => feed);

/** The feeds that the demo fills. */
export const simulatedFeeds: readonly Feed[] = registry
  .filter(({ simulated }) => simulated !== false)
  .map(({ feed }) => feed);
