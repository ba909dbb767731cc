/** What is subscribed to, and what changes: the same for every server. */
export const DOCUMENT = `subscription {
  signals { kind cursor at node { id symbol direction status currentPrice pnlPct signalStrength timestamp } }
}`;

/** Stands once in every event with a row, and in nothing else. */
export const MARK = '"direction":"LONG"';

/** A record of the module `trade-feed`, in its n-th state. */
export const signal = (index: number, state: number) => ({
  id: `fanout-${index}`,
  source: 'manual',
  source_detail: null,
  symbol: 'NVDA',
  direction: 'LONG',
  entry_price: 100,
  current_price: 100 + (state % 100_000) / 100,
  status: 'OPEN',
  pnl_pct: 1,
  signal_strength: 5,
  asset_type: 'stock',
  timeframe: '1d',
  notes: null,
  timestamp: '2026-01-02T03:04:05.000Z',
});

/** Where clients connect to. */
export interface Address {
  readonly port: number;
  readonly key: string;
}

/** When the events were committed, by the clock of all processes, and what the server has used of the CPU before. */
export interface Published {
  readonly committedAtMs: number;
}
