/** A signal as ingestion takes it. */
export const signal = (id: string, more: object = {}) => ({
  id,
  source: 'manual',
  source_detail: null,
  symbol: 'NVDA',
  direction: 'LONG',
  entry_price: 100,
  current_price: 100,
  status: 'OPEN',
  pnl_pct: 0,
  signal_strength: 5,
  asset_type: 'stock',
  timeframe: '1d',
  notes: null,
  timestamp: new Date().toISOString(),
  ...more,
});

export const signals = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => signal(`${prefix}${n}`, { symbol: `${prefix}${n}` }));
