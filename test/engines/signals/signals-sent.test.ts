import { describe, expect, it } from 'vitest';
import { createEngines } from '../../../src/engines/index.ts';
import { followPrice, sentInput } from '../../../src/engines/signals/signals-sent.ts';
import { parseRecord } from '../../../src/feed/record.ts';
import { type Signal, signals } from '../../../src/feeds/trade-feed/feed.ts';
import { signal } from '../../support/signal.ts';
import { alert, bar, createMemoryInputs } from '../signal-inputs.ts';

const SENT = { symbol: 'BTC/USDT', current_price: 101, pnl_pct: 1, asset_type: 'crypto' };
const at = (hour: number): string => new Date(Date.UTC(2026, 0, 1, hour)).toISOString();

function sent(over: Readonly<Record<string, unknown>> = {}): Signal {
  const parsed = parseRecord(signals, signal('manual-1', { ...SENT, timestamp: at(1), ...over }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.record as Signal;
}

const priced = (price: number, hour: number) => () => ({ price, atMs: Date.parse(at(hour)) });

describe('a signal that was sent', () => {
  it('has the newest price known: 110 after an entry at 100 is 10 % for LONG and -10 % for SHORT', () => {
    expect(followPrice(sent(), priced(110, 2))).toEqual({ ...sent(), current_price: 110, pnl_pct: 10 });
    const short = sent({ direction: 'SHORT' });
    expect(followPrice(short, priced(110, 2))).toEqual({ ...short, current_price: 110, pnl_pct: -10 });
  });

  it.each<[string, Signal, ReturnType<typeof priced> | (() => null)]>([
    ['no price is known', sent(), () => null],
    ['the price known is no younger than it', sent(), priced(110, 1)],
    ['it is closed', sent({ status: 'CLOSED' }), priced(110, 2)],
  ])('stays as it was sent where %s', (_, record, findPrice) => {
    expect(followPrice(record, findPrice)).toBe(record);
  });

  it('has no profit where its entry is not known', () => {
    const record = followPrice(sent({ entry_price: null, pnl_pct: null }), priced(110, 2));
    expect(record).toMatchObject({ current_price: 110, pnl_pct: null });
  });

  it.each([
    ['crypto', 'BTC/USDT', 'crypto'],
    ['crypto', 'BTC', 'crypto'],
    [null, 'BTC/USDT', 'crypto'],
    [null, 'COMP', null],
    ['forex', 'EUR/USD', 'forex'],
    ['index', 'SPX', null],
  ])('of type %s in %s is looked for among %s', (asset_type, symbol, expected) => {
    const asked: unknown[] = [];
    followPrice(sent({ asset_type, symbol }), (...wanted) => {
      asked.push(wanted);
      return null;
    });
    expect(asked).toEqual([[symbol, expected]]);
  });

  it('follows bars of its asset and is left alone by all other engines, which remove what they made', async () => {
    const store = createMemoryInputs();
    const record = sent();
    store.putRecord(signals, record);
    const input = sentInput(record) ?? expect.unreachable();
    const own = () => store.all<Signal>(signals).find(({ id }) => id === 'manual-1');
    await store.feed(createEngines(), input, alert(at(0), 'long', 100));
    expect(own()).toEqual(record);
    await store.feed(
      createEngines(),
      bar('BINANCE:BTCUSDT|1h', at(2), 110),
      bar('BINANCE:ETHUSDT|1h', at(2), 7),
    );
    expect(own()).toEqual({ ...record, current_price: 110, pnl_pct: 10 });
    await store.feed(createEngines(), bar('BINANCE:BTCUSDT|1h', at(3), 90), alert(at(4), 'close', 120));
    expect(own()).toEqual({ ...record, current_price: 90, pnl_pct: -10 });
    expect(store.all<Signal>(signals)).toHaveLength(2);
  });
});
