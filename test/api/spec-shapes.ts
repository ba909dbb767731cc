/** Shapes of the specification, written down from its tables; `?` marks what our data may not say. */
export type Shape = { readonly [field: string]: string | Shape | readonly [Shape | string] };

const SIGNAL: Shape = {
  id: 'string',
  source: 'string',
  source_detail: 'string?',
  symbol: 'string',
  direction: 'LONG|SHORT',
  entry_price: 'number?',
  current_price: 'number?',
  status: 'OPEN|CLOSED',
  pnl_pct: 'number?',
  signal_strength: 'number?',
  asset_type: 'string?',
  timeframe: 'string?',
  notes: 'string?',
  timestamp: 'instant',
};
const STRATEGY: Shape = {
  name: 'string',
  slug: 'string',
  symbol: 'string?',
  timeframe: 'string?',
  asset_class: 'string?',
  tier: 'string?',
  source: 'string?',
  status: 'string',
  performance: {
    total_pnl_pct: 'number?',
    win_rate: 'number?',
    total_trades: 'integer?',
    sharpe: 'number?',
    sortino: 'number?',
    max_drawdown_pct: 'negative?',
    score: 'number?',
  },
  signals: ['string'],
  created_at: 'instant',
};
const WHALE: Shape = {
  _id: 'string',
  address: 'string?',
  whale_name: 'string?',
  source: 'string',
  event_type: 'string',
  title: 'string',
  outcome: 'string?',
  size: 'number?',
  prev_size: 'number?',
  change_pct: 'number?',
  value: 'number?',
  created_at: 'instant',
};
const TRADE: Shape = {
  id: 'string',
  politician_name: 'string',
  party: 'string?',
  chamber: 'string',
  state: 'string?',
  asset_name: 'string?',
  ticker: 'string?',
  asset_type: 'string?',
  sector: 'string?',
  transaction_type: 'string?',
  owner: 'string?',
  transaction_date: 'local?',
  filing_date: 'local?',
  is_tradable: 'boolean',
};
const FILING: Shape = {
  id: 'string',
  ticker: 'string?',
  company_name: 'string?',
  insider_name: 'string?',
  insider_title: 'string?',
  is_director: 'boolean?',
  is_ten_percent: 'boolean?',
  transaction_code: 'string?',
  transaction_type: 'string?',
  transaction_direction: 'buy|sell|other',
  filing_date: 'instant',
  trade_date: 'instant?',
};
const ALPHA_FILING: Shape = {
  id: 'string',
  ticker: 'string?',
  insider_name: 'string?',
  insider_title: 'string?',
  transaction_code: 'string?',
  transaction_direction: 'buy|sell|other',
  shares: 'number?',
  value: 'number?',
  filing_date: 'instant',
};
const OUTPERFORMER: Shape = {
  id: 'string',
  symbol: 'string',
  name: 'string',
  asset_type: 'string',
  current_price: 'number?',
  market_cap_rank: 'integer?',
  perf_24h: 'number?',
  perf_7d: 'number?',
  perf_30d: 'number?',
  outperf_vs_btc_24h: 'number?',
  beats_btc_24h: 'boolean?',
  composite_score: 'number?',
  market_phase: 'string?',
  avg_outperformance: 'number?',
};
const REVERSAL: Shape = {
  _id: 'string',
  ticker: 'string',
  ticker_display: 'string',
  price: 'decimal?',
  interval: 'string',
  asset_class: 'string?',
  signal: { what: 'string', direction: 'LONG|SHORT', type: 'string?', condition: 'string?' },
  expected_pct: 'number?',
  score: 'number?',
};
const MARKET: Shape = {
  market_id: 'string',
  platform: 'string',
  event_title: 'string?',
  question: 'string',
  yes_price: 'number?',
  outcome_prices: ['number'],
  volume: 'number?',
  volume_24h: 'number?',
  category_norm: 'string?',
  active: 'boolean',
  end_date: 'instant?',
};
const point = (scorecard: string): Shape => ({
  id: 'string',
  scorecard,
  timeframe: 'string',
  timestamp: 'instant',
  data: 'metrics',
});
const FLOW: Shape = { buy_value: 'number', sell_value: 'number', net: 'number' };
const STATS: Shape = { buy_value: 'number', sell_value: 'number', filings: 'integer' };
const PAGED: Shape = { total: 'integer', page: 'integer', page_size: 'integer' };
const PLATFORMS = ['kalshi', 'limitless', 'manifold', 'metaculus', 'polymarket', 'predictit'];

export const ANSWERS: Readonly<Record<string, Shape>> = {
  '/api/v1/trade-feed?direction=LONG&status=OPEN&page_size=20': { signals: [SIGNAL] },
  '/api/v1/mte?asset_class=crypto&tier=A&limit=20': { items: [STRATEGY] },
  '/api/v1/whales?hours=24&limit=50': {
    activity: [WHALE],
    total: 'integer',
    summary: { entries: 'integer', exits: 'integer', token_buys: 'integer', size_changes: 'integer' },
  },
  '/api/v1/congress?transaction_type=Purchase&page_size=50': { trades: [TRADE] },
  '/api/v1/insider?transaction_type=buy&days_back=30&page_size=50': {
    filings: [FILING],
    total: 'integer',
    tier: 'string',
  },
  '/api/v1/aoe?asset_type=crypto&sort_by=composite_score&limit=25': { items: [OUTPERFORMER] },
  '/api/v1/mre?limit=20': { items: [REVERSAL], total: 'integer' },
  '/api/v1/prediction?platforms=polymarket,kalshi&sort=volume_24h&limit=20': {
    items: [MARKET],
    total: 'integer',
    platforms: Object.fromEntries(PLATFORMS.map((name) => [name, 'integer'])),
    has_more: 'boolean',
  },
  '/api/scorecards/ams/latest?timeframe=1D': { item: point('ams'), scorecard: 'ams', timeframe: '1D' },
  '/api/scorecards/mrs/data?timeframe=1D&from=2026-01-01&limit=30': {
    items: [point('mrs')],
    total: 'integer',
    scorecard: 'mrs',
  },
  '/api/scorecards/gls/data?timeframe=1W': { items: [point('gls')], total: 'integer', scorecard: 'gls' },
  '/api/v1/insider-alpha/filings?ticker=NVDA&transaction_type=buy&days_back=90': {
    filings: [ALPHA_FILING],
    ...PAGED,
    has_more: 'boolean',
    tier: 'string',
    data_lag_hours: 'integer',
  },
  '/api/v1/insider-alpha/insiders?q=a&sort_by=total_buy_value': {
    insiders: [
      {
        slug: 'string',
        name: 'string',
        filing_count: 'integer',
        total_buy_value: 'number',
        total_sell_value: 'number',
      },
    ],
    ...PAGED,
  },
  '/api/v1/insider-alpha/companies/NVDA': {
    ticker: 'string',
    windows: { '30d': FLOW, '90d': FLOW },
    filings: [ALPHA_FILING],
  },
  '/api/v1/insider-alpha/clusters?days_back=30&min_insiders=2': {
    clusters: [{ ticker: 'string', insider_count: 'integer', total_value: 'number', detected_at: 'instant' }],
    ...PAGED,
    has_more: 'boolean',
  },
  '/api/v1/insider-alpha/stats/market': {
    last_24h: STATS,
    last_7d: STATS,
    last_30d: STATS,
    most_bought_7d: [{ ticker: 'string', value: 'number', count: 'integer' }],
    tier: 'string',
  },
  '/api/v1/insider-alpha/usage': {
    tier: 'string',
    usage: {
      rpm_used: 'integer',
      rpm_remaining: 'integer',
      daily_used: 'integer',
      daily_remaining: 'integer',
    },
    reset_in_seconds: { rpm: 'integer', daily: 'integer' },
  },
};

/** Open feeds with the keyed route each mirrors. */
export const MIRRORS: Readonly<Record<string, string>> = {
  '/api/trade-feed/signals': '/api/v1/trade-feed',
  '/api/mte/strategies': '/api/v1/mte',
  '/api/whales/activity/public': '/api/v1/whales',
  '/api/congress/trades': '/api/v1/congress',
  '/api/insider-alpha/filings': '/api/v1/insider-alpha/filings',
  '/api/outperformers/scan': '/api/v1/aoe',
  '/api/mre/signals': '/api/v1/mre',
  '/api/markets/warehouse': '/api/v1/prediction',
};

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;
const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  negative: (value) => typeof value === 'number' && value <= 0,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  instant: (value) => typeof value === 'string' && INSTANT.test(value),
  local: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/.test(value),
  decimal: (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  metrics: (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((metric) => typeof metric === 'number'),
};

/** Every deviation of a value from its shape: fields missing, fields too many, wrong types. */
export function deviations(value: unknown, shape: Shape[string], path: string): string[] {
  if (typeof shape === 'string') {
    const kind = shape.replace('?', '');
    if (value === null) return shape.endsWith('?') ? [] : [`${path} is null`];
    const check = KINDS[kind] ?? ((one: unknown) => kind.split('|').includes(String(one)));
    return check(value) ? [] : [`${path} is ${JSON.stringify(value)}, not ${kind}`];
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    if (value.length === 0) return [`${path} is empty, so nothing is shown by it`];
    return value.flatMap((one, index) => deviations(one, shape[0], `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [`${path} is no object`];
  const fields = shape as Shape;
  const extra = Object.keys(value)
    .filter((name) => !(name in fields))
    .map((name) => `${path}.${name} is not in the specification`);
  const wrong = Object.entries(fields).flatMap(([name, inner]) =>
    name in value
      ? deviations((value as Record<string, unknown>)[name], inner as Shape[string], `${path}.${name}`)
      : [`${path}.${name} is missing`],
  );
  return [...extra, ...wrong];
}
