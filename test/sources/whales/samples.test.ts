import { expect, it } from 'vitest';
import { domeOrders } from '../../../src/sources/dome/orders.ts';
import { hyperliquidFills } from '../../../src/sources/hyperliquid/fills.ts';
import { hyperliquidPositions } from '../../../src/sources/hyperliquid/positions.ts';
import { manifoldBets } from '../../../src/sources/manifold/bets.ts';
import { polymarketPositions } from '../../../src/sources/polymarket/positions.ts';
import { polymarketTrades } from '../../../src/sources/polymarket/trades.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { readAll, WALLET } from './reading.ts';

const distinct = (values: readonly string[]): number => new Set(values).size;

describeWithSharedData('Hyperliquid userFills', 'whales/hyperliquid/userFills.response.json', (file) => {
  it('are one input each, of the wallet asked about', async () => {
    const { inputs, counts } = await readAll(hyperliquidFills, [file], {
      wallet: WALLET.toUpperCase().replace('0X', '0x'),
    });
    expect(counts).toEqual({ fill: 334 });
    expect(distinct(inputs.map(({ series, key }) => `${series} ${key}`))).toBe(334);
    expect(distinct(inputs.map(({ series }) => series))).toBe(15);
    expect(inputs[0]).toEqual({
      kind: 'fill',
      series: `hyperliquid|${WALLET}|SUI`,
      key: '2023-05-05T00:12:35.699Z|0xb454293b90fb4745a0dd04017553b9011500b8b3e8cbe540c9ac779d59fff2cc-189315555--1839.2-104.4-1.3281|B',
      data: {
        wallet: WALLET,
        coin: 'SUI',
        side: 'B',
        dir: 'Close Short',
        px: '1.3281',
        sz: '104.4',
        startPosition: '-1839.2',
        hash: '0xb454293b90fb4745a0dd04017553b9011500b8b3e8cbe540c9ac779d59fff2cc',
        oid: 189315555,
        tid: null,
        closedPnl: '0.089784',
        fee: '0.0',
        feeToken: null,
        isLiquidation: false,
      },
    });
  });

  it('are rejected one by one where nobody says whose they are', async () => {
    const { counts } = await readAll(hyperliquidFills, [file]);
    expect(counts).toEqual({ 'rejected: wallet is not in the data: pass --wallet': 334 });
  });
});

describeWithSharedData(
  'Hyperliquid clearinghouseState',
  'whales/hyperliquid/clearinghouseState.response.json',
  (file) => {
    const wallet = '0x5e9ee1089755c3435139848e47e6635505d5a13a';

    it('is one snapshot', async () => {
      const at = new Date('2023-03-27T18:05:22Z');
      const { inputs, counts } = await readAll(hyperliquidPositions, [file], { wallet, at });
      expect(counts).toEqual({ position: 1 });
      expect(inputs[0]).toMatchObject({ series: `hyperliquid|${wallet}`, key: '2023-03-27T18:05:22.000Z' });
      const positions = inputs[0]?.data.positions as readonly unknown[]; // as the format documents
      expect(positions).toHaveLength(12);
      expect(positions[0]).toEqual({
        coin: 'BTC',
        szi: '-0.00785',
        positionValue: '211.64542',
        leverage: 20,
        entryPx: '26951.0',
        unrealizedPnl: '-0.08007',
      });
      expect(inputs[0]?.data.accountValue).toBe('1182.312496');
    });

    it('needs the time of its capture', async () => {
      const { counts } = await readAll(hyperliquidPositions, [file], { wallet });
      expect(counts).toEqual({ 'rejected: time of the capture is not in the data: pass --at': 1 });
    });
  },
);

describeWithSharedData('Polymarket large trades', 'whales/polymarket/derived_large_trades.json', (file) => {
  it('are one input each', async () => {
    const { inputs, counts } = await readAll(polymarketTrades, [file]);
    expect(counts).toEqual({ trade: 364 });
    expect(distinct(inputs.map(({ series, key }) => `${series} ${key}`))).toBe(364);
    expect(distinct(inputs.map(({ series }) => series))).toBe(329);
    expect(inputs[0]).toEqual({
      kind: 'trade',
      series:
        'polymarket|0x28ca4e9a04531f2eac0c2770f95db4e1c6a65d19|87797946792113400707761653129203429160057688473427076356900820417758600701647',
      key: '2026-05-01T11:33:02.000Z|0xf84c10090d2692e3e4922eb922b8bfac44f97b6d75cad8df927edfcf137e924e|BUY|3000.220587|data-api',
      data: {
        wallet: '0x28ca4e9a04531f2eac0c2770f95db4e1c6a65d19',
        name: null,
        title: 'Will Joe Mazzulla win the 2025–2026 NBA Coach of the Year?',
        outcome: 'Yes',
        side: 'BUY',
        size: 3000.220587,
        price: 0.9519300048720051,
        slug: 'nba-2025-26-coach-of-the-year-joe-mazzulla',
        outcomeIndex: 0,
        transaction: '0xf84c10090d2692e3e4922eb922b8bfac44f97b6d75cad8df927edfcf137e924e',
      },
    });
  });
});

describeWithSharedData('Polymarket positions', 'whales/polymarket/data_api_positions.json', (file) => {
  it('are one snapshot of the wallet they name', async () => {
    const { inputs, counts } = await readAll(polymarketPositions, [file], { at: new Date('2025-11-02') });
    expect(counts).toEqual({ position: 1 });
    expect(inputs[0]).toMatchObject({
      series: 'polymarket|0xcce2b7c71f21e358b8e5e797e586cbc03160d58b',
      key: '2025-11-02T00:00:00.000Z',
      data: {
        positions: [
          {
            title: 'Xi Jinping out in 2025?',
            outcome: 'No',
            size: 69982.788569,
            currentValue: 68408.1758261975,
          },
        ],
      },
    });
  });
});

describeWithSharedData('Dome orders', 'whales/polymarket/dome_orders_pages.json', (file) => {
  it('are one input each, with the tokens in whole units', async () => {
    const { inputs, counts } = await readAll(domeOrders, [file]);
    expect(counts).toEqual({ trade: 78 });
    expect(distinct(inputs.map(({ series, key }) => `${series} ${key}`))).toBe(78);
    expect(distinct(inputs.map(({ series }) => series))).toBe(6);
    expect(inputs[0]?.data).toMatchObject({ side: 'SELL', size: 2503.14, outcome: null });
  });
});

describeWithSharedData('Manifold bets', 'whales/manifold', (folder) => {
  it('are one input per fill', async () => {
    const market = await readAll(manifoldBets, [`${folder}/bets_list_bet_market.json`]);
    expect(market.counts).toEqual({ bet: 45 });
    const all = await readAll(manifoldBets, [`${folder}/bets_list_bet_none.json`]);
    expect(all.counts).toEqual({ bet: 46, 'skipped: order without a fill': 1 });
    const inputs = [...market.inputs, ...all.inputs];
    expect(distinct(inputs.map(({ series, key }) => `${series} ${key}`))).toBe(91);
  });
});
