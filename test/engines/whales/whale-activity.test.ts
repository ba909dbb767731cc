import { describe, expect, it } from 'vitest';
import { createWhaleActivity } from '../../../src/engines/whales/whale-activity.ts';
import type { Input } from '../../../src/sources/format.ts';
import { parseUserFills } from '../../../src/sources/hyperliquid/fills.ts';
import { parseClearinghouseState } from '../../../src/sources/hyperliquid/positions.ts';
import { parseManifoldBets } from '../../../src/sources/manifold/bets.ts';
import { parsePolymarketPositions } from '../../../src/sources/polymarket/positions.ts';
import { parsePolymarketTrades } from '../../../src/sources/polymarket/trades.ts';
import { bet, fill, readingOf, trade, WALLET } from '../../sources/whales/reading.ts';
import { brief, derive } from '../whale-inputs.ts';

const everything = createWhaleActivity({
  minValue: { hyperliquid: 0, polymarket: 0, manifold: 0 },
  minChangePct: 0,
});
const file = 'answer';
const fills = (...rows: readonly object[]): readonly Input[] =>
  readingOf(
    parseUserFills(
      rows.map((row) => fill({ ...row })),
      { file, wallet: WALLET },
    ),
  ).inputs;
const state = (time: number, ...held: readonly (readonly [string, string, string])[]): readonly Input[] => {
  const assetPositions = held.map(([coin, szi, positionValue]) => ({
    position: { coin, szi, positionValue },
  }));
  return readingOf(parseClearinghouseState({ time, assetPositions }, { file, wallet: WALLET })).inputs;
};
const trades = (...rows: readonly object[]): readonly Input[] =>
  readingOf(
    parsePolymarketTrades(
      rows.map((row) => trade({ proxyWallet: WALLET, ...row })),
      { file },
    ),
  ).inputs;
const holds = (at: string, ...sizes: readonly number[]): readonly Input[] => {
  const rows = sizes.map((size) => ({ ...trade({ proxyWallet: WALLET, size }), currentValue: size * 0.6 }));
  return readingOf(parsePolymarketPositions(rows, { file, wallet: WALLET, at: new Date(at) })).inputs;
};
const eventsOf = async (...inputs: readonly (readonly Input[])[]) =>
  (await derive(everything, inputs.flat())).map(brief);

describe('fills', () => {
  const T = 1683245555699;

  it('of one block are one change, whatever their order; a broken chain is one change for each part', async () => {
    const block = [
      { startPosition: '12.0', sz: '3.0', tid: 1 },
      { startPosition: '15.0', sz: '4.0', side: 'A', tid: 2 },
      { startPosition: '10.0', sz: '2.0', tid: 3 },
    ];
    // All at 1.5: 1 × 1.5
    expect(await eventsOf(fills(...block))).toEqual([['size_increase', 'LONG', 10, 11, 10, 1.5]]);
    expect(await eventsOf(fills(...block.slice(1)))).toEqual(
      expect.arrayContaining([
        ['size_increase', 'LONG', 10, 12, 20, 3],
        ['size_decrease', 'LONG', 15, 11, -26.6667, 6],
      ]),
    );
  });

  it('that change sides share their fee by what moved, and what was made is of the exit', async () => {
    const flip = { startPosition: '-30.0', sz: '40.0', closedPnl: '6.0', fee: '0.4', feeToken: 'USDC' };
    const events = await derive(everything, fills(flip));
    const facts = ({ event_type, closed_pnl, fee, is_liquidation }: (typeof events)[number]) =>
      [event_type, closed_pnl, fee, is_liquidation] as const;
    expect(events.map(facts).toSorted()).toEqual([
      ['entry', null, 0.1, false],
      ['exit', 6, 0.3, false],
    ]);
    expect((await derive(everything, fills({ ...flip, feeToken: 'HYPE' }))).map(({ fee }) => fee)).toEqual([
      null,
      null,
    ]);
  });

  it('are forced where the exchange liquidated this wallet, and not where it took over another one', async () => {
    const closing = { startPosition: '10.0', sz: '10.0', side: 'A' };
    const liquidation = (liquidatedUser: string) => ({ liquidatedUser, markPx: '1.4', method: 'market' });
    const isForced = async (row: object) => (await derive(everything, fills(row)))[0]?.is_liquidation;
    expect(
      await isForced({ ...closing, liquidation: liquidation(WALLET.toUpperCase().replace('0X', '0x')) }),
    ).toBe(true);
    expect(await isForced({ ...closing, liquidation: liquidation(`0x${'1'.repeat(40)}`) })).toBe(false);
    expect(await isForced(closing)).toBe(false);
  });

  it('of spot pairs are purchases of a token, an entry when none was held', async () => {
    const spot = { coin: 'PURR/USDC', dir: 'Buy' };
    const rows = [
      { ...spot, startPosition: '0.0' },
      { ...spot, startPosition: '100.0', time: T + 1 },
    ];
    expect(await eventsOf(fills(...rows))).toEqual([
      ['entry', null, 0, 100, null, 150],
      ['token_buy', null, 100, 200, 100, 150],
    ]);
  });

  it('of spot pairs and of other exchanges are not gone because no snapshot has them', async () => {
    for (const coin of ['PURR/USDC', '@107', 'xyz:TSLA']) {
      const bought = fills({ coin, dir: coin.includes(':') ? 'Open Long' : 'Buy' });
      const events = await eventsOf(state(T - 1), bought, state(T + 1), state(T + 2));
      expect(events.map(([kind]) => kind)).toEqual(['entry']);
    }
  });

  it('explain what snapshots differ by; the rest is a change of its own', async () => {
    const bought = fills({ startPosition: '10.0', sz: '5.0', time: T });
    const first = state(T - 1000, ['SUI', '10.0', '15.0'], ['BTC', '-0.5', '15000']);
    const closed = ['exit', 'SHORT', 0.5, 0, -100, 15_000];
    const grown = ['size_increase', 'LONG', 10, 15, 50, 7.5];
    expect(await eventsOf(first, bought, state(T + 1000, ['SUI', '15.0', '22.5']))).toEqual([grown, closed]);
    expect(await eventsOf(first, state(T + 1000, ['SUI', '15.0', '22.5']))).toEqual(
      expect.arrayContaining([grown, closed]),
    );
    expect(await eventsOf(first)).toEqual([]);
    const later = state(T + 1000, ['SUI', '20.0', '30.0'], ['BTC', '-0.5', '15100']);
    expect(await eventsOf(first, bought, later)).toEqual([
      grown,
      ['size_increase', 'LONG', 15, 20, 33.3333, 7.5],
    ]);
  });
});

describe('trades', () => {
  const T = 1777635182;

  it('start from the first one seen; a sale of more than was seen bought says nothing of sizes', async () => {
    const rows = [
      { size: 100 },
      { size: 50, timestamp: T + 1 },
      { size: 30, side: 'SELL', timestamp: T + 2 },
      { size: 200, side: 'SELL', timestamp: T + 3 },
      { size: 40, timestamp: T + 4 },
      { size: 40, side: 'SELL', timestamp: T + 5 },
      { size: 10, timestamp: T + 6 },
    ];
    expect(await eventsOf(trades(...rows))).toEqual([
      ['token_buy', 'Yes', null, null, null, 50],
      ['token_buy', 'Yes', 100, 150, 50, 25],
      ['size_decrease', 'Yes', 150, 120, -20, 15],
      ['size_decrease', 'Yes', null, null, null, 100],
      ['token_buy', 'Yes', null, null, null, 20],
      ['exit', 'Yes', 40, 0, -100, 20],
      ['token_buy', 'Yes', 0, 10, null, 5],
    ]);
  });

  it('start from a snapshot where there is one: an entry when it says that nothing was held', async () => {
    const rows = [{ size: 100 }, { size: 20, timestamp: T + 60 }];
    expect(await eventsOf(holds('2026-05-01T11:00:00Z'), trades(...rows))).toEqual([
      ['entry', 'Yes', 0, 100, null, 50],
      ['token_buy', 'Yes', 100, 120, 20, 10],
    ]);
    const redeemed = holds('2026-05-01T12:00:00Z');
    expect(await eventsOf(holds('2026-05-01T11:00:00Z', 7), trades({ size: 100 }), redeemed)).toEqual([
      ['token_buy', 'Yes', 7, 107, 1428.5714, 50],
      ['exit', 'Yes', 107, 0, -100, 53.5],
    ]);
    expect(await eventsOf(holds('2026-05-01T11:00:00Z'), trades({ size: 100 }), redeemed)).toEqual([
      ['entry', 'Yes', 0, 100, null, 50],
      ['exit', 'Yes', 100, 0, -100, 50],
    ]);
    expect(
      await eventsOf(holds('2026-05-01T11:00:00Z', 7), redeemed, holds('2026-05-01T13:00:00Z', 9)),
    ).toEqual([
      ['exit', 'Yes', 7, 0, -100, 4.2],
      ['entry', 'Yes', 0, 9, null, 5.4],
    ]);
  });

  it('of one second: purchases first, for what is sold was bought', async () => {
    const rows = [
      { size: 60, side: 'SELL', transactionHash: '0x1' },
      { size: 60, transactionHash: '0x2' },
    ];
    const events = await eventsOf(trades(...rows));
    expect(events.map(([kind]) => kind).toSorted()).toEqual(['exit', 'token_buy']);
  });

  it('reported by two providers are one event', async () => {
    const [native] = trades({ size: 100 });
    if (!native) throw new Error('no input');
    const dome = {
      ...native,
      key: native.key.replace('data-api', 'dome'),
      data: { ...native.data, outcome: null },
    };
    const twice = await derive(everything, [dome, native]);
    expect(twice).toEqual(await derive(everything, [native]));
    expect(twice.map(({ id }) => id)).toEqual((await derive(everything, [dome])).map(({ id }) => id));
    expect(twice[0]).toMatchObject({ whale_name: 'rainmaker', address: WALLET, source: 'polymarket' });
  });
});

describe('bets', () => {
  it('have YES and NO apart, no value, and the account as holder', async () => {
    const rows = [
      bet(),
      bet({ id: 'b2', outcome: 'NO', amount: 20, shares: 30, createdTime: 1665430353987 }),
      bet({ id: 'b3', amount: -12, shares: -25, createdTime: 1665430353988, isRedemption: true }),
    ];
    expect(await eventsOf(readingOf(parseManifoldBets(rows, { file })).inputs)).toEqual([
      ['token_buy', 'YES', null, null, null, null],
      ['token_buy', 'NO', null, null, null, null],
      ['size_decrease', 'YES', 100, 75, -25, null],
    ]);
  });
});

describe('thresholds', () => {
  const count = async (options: Parameters<typeof createWhaleActivity>[0], inputs: readonly Input[]) =>
    (await derive(createWhaleActivity(options), inputs)).length;

  it('count the larger of the positions before and after', async () => {
    const sold = fills({ startPosition: '10000.0', sz: '10000.0', side: 'A' });
    expect(await count({}, sold)).toBe(1);
    expect(await count({ minValue: { hyperliquid: 15_001 } }, sold)).toBe(0);
    expect(await count({ minValue: { hyperliquid: null } }, sold)).toBe(0);
    // 999.9999 USD as the provider states a trade of 1,000.
    expect(await count({}, trades({ size: 1999.9998 }))).toBe(1);
    expect(await count({}, trades({ size: 1999.9 }))).toBe(0);
  });

  it('leave out trifles of a large position, unless they are large themselves', async () => {
    const grown = (sz: string) => fills({ startPosition: '10000000.0', sz });
    expect(await count({}, grown('100.0'))).toBe(0);
    expect(await count({}, grown('7000.0'))).toBe(1);
    expect(await count({}, fills({ startPosition: '10000.0', sz: '50.0' }))).toBe(1);
  });

  it('concern only wallets of the platforms it knows', () => {
    expect(everything.groupOf({ kind: 'trade', series: 'freqtrade|x' })).toBeNull();
    expect(everything.groupOf({ kind: 'position', series: `hyperliquid|${WALLET}` })).toBe(
      `hyperliquid|${WALLET}`,
    );
    expect(everything.groupOf({ kind: 'fill', series: `hyperliquid|${WALLET}|BTC` })).toBe(
      `hyperliquid|${WALLET}`,
    );
  });
});
