/** One native entry of each provider and generation, as short as the parser needs it. */
type Fields = Readonly<Record<string, unknown>>;

export const gamma = (over: Fields = {}) => ({
  id: '540816',
  question: 'Will X happen?',
  conditionId: '0xabc',
  endDate: '2026-07-31T12:00:00Z',
  outcomes: '["Yes", "No"]',
  outcomePrices: '["0.51", "0.49"]',
  volume: '832995.125818007',
  volumeNum: 832995.125818007,
  volume24hr: 2502.5,
  active: true,
  closed: false,
  archived: false,
  acceptingOrders: true,
  updatedAt: '2026-06-21T18:26:26.563193Z',
  events: [{ id: '23784', title: 'What will happen?' }],
  ...over,
});

export const gammaEvent = (over: Fields = {}) => ({
  id: '23784',
  title: 'What will happen?',
  tags: [{ id: '2', label: 'Politics' }],
  markets: [gamma({ events: undefined })],
  ...over,
});

export const clob = (over: Fields = {}) => ({
  condition_id: '0xdef',
  question: 'Who wins?',
  active: true,
  closed: true,
  archived: false,
  accepting_orders: false,
  end_date_iso: '2024-09-10T00:00:00Z',
  tokens: [
    { token_id: '1', outcome: 'Yes', price: 1, winner: true },
    { token_id: '2', outcome: 'No', price: 0, winner: false },
  ],
  tags: ['All', 'Politics'],
  ...over,
});

export const kalshi2025 = (over: Fields = {}) => ({
  ticker: 'KXBOND-30-CAL',
  event_ticker: 'KXBOND-30',
  title: 'Who will be the next James Bond?',
  yes_sub_title: 'Callum Turner',
  status: 'active',
  category: '',
  close_time: '2030-01-01T15:00:00Z',
  last_price: 19,
  last_price_dollars: '0.1900',
  response_price_units: 'usd_cent',
  volume: 1658,
  volume_24h: 0,
  ...over,
});

export const kalshi2026 = (over: Fields = {}) => ({
  ticker: 'KXMVE-S2026-B07',
  event_ticker: 'KXMVE-S2026',
  title: 'yes New York Y,yes San Francisco',
  yes_sub_title: 'yes New York Y,yes San Francisco',
  status: 'active',
  close_time: '2026-06-24T17:35:00Z',
  updated_time: '2026-06-21T18:27:45.170256Z',
  last_price_dollars: '0.0650',
  response_price_units: 'usd_cent',
  volume_fp: '12.50',
  volume_24h_fp: '2.00',
  ...over,
});

export const kalshiEvent = (over: Fields = {}) => ({
  event_ticker: 'KXBOND-30',
  title: 'Next James Bond',
  category: 'Entertainment',
  markets: [kalshi2025()],
  ...over,
});

export const manifold = (over: Fields = {}) => ({
  id: 'qy222g0Nhq',
  question: 'Will it rain?',
  outcomeType: 'BINARY',
  probability: 0.25,
  closeTime: 1772236740000,
  volume: 30,
  volume24Hours: 30,
  isResolved: false,
  lastUpdatedTime: 1769882755739,
  ...over,
});

export const predictIt = (contract: Fields = {}, over: Fields = {}) => ({
  id: 7589,
  name: 'How many seats?',
  timeStamp: '2026-01-31T13:10:26.3247098',
  status: 'Open',
  contracts: [
    { id: 28361, name: '192 or fewer', dateEnd: 'NA', status: 'Open', lastTradePrice: 0.25, ...contract },
  ],
  ...over,
});

export const metaculus = (question: Fields = {}, over: Fields = {}) => ({
  id: 29783,
  title: 'Will it be decided early?',
  status: 'open',
  edited_at: '2024-11-08T14:19:42.582780Z',
  projects: { category: [{ id: 1, name: 'Geopolitics' }] },
  question: {
    id: 29635,
    title: 'Will it be decided early?',
    type: 'binary',
    options: null,
    status: 'open',
    scheduled_close_time: '2024-11-09T15:30:00Z',
    aggregations: {
      recency_weighted: {
        latest: { start_time: 1738444542.269979, forecast_values: [0.88, 0.12], centers: [0.12] },
      },
    },
    ...question,
  },
  ...over,
});

export const metaculusOld = (over: Fields = {}) => ({
  id: 25769,
  title: 'Will US offer India a submarine?',
  active_state: 'OPEN',
  possibilities: { type: 'binary' },
  close_time: '2024-07-08T00:00:00Z',
  edited_time: '2024-07-04T18:43:27.284579Z',
  last_activity_time: '2024-07-04T16:53:58.056881Z',
  community_prediction: { history: [], full: { q1: 0.01, q2: 0.02, q3: 0.03 } },
  categories: [],
  ...over,
});

export const limitless = (over: Fields = {}) => ({
  id: 269949,
  title: 'SOL Up or Down - 5 Min',
  prices: [0.755, 0.245],
  volume: '1500000',
  volumeFormatted: '1.500000',
  status: 'FUNDED',
  expired: false,
  winningOutcomeIndex: null,
  expirationTimestamp: 1782066600000,
  updatedAt: '2026-06-21T18:25:25.591Z',
  categories: ['Minutely', '5 min'],
  tags: ['Recurring'],
  priceOracleMetadata: { assetType: 'CRYPTO' },
  ...over,
});
