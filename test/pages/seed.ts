import { expect } from 'vitest';
import type { TestApp } from '../support/app.ts';

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** Milliseconds ago, as records say it. */
export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();
const dayAgo = (days: number): string => `${ago(days * DAY_MS).slice(0, 10)}T00:00:00`;

const SYMBOLS = ['NVDA', 'AAPL', 'MSFT', 'BTC/USDT', 'ETH/USDT'] as const;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, n) => n);
const symbolOf = (n: number): string => SYMBOLS[n % SYMBOLS.length] ?? 'NVDA';

export const signal = (id: string, more: object = {}) => ({
  id,
  source: 'mte',
  source_detail: 'breakout',
  symbol: 'NVDA',
  direction: 'LONG',
  entry_price: 100,
  current_price: 101,
  status: 'OPEN',
  pnl_pct: 1,
  signal_strength: 70,
  asset_type: 'stock',
  timeframe: '1h',
  notes: null,
  timestamp: ago(0),
  ...more,
});

export const trade = (id: string, more: object = {}) => ({
  id,
  politician_name: `Member ${id}`,
  party: 'D',
  chamber: 'house',
  state: 'CA',
  asset_name: 'A company',
  ticker: 'NVDA',
  asset_type: 'Stock',
  sector: 'technology',
  transaction_type: 'Purchase',
  owner: 'Self',
  transaction_date: dayAgo(20),
  filing_date: dayAgo(1),
  is_tradable: true,
  ...more,
});

export const reversal = (id: string, more: object = {}) => ({
  _id: id,
  ticker: `BINANCE:${id.toUpperCase()}USDT`,
  ticker_display: `${id.toUpperCase()}/USDT`,
  price: '1.5',
  interval: '15m',
  asset_class: 'crypto',
  signal: { what: 'oversold', direction: 'LONG', type: 'SCALP', condition: 'RSI(14) at 20' },
  expected_pct: 0.5,
  score: 60,
  ...more,
});

export const whale = (id: string, more: object = {}) => ({
  _id: id,
  address: '0x5e9ee1089755c3435139848e47e6635505d5a13a',
  whale_name: null,
  source: 'hyperliquid',
  event_type: 'size_increase',
  title: 'ETH-PERP',
  outcome: 'LONG',
  size: 20,
  prev_size: 10,
  change_pct: 100,
  value: 1_234_567,
  created_at: ago(MINUTE_MS),
  ...more,
});

export const outperformer = (id: string, more: object = {}) => ({
  id,
  symbol: 'BTC',
  name: 'A coin',
  asset_type: 'crypto',
  current_price: 100,
  market_cap_rank: 1,
  perf_24h: 5,
  perf_7d: 10,
  perf_30d: 20,
  outperf_vs_btc_24h: 3,
  beats_btc_24h: true,
  composite_score: 90,
  market_phase: 'PHASE_B',
  avg_outperformance: 4,
  ...more,
});

export const insider = (id: string, more: object = {}) => ({
  id,
  ticker: 'NVDA',
  company_name: 'NVDA Inc',
  insider_name: 'An insider',
  insider_title: 'Chief Executive Officer',
  is_director: true,
  is_ten_percent: false,
  transaction_code: 'S',
  transaction_type: 'Open market sale',
  transaction_direction: 'sell',
  shares: 1000,
  value: 250_000,
  filing_date: ago(DAY_MS),
  trade_date: ago(3 * DAY_MS),
  ...more,
});

const stock = (n: number): string => ['NVDA', 'AAPL', 'MSFT'][n % 3] ?? 'NVDA';

const RECORDS: Readonly<Record<string, () => readonly object[]>> = {
  'trade-feed': () =>
    numbers(20).map((n) =>
      signal(`s${n}`, {
        symbol: symbolOf(n),
        direction: n % 3 === 0 ? 'SHORT' : 'LONG',
        timestamp: ago((n + 1) * 10 * MINUTE_MS),
      }),
    ),
  whales: () =>
    numbers(12).map((n) =>
      whale(`w${n}`, { whale_name: n % 2 === 0 ? `Whale ${n}` : null, change_pct: 100 + n * 300 }),
    ),
  // Fifteen of them are purchases of Republicans.
  congress: () =>
    numbers(30).map((n) =>
      trade(`c${n}`, {
        party: n % 2 === 0 ? 'D' : 'R',
        ticker: stock(n),
        transaction_type: n % 4 === 0 ? 'Sale' : 'Purchase',
        filing_date: dayAgo(1 + (n % 5)),
      }),
    ),
  insider: () =>
    numbers(30).map((n) =>
      insider(`f${n}`, {
        ticker: stock(n),
        company_name: `${stock(n)} Inc`,
        insider_name: `Insider ${n}`,
        transaction_code: n % 2 === 0 ? 'P' : 'S',
        transaction_type: n % 2 === 0 ? 'Open market purchase' : 'Open market sale',
        transaction_direction: n % 2 === 0 ? 'buy' : 'sell',
        shares: 1000 + n,
        value: 250_000 + n,
        filing_date: ago(DAY_MS + (n + 1) * 3_600_000),
      }),
    ),
  mre: () =>
    numbers(8).map((n) =>
      reversal(`r${n}`, {
        ticker: n === 0 ? 'BINANCE:BTCUSDT' : `BINANCE:COIN${n}USDT`,
        ticker_display: n === 0 ? 'BTC/USDT' : `COIN${n}/USDT`,
        score: 60 + n,
      }),
    ),
  aoe: () =>
    numbers(15).map((n) =>
      outperformer(`o${n}`, {
        symbol: n === 0 ? 'BTC' : `COIN${n}`,
        name: `Coin ${n}`,
        current_price: 100 / (n + 1),
        market_cap_rank: n + 1,
        perf_24h: 5 - n,
        perf_7d: 10 - n,
        perf_30d: 20 - 3 * n,
        outperf_vs_btc_24h: 3 - n,
        beats_btc_24h: n < 3,
        composite_score: 90 - n,
      }),
    ),
  prediction: () =>
    numbers(10).map((n) => ({
      market_id: `m${n}`,
      platform: 'polymarket',
      event_title: 'An event',
      question: `Will event ${n} happen?`,
      yes_price: n / 10,
      outcome_prices: [n / 10, 1 - n / 10],
      volume: 10_000,
      volume_24h: 1_000 - n,
      volume_unit: 'USD',
      category_norm: 'other',
      active: true,
      end_date: new Date(Date.now() + 40 * DAY_MS).toISOString(),
    })),
  ...Object.fromEntries(
    ['ams', 'mrs', 'gls'].map((card) => [
      card,
      () =>
        numbers(120).map((n) => ({
          id: `${card}-${n}`,
          scorecard: card,
          timeframe: '1D',
          timestamp: `${dayAgo(n)}.000Z`,
          data: { [card]: 50 + 10 * Math.sin(n / 9), ...(card === 'ams' ? { btc_dominance: 55 } : {}) },
        })),
    ]),
  ),
};

/** A small market with rows in every panel of the pages. */
export async function seedPages(app: TestApp): Promise<void> {
  for (const [module, records] of Object.entries(RECORDS)) {
    const answer = await app.ingest(module, records());
    expect(answer.status, `${module}: ${await answer.text()}`).toBe(200);
  }
}
