import { expect, it } from 'vitest';
import { createWhaleActivity } from '../../src/engines/whales/whale-activity.ts';
import { domeOrders } from '../../src/sources/dome/orders.ts';
import { hyperliquidFills } from '../../src/sources/hyperliquid/fills.ts';
import { manifoldBets } from '../../src/sources/manifold/bets.ts';
import { parsePolymarketPositions, polymarketPositions } from '../../src/sources/polymarket/positions.ts';
import { polymarketTrades } from '../../src/sources/polymarket/trades.ts';
import { readAll, readingOf, WALLET } from '../sources/whales/reading.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { brief, derive, kindsOf } from './whale-inputs.ts';

const byDefault = createWhaleActivity();
const everything = createWhaleActivity({
  minValue: { hyperliquid: 0, polymarket: 0, manifold: 0 },
  minChangePct: 0,
});

describeWithSharedData('fills of Hyperliquid', 'whales/hyperliquid/userFills.response.json', (file) => {
  const read = async () => (await readAll(hyperliquidFills, [file], { wallet: WALLET })).inputs;

  it('of 334, 13 changes of large positions by default, 199 changes in all', async () => {
    const inputs = await read();
    expect(kindsOf(await derive(byDefault, inputs))).toEqual({ size_decrease: 6, size_increase: 7 });
    expect(kindsOf(await derive(everything, inputs))).toEqual({
      entry: 8,
      exit: 8,
      size_decrease: 108,
      size_increase: 75,
    });
  });

  it('three fills of one block, two of them with itself, are one decrease', async () => {
    // ARB at 00:12:43.576: B 92.3 from -13417.3 and A 92.3 from -13417.3 (one hash: itself), B 161.6 from -13417.3.
    const events = await derive(byDefault, await read());
    expect(events.find(({ title }) => title === 'ARB-PERP')).toEqual({
      id: expect.stringMatching(/^hyperliquid-[0-9a-f]{24}$/),
      address: WALLET,
      whale_name: null,
      source: 'hyperliquid',
      event_type: 'size_decrease',
      title: 'ARB-PERP',
      outcome: 'SHORT',
      size: 13255.7, // 13417.3 - 161.6
      prev_size: 13417.3,
      change_pct: -1.2044, // 100 × -161.6 ÷ 13417.3
      value: 212.78, // 161.6 × 1.3167
      created_at: new Date('2023-05-05T00:12:43.576Z'),
      instrument: 'PERPETUAL',
      size_basis: 'STATED',
      moved: 161.6,
      price: 1.3167,
      price_basis: 'FILL',
      position_value: 17453.78, // 13255.7 × 1.3167
      entry_price: null,
      closed_pnl: -0.138976,
      unrealized_pnl: null,
      fee: 0,
      is_liquidation: false,
      leverage: null,
      account_value: null,
      transaction_hash: '0x5a1dc0dd863303e3d80604017553df01280056cab7c64a4ae5847ebff738654f',
      market_slug: null,
      outcome_index: null,
      probability_before: null,
      probability_after: null,
      limit_probability: null,
      known_from: new Date('2023-05-05T00:12:43.576Z'),
      known_precision: 'EXACT',
    });
  });

  it('a fill through zero is an exit and an entry', async () => {
    // SUI at 00:14:05.188: "Short > Long", B 97.0 at 1.325 from -91.1.
    const events = await derive(everything, await read());
    const flip = events.filter(({ created_at }) => created_at.toISOString() === '2023-05-05T00:14:05.188Z');
    expect(flip.map(brief)).toEqual(
      expect.arrayContaining([
        ['exit', 'SHORT', 91.1, 0, -100, 120.71], // 91.1 × 1.325
        ['entry', 'LONG', 0, 5.9, null, 7.82],
      ]),
    );
    expect(flip).toHaveLength(2);
    // What it made belongs to the position that was closed.
    expect(flip.map(({ event_type, closed_pnl }) => [event_type, closed_pnl])).toEqual(
      expect.arrayContaining([
        ['exit', -0.205886],
        ['entry', null],
      ]),
    );
  });
});

describeWithSharedData('trades of Polymarket', 'whales/polymarket/derived_large_trades.json', (file) => {
  it('are all of 1,000 USD or more, so each is an event', async () => {
    const { inputs } = await readAll(polymarketTrades, [file]);
    const events = await derive(byDefault, inputs);
    expect(kindsOf(events)).toEqual({ token_buy: 254, exit: 7, size_decrease: 103 });
    // The first of each of 329 positions, and what follows a sale of more than was seen bought.
    expect(events.filter(({ prev_size }) => prev_size === null)).toHaveLength(332);
  });

  it('of one wallet in one outcome add up from the first one seen', async () => {
    const { inputs } = await readAll(polymarketTrades, [file]);
    const wallet = '0xa41520ea8271085561a0099311862ce6f1976fb9';
    const events = (await derive(byDefault, inputs)).filter(({ address }) => address === wallet);
    expect(events.map(brief)).toEqual([
      ['token_buy', 'Gen.G', null, null, null, 1342.11], // 1743 × 0.77; what was held before nobody says
      ['exit', 'Gen.G', 1743, 0, -100, 1324.68], // 1743 × 0.76
    ]);
    expect(events.map((event) => [event.size_basis, event.position_value, event.moved])).toEqual([
      [null, null, 1743],
      ['SEEN', 0, 1743],
    ]);
  });
});

describeWithSharedData('a position on Polymarket', 'whales/polymarket/data_api_positions.json', (file) => {
  it('that is gone was worth what it stood at, not nothing', async () => {
    const held = await readAll(polymarketPositions, [file], { at: new Date('2025-11-02T09:30:00Z') });
    const wallet = '0xcce2b7c71f21e358b8e5e797e586cbc03160d58b';
    const gone = readingOf(
      parsePolymarketPositions([], { file, wallet, at: new Date('2025-11-03T09:30:00Z') }),
    );
    const events = await derive(byDefault, [...held.inputs, ...gone.inputs]);
    expect(events).toMatchObject([
      {
        event_type: 'exit',
        title: 'Xi Jinping out in 2025?',
        outcome: 'No',
        instrument: 'OUTCOME',
        moved: 69982.788569,
        price: 0.9775,
        price_basis: 'MARK',
        value: 68408.18,
        position_value: 0,
        entry_price: 0.906546,
        market_slug: 'xi-jinping-out-in-2025',
        outcome_index: 1,
      },
    ]);
  });
});

describeWithSharedData('orders from Dome', 'whales/polymarket/dome_orders_pages.json', (file) => {
  it('give the few that concern 1,000 USD or more', async () => {
    const { inputs } = await readAll(domeOrders, [file]);
    expect(kindsOf(await derive(everything, inputs))).toEqual({ token_buy: 70, size_decrease: 8 });
    const events = await derive(byDefault, inputs);
    expect(kindsOf(events)).toEqual({ token_buy: 4, size_decrease: 1 });
    // 526.21 held from earlier purchases, 860 bought at 0.75.
    expect(events.map(brief)[0]).toEqual(['token_buy', null, 526.21, 1386.21, 163.4329, 645]);
  });
});

describeWithSharedData('bets of Manifold', 'whales/manifold', (folder) => {
  it('are no events by default, and have no value in USD when asked for', async () => {
    const files = [`${folder}/bets_list_bet_market.json`, `${folder}/bets_list_bet_none.json`];
    const { inputs } = await readAll(manifoldBets, files);
    expect(await derive(byDefault, inputs)).toEqual([]);
    const events = await derive(createWhaleActivity({ minValue: { manifold: 100 } }), inputs);
    expect(kindsOf(events)).toEqual({ token_buy: 11, exit: 1, size_decrease: 1 });
    expect(events.every(({ value, whale_name }) => value === null && whale_name !== null)).toBe(true);
    expect(events.every(({ probability_after: after }) => after !== null && after > 0 && after < 1)).toBe(
      true,
    );
  });
});
