import {
  all,
  countBy,
  counted,
  type Group,
  is,
  largest,
  type Nodes,
  type Question,
  type Row,
  sumOf,
  topBy,
} from './question.ts';

export const MARKET_QUESTIONS: readonly Question[] = [
  {
    ask: 'What was the largest trade of a whale, and in which market?',
    reads: ['whaleActivity'],
    document: '{ whaleActivity(first: 1, orderBy: { field: VALUE }) { nodes { title value address } } }',
    answer: (data: { whaleActivity: Nodes<Row> }) =>
      data.whaleActivity.nodes.map(({ title, value }) => [title, value])[0],
    right: ({ whales }) => {
      const most = largest(whales, 'value');
      return [whales.find(({ value }) => value === most)?.title, most];
    },
  },
  {
    ask: 'Which wallet was most active?',
    reads: ['whaleActivityGroups'],
    document:
      '{ whaleActivityGroups(by: [ADDRESS], first: 1, orderBy: { field: COUNT }) { nodes { key { address } count } } }',
    answer: (data: { whaleActivityGroups: Nodes<Group> }) => data.whaleActivityGroups.nodes[0]?.count,
    right: ({ whales }) => topBy(whales, 'address', ({ length }) => length, 1)[0]?.[1],
  },
  {
    ask: 'How much money moved in each kind of whale event?',
    reads: ['whaleActivityGroups'],
    document: '{ whaleActivityGroups(by: [EVENT_TYPE]) { nodes { key { eventType } value { sum } } } }',
    answer: (data: { whaleActivityGroups: Nodes<Group> }) =>
      Object.fromEntries(
        data.whaleActivityGroups.nodes.map((group) => [
          group.key.eventType,
          Number(group.value?.sum).toFixed(2),
        ]),
      ),
    right: ({ whales }) =>
      Object.fromEntries(
        [...Map.groupBy(whales, ({ event_type: type }) => String(type).toUpperCase())].map(([type, rows]) => [
          type,
          sumOf(rows, 'value').toFixed(2),
        ]),
      ),
  },
  {
    ask: 'How much did large traders put on Joe Mazzulla as Coach of the Year?',
    reads: ['whaleActivityGroups'],
    document: `{ whaleActivityGroups(by: [TITLE], filter: { title: { contains: "Joe Mazzulla" } }) { nodes { key { title } count value { sum } } } }`,
    answer: (data: { whaleActivityGroups: Nodes<Group> }) =>
      data.whaleActivityGroups.nodes.map((group) => [group.count, Number(group.value?.sum).toFixed(2)]),
    right: ({ whales }) => {
      const rows = whales.filter(({ title }) => /Joe Mazzulla/i.test(String(title)));
      return [[rows.length, sumOf(rows, 'value').toFixed(2)]];
    },
  },
  {
    ask: 'Which markets that are still open have the highest volume of a day?',
    reads: ['predictionMarkets'],
    document:
      '{ predictionMarkets(first: 3, includeStale: true, filter: { active: { eq: true } }, orderBy: { field: VOLUME_24H }) { nodes { question volume24h } } }',
    answer: (data: { predictionMarkets: Nodes<Row> }) =>
      data.predictionMarkets.nodes.map(({ volume24h }) => volume24h),
    right: ({ prediction }) =>
      prediction
        .filter(is('active', true))
        .map(({ volume_24h: volume }) => Number(volume))
        .sort((a, b) => b - a)
        .slice(0, 3),
  },
  {
    ask: 'How many markets does each platform have here?',
    reads: ['predictionMarketGroups'],
    document:
      '{ predictionMarketGroups(by: [PLATFORM], includeStale: true) { nodes { key { platform } count } } }',
    answer: (data: { predictionMarketGroups: Nodes<Group> }) =>
      counted(data.predictionMarketGroups, 'platform'),
    right: ({ prediction }) => countBy(prediction, 'platform'),
  },
  {
    ask: 'How many resolved markets resolved to yes?',
    reads: ['predictionMarkets'],
    document:
      '{ predictionMarkets(includeStale: true, filter: { isResolved: { eq: true }, result: { eq: "Yes" } }) { totalCount } }',
    answer: (data: { predictionMarkets: { totalCount: number } }) => data.predictionMarkets.totalCount,
    right: ({ prediction }) => prediction.filter(all(is('is_resolved', true), is('result', 'Yes'))).length,
  },
  {
    ask: 'What were the odds that funding of ICE pauses before February?',
    reads: ['predictionMarkets'],
    document:
      '{ predictionMarkets(first: 1, includeStale: true, filter: { question: { contains: "ICE federal funding paused" } }) { nodes { question yesPrice } } }',
    answer: (data: { predictionMarkets: Nodes<Row> }) => data.predictionMarkets.nodes[0]?.yesPrice,
    right: ({ prediction }) =>
      prediction.find(({ question }) => String(question).startsWith('ICE federal funding paused'))?.yes_price,
  },
  {
    ask: 'How good was the freqtrade strategy in its backtest, and how many trades did it make?',
    reads: ['strategies'],
    document: '{ strategies(first: 1) { nodes { name performance { totalPnlPct winRate totalTrades } } } }',
    answer: (data: { strategies: Nodes<{ performance: Row }> }) => data.strategies.nodes[0]?.performance,
    right: ({ mte }) => {
      const performance = mte[0]?.performance as Row;
      return {
        totalPnlPct: performance.total_pnl_pct,
        winRate: performance.win_rate,
        totalTrades: performance.total_trades,
      };
    },
  },
  {
    ask: 'Which signals does the insider engine give, and how strong is the strongest?',
    reads: ['signals'],
    document:
      '{ signals(first: 50, filter: { source: { eq: "insider" } }, orderBy: { field: SIGNAL_STRENGTH }) { totalCount nodes { symbol signalStrength } } }',
    answer: (data: { signals: Nodes<Row> & { totalCount: number } }) => [
      data.signals.totalCount,
      data.signals.nodes[0]?.signalStrength,
    ],
    right: (rows) => {
      const own = rows['trade-feed'].filter(is('source', 'insider'));
      return [own.length, largest(own, 'signal_strength')];
    },
  },
];
