import { describe, expect, test } from 'vitest';
import { assetOf } from '../../src/feed/asset.ts';
import { outperformers } from '../../src/feeds/aoe/feed.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { directionOf, transactionTypeOf } from '../../src/feeds/insider/transaction-code.ts';
import { reversals } from '../../src/feeds/mre/feed.ts';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { PLATFORMS, predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { whaleActivity } from '../../src/feeds/whales/feed.ts';
import { marketAt, NOW, recordsOf } from './support.ts';

const initial = marketAt(NOW).initial();
const filings = recordsOf(initial, insiderFilings);

test('the feeds have about the sizes a demo wants', () => {
  const sizes = Object.fromEntries(initial.map(({ feed, records }) => [feed.module, records.length]));
  const wanted = { 'trade-feed': 300, mte: 40, whales: 600, congress: 400, insider: 1_500, aoe: 60, mre: 80 };
  for (const [module, size] of Object.entries({ ...wanted, prediction: 240, scorecards: 1_440 })) {
    expect(Math.abs((sizes[module] ?? 0) / size - 1), `${module}: ${sizes[module]}`).toBeLessThan(0.1);
  }
});

test('the profit of a signal follows from its prices', () => {
  for (const signal of recordsOf(initial, signals)) {
    const move = ((signal.current_price ?? 0) / (signal.entry_price ?? 0) - 1) * 100;
    expect(signal.pnl_pct).toBeCloseTo(signal.direction === 'LONG' ? move : -move, 1);
    expect(signal.available_at).toEqual(signal.source === 'insider' ? signal.timestamp : null);
    expect(signal.notes).toMatch(/^Simulated/);
  }
});

test('signals name what raised them: a strategy for its own symbol, a filing of the same ticker', () => {
  const bySlug = new Map(recordsOf(initial, strategies).map((strategy) => [strategy.slug, strategy]));
  const byId = new Map(filings.map((filing) => [filing.id, filing]));
  for (const { source, source_detail, symbol } of recordsOf(initial, signals)) {
    if (source === 'mte') expect(bySlug.get(source_detail ?? '')?.symbol).toBe(symbol);
    if (source === 'insider') expect(byId.get(source_detail ?? '')?.ticker).toBe(symbol);
  }
});

test('filings: code, label, direction and value agree', () => {
  for (const filing of filings) {
    expect(filing.transaction_type).toBe(transactionTypeOf(filing.transaction_code));
    expect(filing.transaction_direction).toBe(directionOf(filing.transaction_code));
    const price = (filing.value ?? 0) / (filing.shares ?? 0);
    expect(price).toBeCloseTo(Math.round(price * 100) / 100, 6);
    expect(filing.trade_date?.getTime()).toBeLessThanOrEqual(filing.filing_date.getTime());
  }
  expect(new Set(filings.map((filing) => filing.transaction_code))).toEqual(new Set('PSAMF'));
});

test('a name is one person: insiders keep to one company, politicians to one party', () => {
  const employers = Map.groupBy(filings, (filing) => filing.insider_name);
  for (const [name, of] of employers) expect(new Set(of.map(({ ticker }) => ticker)).size, `${name}`).toBe(1);
  const members = Map.groupBy(recordsOf(initial, congress), (trade) => trade.politician_name);
  for (const [name, trades] of members) {
    expect(new Set(trades.map(({ party, chamber, state }) => party + chamber + state)).size, name).toBe(1);
    const [given, surname] = name.split(' ');
    expect(employers.has(`${surname} ${given}`)).toBe(false);
  }
});

test('disclosures lie within 45 days of the trade', () => {
  for (const trade of recordsOf(initial, congress)) {
    expect(trade.filing_date).toMatch(/T00:00:00$/);
    const days =
      (Date.parse(`${trade.filing_date}Z`) - Date.parse(`${trade.transaction_date}Z`)) / 86_400_000;
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThanOrEqual(47);
    expect(trade.is_tradable).toBe(trade.ticker !== null);
    if (trade.sector !== null) expect(trade.sector).toMatch(/^[a-z]+(-[a-z]+)*$/);
  }
});

test('whale events: kind, sizes and change agree', () => {
  const activity = recordsOf(initial, whaleActivity);
  for (const { event_type, size, prev_size, change_pct, value } of activity) {
    const [now, before] = [size ?? -1, prev_size ?? -1];
    if (event_type === 'exit') expect([now, value]).toEqual([0, 0]);
    if (event_type === 'entry') expect(before).toBe(0);
    if (event_type === 'size_increase' || event_type === 'token_buy') expect(now).toBeGreaterThan(before);
    if (event_type === 'size_decrease') expect(now).toBeLessThan(before);
    if (before === 0) expect(change_pct).toBeNull();
    else expect(change_pct).toBeCloseTo((now / before - 1) * 100, 1);
    expect(now + before).toBeGreaterThan(0);
  }
  expect(new Set(activity.map(({ event_type }) => event_type))).toEqual(
    new Set(['entry', 'exit', 'size_increase', 'size_decrease', 'token_buy']),
  );
});

describe('current state', () => {
  test('prices of one instrument agree between feeds', () => {
    const prices = new Map(
      recordsOf(initial, outperformers).map((item) => [item.symbol, item.current_price]),
    );
    const open = recordsOf(initial, signals).filter(({ status }) => status === 'OPEN');
    const compared = open.filter(({ symbol }) => prices.has(assetOf(symbol) ?? ''));
    expect(compared.length).toBeGreaterThan(5);
    for (const signal of compared)
      expect(signal.current_price).toBe(prices.get(assetOf(signal.symbol) ?? ''));
  });

  test('outperformers are measured against bitcoin', () => {
    const items = recordsOf(initial, outperformers);
    const btc = items.find(({ symbol }) => symbol === 'BTC');
    for (const item of items) {
      const ahead = (item.perf_24h ?? 0) - (btc?.perf_24h ?? 0);
      expect(item.outperf_vs_btc_24h).toBeCloseTo(ahead, 6);
      expect(item.beats_btc_24h).toBe((item.outperf_vs_btc_24h ?? 0) > 0);
      expect(item.market_phase).toMatch(/^PHASE_[A-D]$/);
      expect(Math.abs(item.perf_24h ?? 0), item.symbol).toBeLessThan(40);
    }
  });

  test('reversals favour the side against the move, and one instrument has one a interval', () => {
    for (const { signal, score, expected_pct, detected_at } of recordsOf(initial, reversals)) {
      expect(signal.direction).toBe(signal.what === 'oversold' ? 'LONG' : 'SHORT');
      expect(score).toBeLessThanOrEqual(100);
      expect(expected_pct).toBeGreaterThan(0);
      expect(detected_at?.getTime()).toBeLessThanOrEqual(NOW.getTime());
    }
  });

  test('prediction markets: all platforms, probabilities that sum to one, some closed', () => {
    const markets = recordsOf(initial, predictionMarkets);
    expect(new Set(markets.map(({ platform }) => platform))).toEqual(new Set(PLATFORMS));
    expect(new Set(markets.map(({ active }) => active))).toEqual(new Set([true, false]));
    for (const market of markets) {
      expect(market.yes_price).toBe(market.outcome_prices[0]);
      expect(market.outcome_prices.reduce((sum, price) => sum + price, 0)).toBeCloseTo(1, 3);
      expect(market.outcome_prices.every((price) => price >= 0 && price <= 1)).toBe(true);
      expect(market.active).toBe((market.end_date?.getTime() ?? 0) > NOW.getTime());
      expect(market.volume_24h ?? 0).toBeLessThanOrEqual(market.volume ?? 0);
    }
  });

  test('figures of a strategy do not contradict each other', () => {
    for (const { performance } of recordsOf(initial, strategies)) {
      expect(performance.max_drawdown_pct).toBeLessThan(0);
      expect(Math.sign(performance.total_pnl_pct ?? 0)).toBe(Math.sign(performance.sharpe ?? 0));
      expect(Math.abs(performance.sortino ?? 0)).toBeGreaterThanOrEqual(Math.abs(performance.sharpe ?? 0));
    }
  });
});
