import { describe, expect, it } from 'vitest';
import { parseDomeOrders } from '../../../src/sources/dome/orders.ts';
import { parseUserFills } from '../../../src/sources/hyperliquid/fills.ts';
import { hyperliquidPositions, parseClearinghouseState } from '../../../src/sources/hyperliquid/positions.ts';
import { parseManifoldBets } from '../../../src/sources/manifold/bets.ts';
import { parsePolymarketPositions } from '../../../src/sources/polymarket/positions.ts';
import { parsePolymarketTrades } from '../../../src/sources/polymarket/trades.ts';
import { askedOf } from '../../../src/sources/wallet/asked.ts';
import { bet, fill, readAll, readingOf, tempFile, trade, WALLET } from './reading.ts';

const file = 'answer';
const asked = { file, wallet: WALLET, at: new Date('2026-05-01T12:00:00Z') };

describe('keys', () => {
  it('of fills with a tid are time, tid and side, whatever else later versions add', () => {
    const both = [fill({ tid: 77, crossed: false }), fill({ tid: 77, side: 'A' }), fill({ tid: 77 })];
    const { inputs } = readingOf(parseUserFills(both, asked));
    expect(inputs.map(({ key }) => key)).toEqual([
      '2023-05-05T00:12:35.699Z|77|B',
      '2023-05-05T00:12:35.699Z|77|A',
      '2023-05-05T00:12:35.699Z|77|B',
    ]);
    expect(inputs[0]).toEqual(inputs[2]);
  });

  it('of equal fills without a tid are told apart by an ordinal', () => {
    const { inputs } = readingOf(parseUserFills([fill(), fill()], asked));
    expect(inputs.map(({ key }) => key.endsWith('|B|2'))).toEqual([false, true]);
  });

  it('of the same trade differ only in who reported it', () => {
    const order = {
      ...trade(),
      user: WALLET,
      token_id: '8779',
      tx_hash: '0xf84c',
      shares_normalized: 3000.5,
    };
    const native = readingOf(parsePolymarketTrades([trade({ proxyWallet: WALLET })], asked));
    const dome = readingOf(parseDomeOrders({ orders: [order] }, asked));
    expect(native.inputs[0]?.series).toBe(dome.inputs[0]?.series);
    expect(native.inputs[0]?.key).toBe('2026-05-01T11:33:02.000Z|0xf84c|BUY|3000.5|data-api');
    expect(dome.inputs[0]?.key).toBe('2026-05-01T11:33:02.000Z|0xf84c|BUY|3000.5|dome');
  });

  it('of a limit order stay while more of it is filled', () => {
    const part = { timestamp: 1665430353986, amount: 20, shares: 40 };
    const more = { timestamp: 1665430999999, amount: 30, shares: 60 };
    const read = (...fills: readonly unknown[]) =>
      readingOf(parseManifoldBets([bet({ limitProb: 0.5, fills })], asked));
    expect(read().counts).toEqual({ 'skipped: order without a fill': 1 });
    const before = read(part).inputs;
    const after = read(part, more).inputs;
    expect(before.map(({ key }) => key)).toEqual(['2022-10-10T19:32:33.986Z|b1|0']);
    expect(after.slice(0, 1)).toEqual(before);
    expect(after).toHaveLength(2);
  });
});

describe('what an answer does not say', () => {
  it('is in the name of its file', async () => {
    const name = `positions_${WALLET}_2023-03-27T1805.json`;
    expect(askedOf(name, {})).toEqual({ file: name, wallet: WALLET, at: new Date('2023-03-27T18:05:00Z') });
    expect(askedOf('userFills.response.json', {})).toMatchObject({ wallet: null, at: null });
    const { inputs } = await readAll(hyperliquidPositions, [await tempFile(name, '{"assetPositions":[]}')]);
    expect(inputs).toMatchObject([{ series: `hyperliquid|${WALLET}`, key: '2023-03-27T18:05:00.000Z' }]);
  });

  it('comes from the options before that, but what the answer says comes first', () => {
    const state = { assetPositions: [], time: 1755863121304 };
    const { inputs } = readingOf(parseClearinghouseState(state, asked));
    expect(inputs[0]?.key).toBe('2025-08-22T11:45:21.304Z');
  });

  it('makes an empty list of positions a snapshot of the wallet asked about', () => {
    const { inputs } = readingOf(parsePolymarketPositions([], asked));
    expect(inputs).toMatchObject([{ series: `polymarket|${WALLET}`, data: { positions: [] } }]);
    const { counts } = readingOf(parsePolymarketPositions([], { file, at: asked.at }));
    expect(counts).toEqual({ 'rejected: wallet is not in the data: pass --wallet': 1 });
  });

  it('is refused when it is no wallet', () => {
    const { counts } = readingOf(parseUserFills([fill()], { file, wallet: 'vitalik.eth' }));
    expect(counts).toEqual({ 'rejected: not a wallet address': 1 });
  });
});
