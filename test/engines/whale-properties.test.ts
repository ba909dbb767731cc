import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createWhaleActivity } from '../../src/engines/whales/whale-activity.ts';
import type { WhaleActivity } from '../../src/feeds/whales/feed.ts';
import type { Input } from '../../src/sources/format.ts';
import { parseUserFills } from '../../src/sources/hyperliquid/fills.ts';
import { parseClearinghouseState } from '../../src/sources/hyperliquid/positions.ts';
import { parsePolymarketTrades } from '../../src/sources/polymarket/trades.ts';
import { fill, readingOf, trade, WALLET } from '../sources/whales/reading.ts';
import { derive } from './whale-inputs.ts';

const everything = createWhaleActivity({ minValue: { hyperliquid: 0, polymarket: 0 }, minChangePct: 0 });
const file = 'answer';
const T = 1683245555000;

/** Signed tenths of a unit, and milliseconds to the next block; 0: the same block. */
const moves = fc.array(fc.tuple(fc.integer({ min: -500, max: 500 }).filter(Boolean), fc.nat(1)), {
  minLength: 1,
  maxLength: 40,
});

/** Fills as the provider would list them for a wallet that holds nothing at first. */
function fillsOf(of: readonly (readonly [number, number])[]) {
  let position = 0;
  let time = T;
  return of.map(([tenths, ms], tid) => {
    const side = tenths > 0 ? 'B' : 'A';
    const row = fill({
      tid,
      side,
      sz: String(Math.abs(tenths) / 10),
      startPosition: String(position / 10),
      time,
    });
    position += tenths;
    time += ms;
    return row;
  });
}

const inputsOf = (rows: readonly unknown[]): readonly Input[] =>
  readingOf(parseUserFills(rows, { file, wallet: WALLET })).inputs;

const signed = ({ outcome }: WhaleActivity, size: number | null): number =>
  (outcome === 'SHORT' ? -1 : 1) * (size ?? 0);

/** What the kind of an event says of its sizes. */
function expectConsistent(event: WhaleActivity): void {
  const { event_type, prev_size, size, size_basis, change_pct, value, position_value, moved, price } = event;
  const before = prev_size ?? 0;
  const after = size ?? 0;
  const isTrue: Readonly<Record<string, boolean>> = {
    entry: prev_size === 0 && after > 0,
    exit: before > 0 && size === 0 && position_value === 0 && change_pct === -100,
    size_increase: before > 0 && after > before,
    size_decrease: (prev_size === null && size === null) || (before > after && after > 0),
    token_buy: (prev_size === null && size === null) || after > before,
  };
  expect({ event_type, prev_size, size, isTrue: isTrue[event_type] }).toMatchObject({ isTrue: true });
  expect(value).toBeCloseTo((moved ?? 0) * (price ?? 0), 1);
  if (size === null || prev_size === null) expect(moved).toBeGreaterThan(0);
  else expect(moved).toBeCloseTo(Math.abs(size - prev_size), 6);
  expect(size_basis === null).toBe(size === null);
  expect(change_pct === null).toBe(prev_size === null || prev_size === 0);
}

it('changes of a position add up to what it ends at, and their kinds are true', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (of) => {
      const events = await derive(everything, inputsOf(fillsOf(of)));
      events.forEach(expectConsistent);
      const sum = events.reduce((all, one) => all + signed(one, one.size) - signed(one, one.prev_size), 0);
      expect(sum).toBeCloseTo(of.reduce((all, [tenths]) => all + tenths, 0) / 10, 6);
    }),
  );
});

it('the same events follow from any order of rows and any number of repeated ones', async () => {
  await fc.assert(
    fc.asyncProperty(moves, fc.infiniteStream(fc.nat()), async (of, numbers) => {
      const rows = fillsOf(of);
      const shuffled = [...rows, ...rows.slice(0, 5)]
        .map((row) => ({ row, by: numbers.next().value ?? 0 }))
        .sort((a, b) => a.by - b.by)
        .map(({ row }) => row);
      const half = Math.floor(shuffled.length / 2);
      const pages = [shuffled.slice(half), shuffled.slice(0, half)].flatMap(inputsOf);
      expect(await derive(everything, pages)).toEqual(await derive(everything, inputsOf(rows)));
    }),
  );
});

it('snapshots that agree with the fills add nothing', async () => {
  await fc.assert(
    fc.asyncProperty(moves, async (of) => {
      const rows = fillsOf(of.map(([tenths]) => [tenths, 2] as const));
      const snapshots = rows.flatMap(({ startPosition, time }) => {
        const held = { position: { coin: 'SUI', szi: startPosition, positionValue: '1' } };
        const state = { time: Number(time) - 1, assetPositions: startPosition === '0' ? [] : [held] };
        return readingOf(parseClearinghouseState(state, { file, wallet: WALLET })).inputs;
      });
      const fills = inputsOf(rows);
      expect(await derive(everything, [...snapshots, ...fills])).toEqual(await derive(everything, fills));
    }),
  );
});

it('trades of tokens never say more than was seen, and their kinds are true', async () => {
  const trades = fc.array(
    fc.record({ side: fc.constantFrom('BUY', 'SELL'), size: fc.integer({ min: 1, max: 9 }) }),
    {
      maxLength: 40,
    },
  );
  await fc.assert(
    fc.asyncProperty(trades, async (of) => {
      const rows = of.map((one, index) => trade({ ...one, timestamp: 1777635182 + index }));
      const { inputs } = readingOf(parsePolymarketTrades(rows, { file }));
      const events = await derive(everything, inputs);
      expect(events).toHaveLength(of.length);
      events.forEach(expectConsistent);
      expect(events.some(({ event_type }) => event_type === 'entry')).toBe(false);
      const { inputs: reversed } = readingOf(parsePolymarketTrades(rows.toReversed(), { file }));
      expect(await derive(everything, reversed)).toEqual(events);
    }),
  );
});
