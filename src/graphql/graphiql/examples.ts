/** A document to begin with, in the menu of GraphiQL. */
export interface Example {
  /** Of the REST contract; null: of several. */
  readonly module: string | null;
  readonly title: string;
  readonly query: string;
}

/** At least one for each of the twelve modules. Each fits the minute of a free key. */
export const EXAMPLES: readonly Example[] = [
  {
    module: 'trade-feed',
    title: 'Open signals, newest first',
    query: `query OpenSignals {
  signals(first: 20, filter: { status: { eq: OPEN } }, orderBy: { field: TIMESTAMP, direction: DESC }) {
    nodes { symbol direction entryPrice currentPrice pnlPct timestamp }
    liveCursor
  }
}`,
  },
  {
    module: 'mte',
    title: 'Strategies with what they achieved',
    query: `query Strategies {
  strategies(first: 20) {
    nodes { name symbol timeframe grade performance { score sharpe winRate } }
  }
}`,
  },
  {
    module: 'whales',
    title: 'Whales that entered, and how many did what',
    query: `query Whales {
  whaleActivity(first: 20, filter: { value: { gte: 100000 } }) {
    nodes { whaleName eventType title value createdAt }
    summary { entries exits tokenBuys sizeChanges }
  }
}`,
  },
  {
    module: 'congress',
    title: 'Purchases by members of Congress, with what insiders did',
    query: `query Congress {
  congressTrades(first: 10, filter: { direction: { eq: BUY } }) {
    nodes {
      politicianName chamber party ticker filingDate
      asset { companyName insiderWindows { days30 { buyValue sellValue net } } }
    }
  }
}`,
  },
  {
    module: 'insider',
    title: 'Purchases by insiders above a million',
    query: `query LargePurchases {
  insiderFilings(first: 20, filter: { transactionDirection: { eq: BUY }, value: { gte: 1000000 } }) {
    nodes { insiderName insiderTitle ticker shares value filingDate }
    window { from clamped lagHours }
  }
}`,
  },
  {
    module: 'insider-alpha',
    title: 'Clusters of buyers, and the market in sum',
    query: `query InsiderAlpha {
  insiderClusters(daysBack: 30, minInsiders: 2, first: 10) {
    nodes { ticker insiderCount totalValue detectedAt asset { companyName } }
  }
  insiderMarketStats { last7d { buyValue sellValue filings } mostBought7d { ticker value } }
}`,
  },
  {
    module: 'aoe',
    title: 'What outperforms Bitcoin',
    query: `query Outperformers {
  outperformers(first: 20, orderBy: { field: COMPOSITE_SCORE, direction: DESC }) {
    nodes { symbol name compositeScore perf24h perf7d outperfVsBtc24h marketPhase }
  }
}`,
  },
  {
    module: 'mre',
    title: 'Reversals',
    query: `query Reversals {
  reversals(first: 20, orderBy: { field: SCORE, direction: DESC }) {
    nodes { tickerDisplay interval price score expectedPct signal { what direction } }
  }
}`,
  },
  {
    module: 'prediction',
    title: 'The most traded prediction markets',
    query: `query PredictionMarkets {
  predictionMarkets(first: 20, filter: { active: { eq: true } }, orderBy: { field: VOLUME_24H, direction: DESC }) {
    nodes { platform question yesPrice volume24h endDate }
    platforms { platform count }
  }
}`,
  },
  ...(['ams', 'mrs', 'gls'] as const).map((name) => scorecard(name)),
  {
    module: null,
    title: 'Everything known of NVDA',
    query: `query Nvda {
  asset(symbol: "NVDA") {
    companyName
    signals(first: 5) { nodes { direction entryPrice pnlPct } }
    congressTrades(first: 5) { nodes { politicianName transactionType filingDate } }
    insiderFilings(first: 5) { nodes { insiderName transactionDirection value } }
  }
}`,
  },
  {
    module: null,
    title: 'What this key may, and has left',
    query: `query Viewer {
  viewer { tier { name requestsPerDay historyDays insiderLagHours } usage { dailyUsed dailyRemaining } }
}`,
  },
  {
    module: null,
    title: 'Live: signals as they open and close',
    query: `subscription LiveSignals {
  signals { kind at node { symbol direction status pnlPct } cursor }
}`,
  },
  {
    module: 'symbols',
    title: 'What a symbol stands for, now and before',
    query: `query Symbols {
  listings(first: 20, filter: { symbol: { eq: "META" } }) {
    nodes { symbol name assetType directory exchange issuerCik coinId validFrom validTo }
  }
}`,
  },
];

function scorecard(name: 'ams' | 'mrs' | 'gls'): Example {
  const titles = { ams: 'Alt-market strength', mrs: 'Market risk', gls: 'Global liquidity' };
  const upper = name.toUpperCase();
  return {
    module: name,
    title: `${titles[name]}, latest and its last 30 days`,
    query: `query ${upper[0]}${name.slice(1)} {
  scorecard(name: ${upper}) {
    latest(timeframe: "1D") { timestamp value metrics { name value } }
    points(timeframe: "1D", first: 30) { nodes { timestamp value } }
  }
}`,
  };
}
