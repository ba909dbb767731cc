import { describe, expect, it } from 'vitest';
import { priceFinder } from '../../../src/engines/signals/signal-prices.ts';
import type { Input } from '../../../src/sources/format.ts';
import { bar, createMemoryInputs } from '../signal-inputs.ts';

const spot = bar('BINANCE:BTCUSDT|1h', '2024-01-01T00:00:00Z', 42_300);
const perpetual = bar('BINANCE:BTCUSDT.P|1h', '2024-01-01T01:00:00Z', 42_350);

async function priceOf(symbol: string, ...inputs: readonly Input[]) {
  const store = createMemoryInputs();
  store.put(...inputs);
  return (await priceFinder(store))(symbol, 'crypto')?.price ?? null;
}

describe('the price of a signal', () => {
  it('is that of its own market, however new the other one is', async () => {
    expect(await priceOf('BTC/USDT', spot, perpetual)).toBe(42_300);
    expect(await priceOf('BTC/USDT:USDT', spot, perpetual)).toBe(42_350);
    expect(await priceOf('BTCUSDT.P', spot, perpetual)).toBe(42_350);
  });

  it('is that of the other market where its own has none', async () => {
    expect(await priceOf('BTC/USDT', perpetual)).toBe(42_350);
    expect(await priceOf('BTC/USDT:USDT', spot)).toBe(42_300);
    expect(await priceOf('BTC/EUR', spot, perpetual)).toBeNull();
  });
});
