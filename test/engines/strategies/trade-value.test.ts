import { describe, expect, it } from 'vitest';
import { valueAt, worstOf } from '../../../src/engines/strategies/trade-value.ts';
import type { BacktestTrade, TradeExecution } from '../../../src/sources/freqtrade/backtest.ts';
import { readTrade } from '../../../src/sources/freqtrade/trade.ts';
import { nativeTrade } from '../../sources/freqtrade/reading.ts';

function trade(over: Readonly<Record<string, unknown>>): BacktestTrade {
  const read = readTrade('my-trend', '2024-01-11T00:00:00.000Z', nativeTrade({ stake_amount: 100, ...over }));
  if (!read.ok) throw new Error(read.reason);
  return read.trade;
}

const spot = { settings: { margin_mode: null } as never }; // the one setting that is looked at
const isolated = { settings: { margin_mode: 'isolated' } as never };
const cross = { settings: { margin_mode: 'cross' } as never };

describe('a trade at a rate', () => {
  it('long: what is sold after its fee, less what was paid with its fee', () => {
    const long = trade({ amount: 2, open_rate: 50, fee_open: 0.001, fee_close: 0.002 });
    // 2 × 45 × 0.998 - 2 × 50 × 1.001
    expect(valueAt(long, 45)).toBeCloseTo(-10.28, 12);
  });

  it('short: the opposite, with funding', () => {
    const short = trade({ amount: 2, open_rate: 50, fee_open: 0.001, is_short: true, funding_fees: -1 });
    // 2 × 50 × 0.999 - 2 × 60 - 1
    expect(valueAt(short, 60)).toBeCloseTo(-21.1, 12);
  });

  it('without an amount: stake times leverage over the open rate', () => {
    expect(valueAt(trade({ open_rate: 50, leverage: 3 }), 49)).toBeCloseTo(-6, 12);
    expect(valueAt(trade({ stake_amount: null }), 49)).toBeNull();
  });
});

describe('the worst moment of a trade', () => {
  it('is at its lowest rate, of a short at its highest', () => {
    const rates = { open_rate: 50, min_rate: 40, max_rate: 70, profit_abs: 1 };
    expect(worstOf(trade(rates), spot)).toBeCloseTo(-20, 12);
    expect(worstOf(trade({ ...rates, is_short: true }), spot)).toBeCloseTo(-40, 12);
  });

  it('is no better than its close, and never above 0', () => {
    expect(worstOf(trade({ open_rate: 50, min_rate: 49, profit_abs: -9 }), spot)).toBe(-9);
    expect(worstOf(trade({ open_rate: 50, min_rate: 50 }), spot)).toBe(0);
  });

  it('counts funding that was paid, and none that was received', () => {
    const rates = { open_rate: 50, min_rate: 40 };
    expect(worstOf(trade({ ...rates, funding_fees: -3 }), spot)).toBeCloseTo(-23, 12);
    expect(worstOf(trade({ ...rates, funding_fees: 3 }), spot)).toBeCloseTo(-20, 12);
  });

  it('ends with the stake where margin is isolated', () => {
    const leveraged = trade({ open_rate: 50, min_rate: 30, leverage: 5, fee_open: 0.001 });
    expect(worstOf(leveraged, isolated)).toBeCloseTo(-100.5, 12);
    expect(worstOf(leveraged, cross)).toBeCloseTo(-200.5, 12);
  });

  it('takes the most it held: partial exits leave less in the amount', () => {
    const order = (amount: number, isEntry: boolean) => ({
      amount,
      safe_price: 50,
      ft_is_entry: isEntry,
      order_filled_timestamp: 1_704_103_200_000,
    });
    const orders = [order(2, true), order(2, true), order(3, false), order(1, false)];
    expect(worstOf(trade({ amount: 1, open_rate: 50, min_rate: 40, orders }), spot)).toBeCloseTo(-40, 12);
  });

  it('is unknown without the rate, and of what an earlier version stored', () => {
    expect(worstOf(trade({ open_rate: 50 }), spot)).toBeNull();
    const { execution, ...old } = trade({ open_rate: 50, min_rate: 40 });
    expect((execution as TradeExecution).lowest_rate).toBe(40);
    expect(worstOf(old, spot)).toBeNull();
  });
});
