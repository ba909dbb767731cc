import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

const NOW = Date.parse('2026-11-24T15:00:00Z'); // a Tuesday, while New York trades
const HOUR_MS = 3_600_000;
let app: TestApp;
beforeAll(async () => {
  app = await startApp({}, { clock: { now: () => new Date(NOW) } });
}, 600_000);
afterAll(() => app.stop(), 600_000);

/** The data version of prices, which what changes nothing does not move. */
const HEAD = sql<{ seq: bigint }>`SELECT seq FROM feed_head WHERE feed = 'prices'`;

type Data = Readonly<Record<string, unknown>>;
const put = (kind: string, series: string, bars: readonly (readonly [string, number, Data?])[]) =>
  app.services.inputs.put(
    bars.map(([key, c, more]) => ({ kind, series, key, data: { o: c, h: c, l: c, c, v: 100, ...more } })),
  );
const stock = (series: string, ...bars: Parameters<typeof put>[2]) => put('stock_bar', series, bars);
const crypto = (series: string, ...bars: Parameters<typeof put>[2]) => put('bar', series, bars);
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR_MS).toISOString();

const FIELDS = `last at changePct24h currency adjusted source { provider market interval adjustedAsOf }`;
const price = async (symbol: string, key?: string) =>
  (await app.graphql(`{ asset(symbol: "${symbol}") { price { ${FIELDS} } } }`, {}, key)).data
    ?.asset as unknown as {
    price: Data | null;
  } | null;

interface Bars {
  readonly totalCount: number;
  readonly source: Data | null;
  readonly window: Data;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly { readonly day: string | null; readonly close: number; readonly volume: number }[];
}

async function bars(symbol: string, args: string, key?: string): Promise<Bars> {
  const { data, errors } = await app.graphql(
    `{ asset(symbol: "${symbol}") { bars(${args}) { totalCount source { provider adjusted adjustedAsOf } window { from clamped }
      pageInfo { hasNextPage endCursor } nodes { day openAt close volume } } } }`,
    {},
    key,
  );
  expect(errors).toBeUndefined();
  return (data as unknown as { asset: { bars: Bars } }).asset.bars;
}

const closes = ({ nodes }: Bars) => nodes.map(({ close }) => close);

describe('the price of a stock', () => {
  it('is the close of the newest session that is over, compared with the one before, splits taken out', async () => {
    await stock(
      'KO|tiingo|raw+events',
      ['2026-11-20', 100],
      ['2026-11-23', 26, { s: 4 }],
      ['2026-11-24', 99],
    );
    expect(await price('KO')).toEqual({
      price: {
        last: 26,
        at: '2026-11-23T21:00:00.000Z',
        changePct24h: 4,
        currency: 'USD',
        adjusted: 'RAW',
        source: { provider: 'tiingo', market: 'KO', interval: '1d', adjustedAsOf: null },
      },
    });
  });

  it('has no change where splits are not told, or the day before is too far away', async () => {
    await stock('PEP|alpaca|raw', ['2026-11-20', 100], ['2026-11-23', 26]);
    await stock('WMT|tiingo|raw+events', ['2026-11-02', 100], ['2026-11-23', 26]);
    expect(await price('PEP')).toMatchObject({ price: { last: 26, changePct24h: null } });
    expect(await price('WMT')).toMatchObject({ price: { last: 26, changePct24h: null } });
  });

  it('is told by the series that has the newest bar', async () => {
    await stock('IBM|tiingo|raw+events', ['2026-11-20', 100]);
    await stock('IBM|stooq|total@2026-11-24', ['2026-11-20', 98], ['2026-11-23', 99]);
    expect(await price('IBM')).toMatchObject({
      price: {
        last: 99,
        adjusted: 'SPLITS_AND_DIVIDENDS',
        source: { provider: 'stooq', adjustedAsOf: '2026-11-24' },
      },
    });
    await stock('IBM|tiingo|raw+events', ['2026-11-23', 101]);
    expect(await price('IBM')).toMatchObject({
      price: { last: 101, adjusted: 'RAW', source: { provider: 'tiingo' } },
    });
  });
});

describe('the price of a coin', () => {
  it('is that of a pair in dollars, of the spot market before the future, against the bar a day earlier', async () => {
    await crypto('BINANCE:BTCEUR|1h', [hoursAgo(1), 1]);
    await crypto('BINANCE:BTCUSDT.P|1h', [hoursAgo(1), 2]);
    await crypto(
      'BINANCE:BTCUSDT|1h',
      [hoursAgo(25), 100],
      [hoursAgo(24), 120],
      [hoursAgo(1), 110],
      [hoursAgo(0), 999],
    );
    expect(await price('BTC')).toEqual({
      price: {
        last: 110,
        at: hoursAgo(0),
        changePct24h: 10,
        currency: 'USDT',
        adjusted: null,
        source: { provider: 'BINANCE', market: 'BTC/USDT', interval: '1h', adjustedAsOf: null },
      },
    });
  });

  it('has no change where the bar of a day earlier is missing', async () => {
    await crypto('BINANCE:GAPUSDT|1h', [hoursAgo(30), 100], [hoursAgo(24), 101], [hoursAgo(1), 110]);
    expect(await price('GAP/USDT')).toMatchObject({ price: { last: 110, changePct24h: null } });
  });

  it('is that of the newest scan where no bar is newer', async () => {
    const scanned = {
      id: 'sol',
      symbol: 'SOL',
      name: 'Solana',
      asset_type: 'crypto',
      current_price: 150,
      perf_24h: -3,
    };
    const answer = await app.ingest('aoe', [{ ...scanned, observed_at: hoursAgo(0.5) }]);
    expect(await answer.text()).toContain('"accepted":1');
    const told = {
      last: 150,
      changePct24h: -3,
      currency: 'USD',
      source: { provider: 'scan', market: 'Solana', interval: null },
    };
    expect(await price('SOL')).toMatchObject({ price: told });
    await crypto('BINANCE:SOLUSDT|1h', [hoursAgo(2), 140]);
    expect(await price('SOL')).toMatchObject({ price: told });
    await crypto('BINANCE:SOLUSDT|1h', [hoursAgo(1), 145]);
    expect(await price('SOL')).toMatchObject({ price: { last: 145, source: { provider: 'BINANCE' } } });
  });
});

describe('bars', () => {
  const DAYS = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-23'];
  beforeAll(async () => {
    const events: Readonly<Record<string, Data>> = { '2026-11-18': { d: 10 }, '2026-11-20': { s: 2 } };
    const c = [100, 100, 90, 90, 45, 45];
    await stock(
      'AAA|tiingo|raw+events',
      ...DAYS.map((day, i) => [day, c[i] ?? 0, events[day] ?? {}] as const),
    );
  });

  it('are the newest first, as they were traded or adjusted up to the newest', async () => {
    expect(closes(await bars('AAA', 'adjusted: RAW'))).toEqual([45, 45, 90, 90, 100, 100]);
    const splits = await bars('AAA', 'first: 3');
    expect(splits).toMatchObject({
      totalCount: 6,
      source: { adjusted: 'SPLITS', adjustedAsOf: '2026-11-23' },
    });
    expect(splits.nodes).toMatchObject([
      { close: 45, volume: 100 },
      { close: 45, volume: 100 },
      { close: 45, volume: 200 },
    ]);
    // Who held a share of 100 and bought more for 10 at 90 has lost nothing.
    expect(closes(await bars('AAA', 'adjusted: SPLITS_AND_DIVIDENDS'))).toEqual([45, 45, 45, 45, 45, 45]);
  });

  it('are adjusted for what came behind the range, too', async () => {
    const range = await bars(
      'AAA',
      'adjusted: SPLITS_AND_DIVIDENDS, from: "2026-11-17T00:00:00Z", to: "2026-11-18T00:00:00Z"',
    );
    expect(range).toMatchObject({
      totalCount: 1,
      source: { adjustedAsOf: '2026-11-23' },
      nodes: [{ day: '2026-11-17', close: 45 }],
    });
  });

  it('are paged in the series they began in, though another one becomes newer', async () => {
    await stock('BBB|tiingo|raw+events', ...DAYS.map((day, i) => [day, i + 1] as const));
    const first = await bars('BBB', 'first: 2');
    expect(closes(first)).toEqual([6, 5]);
    await stock('BBB|alphavantage|raw+events', ...DAYS.map((day, i) => [day, (i + 1) * 100] as const));
    expect(closes(await bars('BBB', 'first: 2'))).toEqual([600, 500]);
    const next = await bars('BBB', `first: 3, after: "${first.pageInfo.endCursor}"`);
    expect(closes(next)).toEqual([4, 3, 2]);
    expect(next).toMatchObject({ source: { provider: 'tiingo' }, pageInfo: { hasNextPage: true } });
    expect(closes(await bars('BBB', 'first: 2, provider: "tiingo"'))).toEqual([6, 5]);
    expect(await bars('BBB', 'provider: "nobody"')).toMatchObject({ totalCount: 0, source: null, nodes: [] });
    const foreign = await app.graphql(
      `{ asset(symbol: "AAA") { bars(after: "${first.pageInfo.endCursor}") { nodes { day } } } }`,
    );
    expect(foreign.errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR' } }]);
  });

  it('have gaps where there was no trading', async () => {
    await crypto('BINANCE:DDDUSDT|1h', [hoursAgo(9), 1], [hoursAgo(5), 2], [hoursAgo(4), 3]);
    expect(closes(await bars('DDD/USDT', 'interval: "1h"'))).toEqual([3, 2, 1]);
    expect(await bars('DDD/USDT', 'interval: "4h"')).toMatchObject({ source: null, nodes: [] });
  });

  it.each([
    ['interval: "1mo"', 'INVALID_PARAMETER', 'interval must be'],
    ['first: 1001', 'INVALID_PARAMETER', 'first must be'],
    [
      'from: "2026-01-02T00:00:00Z", to: "2026-01-02T00:00:00Z"',
      'INVALID_PARAMETER',
      'to must be later than from',
    ],
    ['after: "x"', 'INVALID_CURSOR', 'after cannot be used'],
  ])('are refused for %s', async (args, code, message) => {
    const { errors } = await app.graphql(`{ asset(symbol: "AAA") { bars(${args}) { nodes { day } } } }`);
    expect(errors).toMatchObject([{ message: expect.stringContaining(message), extensions: { code } }]);
  });
});

describe('what a key sees', () => {
  it('are bars that opened within its window', async () => {
    const [free, plus] = await Promise.all([app.issue('free'), app.issue('plus')]);
    // The windows of 7 and 14 days begin on 17 and on 10 November, at 15:00 UTC: behind the open of New York.
    const days = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-17', '2026-11-18'];
    await stock('WIN|tiingo|raw+events', ...days.map((day, i) => [day, i + 1] as const));
    await stock('OLD|tiingo|raw+events', ['2026-11-09', 1]);
    expect(closes(await bars('WIN', 'first: 9'))).toEqual([5, 4, 3, 2, 1]);
    const seen = await bars('WIN', 'first: 9, from: "2026-11-01T00:00:00Z"', free);
    expect(seen).toMatchObject({
      totalCount: 1,
      window: { from: '2026-11-17T15:00:00.000Z', clamped: true },
    });
    expect(closes(seen)).toEqual([5]);
    expect(await bars('WIN', 'first: 9', plus)).toMatchObject({ totalCount: 3, window: { clamped: false } });
    expect(await price('WIN', free)).toMatchObject({ price: { last: 5, changePct24h: null } });
    expect(await price('OLD', free)).toBeNull();
    expect(await price('OLD')).toMatchObject({ price: { last: 1 } });
  });
});

describe('reading', () => {
  it('takes the same few statements for many assets as for one', async () => {
    const symbols = Array.from({ length: 25 }, (_, i) => `S${String.fromCharCode(65 + i)}X`);
    for (const symbol of symbols) {
      await stock(`${symbol}|tiingo|raw+events`, ['2026-11-20', 10], ['2026-11-23', 11, { s: 2 }]);
    }
    const { prices } = app.services;
    const spies = [vi.spyOn(prices, 'newest'), vi.spyOn(prices, 'bars'), vi.spyOn(prices, 'events')];
    const calls = async (count: number) => {
      for (const spy of spies) spy.mockClear();
      const inner = 'price { last } bars(first: 2) { nodes { close } }';
      const asked = symbols
        .slice(0, count)
        .map((one) => `${one}: asset(symbol: "${one}", kind: STOCK) { ${inner} }`);
      const { data, errors } = await app.graphql(`{ ${asked.join(' ')} }`);
      expect(errors).toBeUndefined();
      expect(Object.values(data ?? {})).toEqual(
        symbols
          .slice(0, count)
          .map(() => ({ price: { last: 11 }, bars: { nodes: [{ close: 11 }, { close: 5 }] } })),
      );
      return spies.map((spy) => spy.mock.calls.length);
    };
    expect(await calls(25)).toEqual(await calls(1));
    for (const spy of spies) spy.mockRestore();
  });
});

describe('an answer that is kept', () => {
  it('is dropped when a bar comes in', async () => {
    const cached = await startApp(
      { CACHE_BYTES: '10000000' },
      { clock: { now: () => new Date(NOW) }, services: app.services },
    );
    try {
      const last = async () =>
        (await cached.graphql('{ asset(symbol: "CCC") { price { last } } }')).data as unknown as {
          asset: { price: Data } | null;
        };
      expect(await last()).toEqual({ asset: null });
      await stock('CCC|tiingo|raw+events', ['2026-11-20', 10]);
      expect(await last()).toEqual({ asset: { price: { last: 10 } } });
      await stock('CCC|tiingo|raw+events', ['2026-11-23', 11]);
      expect(await last()).toEqual({ asset: { price: { last: 11 } } });
      const [{ seq } = { seq: 0n }] = await app.services.db.run(HEAD);
      await stock('CCC|tiingo|raw+events', ['2026-11-23', 11]);
      expect((await app.services.db.run(HEAD))[0]?.seq).toBe(seq);
    } finally {
      await cached.stop();
    }
  });
});
