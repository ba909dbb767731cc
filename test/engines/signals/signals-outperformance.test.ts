import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  outperformanceSignals,
  type ScoredCoin,
  stretchesOf,
} from '../../../src/engines/signals/signals-outperformance.ts';
import { type Signal, signals } from '../../../src/feeds/trade-feed/feed.ts';
import { NO_EXECUTION } from '../../../src/feeds/trade-feed/no-execution.ts';
import { coingeckoMarkets } from '../../../src/sources/coingecko/coingecko-markets.ts';
import type { Input } from '../../../src/sources/format.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { createMemoryInputs } from '../signal-inputs.ts';

const captures = (...scores: readonly (number | null)[]): ScoredCoin[] =>
  scores.map((score, index) => ({
    at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
    price: 10 + index,
    score,
    beatsBtc: true,
  }));

describe('stretches of outperformance', () => {
  it.each([
    ['opens at 80 and closes below 70', [79, 80, 75, 70, 69], '11-14'],
    ['opens again', [85, 60, 85], '10-11, 12-'],
    ['keeps on where the score is not known', [90, null, 90, 10], '10-13'],
    ['never opens in between', [75, 79.99], ''],
  ])('%s', (_, scores, expected) => {
    const shown = stretchesOf(captures(...scores)).map(
      ({ entry, exitPrice }) => `${entry.price}-${exitPrice ?? ''}`,
    );
    expect(shown.join(', ')).toBe(expected);
  });

  it('opens only above BTC and with a price', () => {
    expect(stretchesOf(captures(90, 95).map((one) => ({ ...one, beatsBtc: false })))).toEqual([]);
    expect(stretchesOf(captures(90).map((one) => ({ ...one, price: null })))).toEqual([]);
  });
});

const coin = (series: string, day: number, price: number, perf: number): Input => ({
  kind: 'coin',
  series,
  key: new Date(Date.UTC(2026, 0, day)).toISOString(),
  data: {
    symbol: series.slice(0, 3),
    name: series,
    price,
    rank: 1,
    perf_24h: perf,
    perf_7d: perf,
    perf_30d: perf,
  },
});

describe('signals of outperformers', () => {
  const bitcoin = [1, 2, 3].map((day) => coin('bitcoin', day, 100, 0));
  const token = [coin('token', 1, 10, 60), coin('token', 2, 15, 40), coin('token', 3, 12, -5)];

  it('open, follow the price of the coin and close', async () => {
    const store = createMemoryInputs();
    await store.feed([outperformanceSignals], ...bitcoin, ...token.slice(0, 2));
    expect(store.all<Signal>(signals)).toEqual([
      {
        id: expect.stringMatching(/^aoe-token-[0-9a-f]{16}$/),
        source: 'aoe',
        source_detail: 'token',
        symbol: 'TOK',
        direction: 'LONG',
        entry_price: 10,
        current_price: 15,
        status: 'OPEN',
        pnl_pct: 50,
        signal_strength: expect.any(Number),
        asset_type: 'crypto',
        timeframe: null,
        notes: expect.stringContaining('composite score'),
        timestamp: new Date('2026-01-01T00:00:00Z'),
        known_from: new Date('2026-01-01T00:00:00Z'),
        known_precision: 'EXACT',
        available_at: null,
        superseded_at: null,
        trade: null,
        execution: NO_EXECUTION,
      },
    ]);
    await store.feed([outperformanceSignals], ...token.slice(2));
    expect(store.all<Signal>(signals)).toMatchObject([{ status: 'CLOSED', current_price: 12, pnl_pct: 20 }]);
  });

  it('are the same in whatever order the scans come', async () => {
    const [forward, backward] = [createMemoryInputs(), createMemoryInputs()];
    const scans = [0, 1, 2].map((day) => [bitcoin[day], token[day]].filter((one) => one !== undefined));
    for (const scan of scans) await forward.feed([outperformanceSignals], ...scan);
    for (const scan of scans.toReversed()) await backward.feed([outperformanceSignals], ...scan);
    expect(backward.all<Signal>(signals)).toEqual(forward.all<Signal>(signals));
  });
});

describeWithSharedData('signals of the CoinGecko scans', 'aoe/coingecko', (folder) => {
  it('open and close over two weeks', async () => {
    const store = createMemoryInputs();
    const files = readdirSync(folder).filter((name) => name.startsWith('coins_markets_2026'));
    const inputs: Input[] = [];
    for await (const item of coingeckoMarkets.read(
      files.map((name) => join(folder, name)),
      {},
    )) {
      if (item.kind === 'input') inputs.push(item.input);
    }
    await store.feed([outperformanceSignals], ...inputs);
    const counts = Map.groupBy(store.all<Signal>(signals), ({ status }) => status);
    expect([counts.get('OPEN')?.length, counts.get('CLOSED')?.length]).toEqual([23, 20]); // counted by a program of another language
  });
});
