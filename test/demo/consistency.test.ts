import { describe, expect, test } from 'vitest';
import { instrumentOf } from '../../src/demo/instruments.ts';
import { createPrices } from '../../src/demo/prices.ts';
import { marketBase } from '../../src/feed/pair-symbol.ts';
import { outperformers } from '../../src/feeds/aoe/feed.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { transactionTypeOf } from '../../src/feeds/insider/transaction-code.ts';
import { reversals } from '../../src/feeds/mre/feed.ts';
import { strategies } from '../../src/feeds/mte/feed.ts';
import { PLATFORMS, predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { scorecardPoints } from '../../src/feeds/scorecards/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { whaleActivity } from '../../src/feeds/whales/feed.ts';
import { DAY, NOW, SEED, startMemoryDemo } from './support.ts';

const demo = await startMemoryDemo(NOW);
const filings = demo.of(insiderFilings);

test('the feeds have about the sizes a demo wants', () => {
  const sizes = [
    [signals, 4_300],
    [strategies, 24],
    [whaleActivity, 680],
    [congress, 400],
    [insiderFilings, 1_420],
    [outperformers, 45],
    [predictionMarkets, 240],
    [scorecardPoints, 490],
  ] as const;
  for (const [feed, size] of sizes) {
    const actual = demo.of(feed).length;
    expect(Math.abs(actual / size - 1), `${feed.module}: ${actual}`).toBeLessThan(0.1);
  }
  expect(demo.of(reversals).length).toBeGreaterThan(2);
});

test('the profit of a signal follows from its prices', () => {
  const priced = demo.of(signals).filter(({ source }) => source !== 'insider');
  expect(new Set(priced.map(({ source }) => source))).toEqual(new Set(['mte', 'aoe']));
  for (const signal of priced) {
    const move = ((signal.current_price ?? 0) / (signal.entry_price ?? 0) - 1) * 100;
    expect(signal.pnl_pct).toBeCloseTo(signal.direction === 'LONG' ? move : -move, 6);
    expect(signal.available_at).toBeNull();
  }
  for (const signal of demo.of(signals).filter(({ source }) => source === 'insider')) {
    expect(signal.available_at).toEqual(signal.timestamp);
  }
});

test('no two signals are twins: of one instrument and side, at one price, raised on one day', () => {
  const looks = demo
    .of(signals)
    .map(({ source, symbol, direction, entry_price, current_price, notes, timestamp }) => [
      ...[symbol, direction, entry_price, current_price, timestamp.toISOString().slice(0, 10)],
      // Two insiders of a company may have paid the same.
      source === 'insider' ? notes : null,
    ])
    .map((look) => look.join(' '));
  expect(looks.filter((look, index) => looks.indexOf(look) !== index)).toEqual([]);
});

test('signals name what raised them: a strategy for its own symbol, a filing of the same ticker', () => {
  const bySlug = new Map(demo.of(strategies).map((strategy) => [strategy.slug, strategy]));
  const byId = new Map(filings.map((filing) => [filing.id, filing]));
  for (const { source, source_detail, symbol } of demo.of(signals)) {
    if (source === 'mte') expect(bySlug.get(source_detail ?? '')?.symbol).toBe(symbol);
    if (source === 'insider') expect(byId.get(source_detail ?? '')?.ticker).toBe(symbol);
  }
});

test('what is invented says that it is simulated', () => {
  for (const { notes, source } of demo.of(signals)) if (source === 'mte') expect(notes).toMatch(/simulated/i);
  for (const { name } of demo.of(strategies)) expect(name).toMatch(/^Demo/);
  for (const { company_name } of filings) expect(company_name).toContain('(simulated)');
  for (const { asset_name } of demo.of(congress)) expect(asset_name).toContain('(simulated)');
  for (const { whale_name } of demo.of(whaleActivity))
    expect(whale_name ?? '(simulated)').toContain('(simulated)');
  for (const { event_title } of demo.of(predictionMarkets)) expect(event_title).toContain('(simulated)');
});

test('filings: code, label, direction and value agree', () => {
  for (const filing of filings) {
    expect(filing.transaction_type).toBe(transactionTypeOf(filing.transaction_code));
    const direction = { P: 'buy', S: 'sell' }[filing.transaction_code ?? ''] ?? 'other';
    expect(filing.transaction_direction).toBe(direction);
    const price = (filing.value ?? 0) / (filing.shares ?? 0);
    expect(price).toBeCloseTo(Math.round(price * 100) / 100, 6);
    expect(filing.trade_date?.getTime()).toBeLessThanOrEqual(filing.filing_date.getTime());
  }
  expect(new Set(filings.map((filing) => filing.transaction_code))).toEqual(new Set('PSAMFG'));
});

test('a name is one person: insiders keep to one company, politicians to one party', () => {
  const employers = Map.groupBy(filings, (filing) => filing.insider_name);
  for (const [name, of] of employers) expect(new Set(of.map(({ ticker }) => ticker)).size, `${name}`).toBe(1);
  const members = Map.groupBy(demo.of(congress), (trade) => trade.politician_name);
  expect(members.size).toBeGreaterThan(40);
  for (const [name, trades] of members) {
    expect(new Set(trades.map(({ party, chamber, state }) => `${party}${chamber}${state}`)).size, name).toBe(
      1,
    );
    expect(trades[0]?.party, name).toMatch(/^[DRI]$/);
    expect(trades[0]?.state, name).toMatch(/^[A-Z]{2}$/);
    const [given, surname] = name.split(' ');
    expect(employers.has(`${surname} ${given}`)).toBe(false);
  }
});

test('most disclosures lie within 45 days of the trade, some are late', () => {
  const trades = demo.of(congress);
  // The Clerk's index dates the reports of the House, each chamber's own file those of the Senate.
  expect(trades.filter(({ filing_date }) => filing_date === null)).toEqual([]);
  expect(new Set(trades.map(({ amount_low }) => amount_low)).size).toBeGreaterThan(4);
  const late = trades.filter(({ days_to_disclosure }) => (days_to_disclosure ?? 0) > 47);
  expect(late.length).toBeGreaterThan(0);
  expect(late.length).toBeLessThan(trades.length / 5);
  for (const trade of trades) {
    expect(trade.filing_date).toMatch(/T00:00:00$/);
    const days =
      (Date.parse(`${trade.filing_date}Z`) - Date.parse(`${trade.transaction_date}Z`)) / 86_400_000;
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThanOrEqual(125);
    expect(trade.is_tradable).toBe(trade.ticker !== null);
    expect(trade.sector !== null).toBe(trade.ticker !== null);
    if (trade.sector !== null) expect(trade.sector).toMatch(/^[a-z]+(-[a-z]+)*$/);
  }
});

test('whale events: kind, sizes and change agree', () => {
  const activity = demo.of(whaleActivity);
  for (const { event_type, size, prev_size, change_pct, value, position_value } of activity) {
    const [now, before] = [size ?? -1, prev_size ?? -1];
    if (event_type === 'exit') expect([now, position_value]).toEqual([0, 0]);
    expect(value, event_type).toBeGreaterThan(0);
    if (event_type === 'entry') expect(before).toBe(0);
    if (event_type === 'size_increase' || event_type === 'token_buy') expect(now).toBeGreaterThan(before);
    if (event_type === 'size_decrease') expect(now).toBeLessThan(before);
    if (before === 0) expect(change_pct).toBeNull();
    else expect(change_pct).toBeCloseTo((now / before - 1) * 100, 1);
    expect(now + before).toBeGreaterThan(0);
  }
  expect(new Set(activity.map(({ source }) => source))).toEqual(new Set(['hyperliquid', 'polymarket']));
  expect(new Set(activity.map(({ event_type }) => event_type))).toEqual(
    new Set(['entry', 'exit', 'size_increase', 'size_decrease', 'token_buy']),
  );
});

describe('current state', () => {
  test('prices of one instrument agree between feeds', () => {
    const prices = new Map(demo.of(outperformers).map((item) => [item.symbol, item.current_price]));
    const open = demo.of(signals).filter(({ status, source }) => status === 'OPEN' && source !== 'insider');
    expect(open.length).toBeGreaterThan(5);
    for (const { symbol, current_price } of open) {
      // The newest of the last bar and the last scan.
      const share = (current_price ?? 0) / (prices.get(marketBase(symbol) ?? '') ?? 0);
      expect(Math.abs(share - 1), symbol).toBeLessThan(0.005);
    }
  });

  test('the change of a coin is that of its price since 24 hours, 7 and 30 days ago', () => {
    const prices = createPrices(SEED);
    for (const { symbol, current_price, perf_24h, perf_7d, perf_30d, observed_at } of demo.of(
      outperformers,
    )) {
      const days = { 1: perf_24h, 7: perf_7d, 30: perf_30d };
      for (const [count, perf] of Object.entries(days)) {
        const before = prices.at(instrumentOf(symbol), (observed_at?.getTime() ?? 0) - Number(count) * DAY);
        expect(perf, symbol).toBeCloseTo(100 * ((current_price ?? 0) / before - 1), 2);
      }
    }
  });

  test('outperformers are measured against bitcoin', () => {
    const items = demo.of(outperformers);
    const btc = items.find(({ symbol }) => symbol === 'BTC');
    for (const item of items) {
      const ahead = (item.perf_24h ?? 0) - (btc?.perf_24h ?? 0);
      expect(item.outperf_vs_btc_24h).toBeCloseTo(ahead, 3);
      expect(item.beats_btc_24h).toBe((item.outperf_vs_btc_24h ?? 0) > 0);
      expect(item.market_phase).toMatch(/^PHASE_[A-D]$/);
      expect(Math.abs(item.perf_24h ?? 0), item.symbol).toBeLessThan(40);
    }
    expect(items.map((item) => item.market_cap_rank).sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      items.map((_, index) => index + 1),
    );
  });

  test('reversals favour the side against the move, and were detected at closed bars', () => {
    for (const { signal, score, expected_pct, past_count, detected_at } of demo.of(reversals)) {
      expect(signal.direction).toBe(signal.what === 'oversold' ? 'LONG' : 'SHORT');
      expect(Math.abs((score ?? 0) - 50)).toBeLessThan(10);
      if ((past_count ?? 0) < 20) expect(expected_pct).toBeNull();
      expect(detected_at?.getTime()).toBeLessThanOrEqual(NOW.getTime());
    }
  });

  test('reversals have scores of their own, from earlier ones of the same bars', () => {
    const found = demo.of(reversals);
    expect(found.filter(({ past_count }) => (past_count ?? 0) > 0).length).toBeGreaterThan(
      found.length * 0.8,
    );
    expect(found.filter(({ score }) => score === 50).length).toBeLessThan(found.length * 0.4);
    expect(new Set(found.map(({ score }) => score)).size).toBeGreaterThan(3);
  });

  test('prediction markets: all platforms, probabilities that sum to one, some closed', () => {
    const markets = demo.of(predictionMarkets);
    expect(new Set(markets.map(({ platform }) => platform))).toEqual(new Set(PLATFORMS));
    expect(new Set(markets.map(({ active }) => active))).toEqual(new Set([true, false]));
    expect(Math.max(...markets.map(({ outcome_prices }) => outcome_prices.length))).toBe(4);
    expect(new Set(markets.map(({ category_norm }) => category_norm)).size).toBeGreaterThan(5);
    for (const market of markets) {
      expect(market.yes_price).toBe(market.outcome_prices[0]);
      expect(market.outcome_prices.reduce((sum, price) => sum + price, 0)).toBeCloseTo(1, 3);
      expect(market.outcome_prices.every((price) => price >= 0 && price <= 1)).toBe(true);
      expect(market.active, market.market_id).toBe((market.end_date?.getTime() ?? 0) > NOW.getTime());
      expect(market.volume_24h ?? 0).toBeLessThanOrEqual(market.volume ?? 0);
    }
  });

  test('strategies have names of their own, and none of one pace trades the coin of another', () => {
    const listed = demo.of(strategies);
    expect(new Set(listed.map(({ name }) => name)).size).toBe(listed.length);
    const paces = listed.map(({ timeframe, symbol }) => `${timeframe === '15m'} ${symbol}`);
    expect(new Set(paces).size).toBe(paces.length);
  });

  test('alerts of a strategy come at the pace of its backtest, and fills make its profits', () => {
    const mine = Map.groupBy(
      demo.of(signals).filter(({ source }) => source === 'mte'),
      ({ source_detail }) => source_detail,
    );
    let alerting = 0;
    for (const [slug, trades] of mine) {
      const [tested, alerts] = [true, false].map((isTested) =>
        trades.filter(({ notes }) => (notes ?? '').startsWith('entry:') === isTested),
      );
      const apart = (some: typeof trades) => {
        const times = some.map(({ timestamp }) => timestamp.getTime()).sort((a, b) => a - b);
        return ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (times.length - 1);
      };
      if (tested && alerts && alerts.length > 6) {
        alerting += 1;
        expect(apart(alerts) / apart(tested), String(slug)).toBeCloseTo(1, 0.5);
      }
      for (const { execution } of tested ?? []) {
        const fills = execution.fills ?? [];
        expect(fills.map(({ is_entry }) => is_entry)).toEqual([true, false]);
        const gained = fills.map(({ side, value }) => (side === 'SELL' ? 1 : -1) * (value ?? 0));
        const fees = fills.map(({ value }) => ((value ?? 0) * (execution.fee_open_pct ?? 0)) / 100);
        const sum = (some: readonly number[]) => some.reduce((total, one) => total + one, 0);
        expect(execution.profit).toBeCloseTo(sum(gained) - sum(fees), 4);
      }
    }
    expect(alerting).toBeGreaterThan(15);
  });

  test('figures of a strategy are those of its trades', () => {
    const trades = Map.groupBy(demo.of(signals), ({ source_detail }) => source_detail);
    const grades = new Set<string | null>();
    for (const { slug, performance, grade } of demo.of(strategies)) {
      const closed = (trades.get(slug) ?? []).filter(({ notes }) => notes?.startsWith('entry:'));
      expect(performance.total_trades).toBe(closed.length);
      expect(performance.max_drawdown_pct).toBeLessThan(0);
      expect(Math.sign(performance.total_pnl_pct ?? 0)).toBe(Math.sign(performance.sharpe ?? 0));
      // Days of loss spread no wider than all days, where the mean is a gain.
      if ((performance.sharpe ?? 0) > 0)
        expect(performance.sortino ?? 0).toBeGreaterThanOrEqual(performance.sharpe ?? 0);
      grades.add(grade);
    }
    expect(grades.size).toBeGreaterThan(2);
  });
});
