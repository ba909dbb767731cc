import type {
  ChangeFeed,
  CongressRowFragment,
  InsiderRowFragment,
  MarketRowFragment,
  OutperformerRowFragment,
  PageChangesSubscriptionVariables,
  PointRowFragment,
  ReversalRowFragment,
  SignalRowFragment,
  StrategyRowFragment,
  WhaleRowFragment,
} from '../../../schema/operations/generated/graphql.ts';

/** Rows of each feed, as its table shows them. */
export interface RowOf {
  readonly signals: SignalRowFragment;
  readonly whales: WhaleRowFragment;
  readonly congress: CongressRowFragment;
  readonly insider: InsiderRowFragment;
  readonly markets: MarketRowFragment;
  readonly reversals: ReversalRowFragment;
  readonly outperformers: OutperformerRowFragment;
  readonly points: PointRowFragment;
  readonly strategies: StrategyRowFragment;
}

export type FeedName = keyof RowOf;

/** How the pages read a feed. */
export interface WebFeed {
  /** Its GraphQL type, which is part of global ids. */
  readonly type: string;
  /** What it is in the stream of changes; null: never followed. */
  readonly live: LiveFeed | null;
  /** What is read of it without a key. */
  readonly open: OpenFeed;
  /** Rows are current state that every key sees alike; otherwise they pile up, and history and delay differ by tier. */
  readonly isCurrentState: boolean;
  /** What its rows are ordered by, largest first. */
  readonly orderOf: (row: never) => string | number | null;
}

export interface LiveFeed {
  readonly feed: ChangeFeed;
  /** Variable of the stream that takes its filter. */
  readonly filter: keyof PageChangesSubscriptionVariables;
  /** Prices tick every second; others come a few times a minute. */
  readonly isTicking: boolean;
}

export interface OpenFeed {
  readonly path: string;
  /** Member of the answer that holds the records, and the one that is their key. */
  readonly wrapper: string;
  readonly key: string;
  readonly everySeconds: number;
  /** It has the newest rows alone and takes no `limit`: what is older stays as it was read with a key. */
  readonly hasNewestOnly?: boolean;
}

export const FEEDS: {
  readonly [F in FeedName]: WebFeed & { orderOf(row: RowOf[F]): string | number | null };
} = {
  signals: {
    type: 'Signal',
    live: { feed: 'SIGNALS', filter: 'signals', isTicking: true },
    open: { path: '/api/trade-feed/signals', wrapper: 'signals', key: 'id', everySeconds: 5 },
    isCurrentState: false,
    orderOf: ({ timestamp }) => timestamp,
  },
  whales: {
    type: 'WhaleActivity',
    live: { feed: 'WHALE_ACTIVITY', filter: 'whaleActivity', isTicking: false },
    open: { path: '/api/whales/activity/public', wrapper: 'activity', key: '_id', everySeconds: 10 },
    isCurrentState: false,
    orderOf: ({ createdAt }) => createdAt,
  },
  congress: {
    type: 'CongressTrade',
    live: { feed: 'CONGRESS_TRADES', filter: 'congressTrades', isTicking: false },
    open: { path: '/api/congress/trades', wrapper: 'trades', key: 'id', everySeconds: 30 },
    isCurrentState: false,
    orderOf: ({ filedOn }) => filedOn,
  },
  insider: {
    type: 'InsiderFiling',
    live: { feed: 'INSIDER_FILINGS', filter: 'insiderFilings', isTicking: false },
    open: { path: '/api/insider-alpha/filings', wrapper: 'filings', key: 'id', everySeconds: 30 },
    isCurrentState: false,
    orderOf: ({ filingDate }) => filingDate,
  },
  markets: {
    type: 'PredictionMarket',
    live: { feed: 'PREDICTION_MARKETS', filter: 'predictionMarkets', isTicking: true },
    open: { path: '/api/markets/warehouse', wrapper: 'items', key: 'market_id', everySeconds: 10 },
    isCurrentState: true,
    orderOf: ({ volume24hUsd }) => volume24hUsd,
  },
  reversals: {
    type: 'Reversal',
    live: { feed: 'REVERSALS', filter: 'reversals', isTicking: true },
    open: { path: '/api/mre/signals', wrapper: 'items', key: '_id', everySeconds: 10 },
    isCurrentState: true,
    orderOf: ({ score }) => score,
  },
  outperformers: {
    type: 'Outperformer',
    live: { feed: 'OUTPERFORMERS', filter: 'outperformers', isTicking: true },
    open: { path: '/api/outperformers/scan', wrapper: 'items', key: 'id', everySeconds: 10 },
    isCurrentState: true,
    orderOf: ({ compositeScore }) => compositeScore,
  },
  points: {
    type: 'ScorecardPoint',
    live: { feed: 'SCORECARD_POINTS', filter: 'scorecardPoints', isTicking: false },
    open: {
      path: '/api/scorecards/latest',
      wrapper: 'items',
      key: 'id',
      everySeconds: 60,
      hasNewestOnly: true,
    },
    isCurrentState: false,
    orderOf: ({ timestamp }) => timestamp,
  },
  strategies: {
    type: 'Strategy',
    live: null,
    open: { path: '/api/mte/strategies', wrapper: 'items', key: 'slug', everySeconds: 60 },
    isCurrentState: true,
    orderOf: ({ performance }) => performance.score,
  },
};

export const FEED_NAMES = Object.keys(FEEDS) as readonly FeedName[];
