import { expect, test } from 'vitest';
import { markerGroups } from '../../../src/web/panels/marker-groups.ts';

const HOUR = 3_600;
const candles = Array.from({ length: 6 }, (_, n) => ({ time: n * HOUR }));

/** In a candle, some minutes after it opened. */
const event = (
  id: string,
  candle: number,
  minute: number,
  kind: 'signal' | 'whale' = 'whale',
  tone: 'up' | 'down' = 'up',
) => ({
  id,
  at: (candle * HOUR + minute * 60) * 1_000,
  kind,
  tone,
});
const groups = (step: number, ...events: readonly ReturnType<typeof event>[]) =>
  markerGroups(events, candles, step).map(
    ({ time, events: those }) => `${time / HOUR}: ${those.map(({ id }) => id).join()}`,
  );

test('a marker stands on the candle of its event', () => {
  expect(groups(1, event('late', 5, 59), event('early', 2, 0))).toEqual(['2: early', '5: late']);
});

test('where there is no room, events within some candles share one, on the candle of the newest', () => {
  expect(groups(3, event('newest', 4, 10), event('middle', 3, 5), event('old', 1, 0))).toEqual([
    '1: old',
    '4: newest,middle',
  ]);
});

test('signals and trades, and the two directions, have markers of their own', () => {
  const both = [event('signal', 5, 40, 'signal'), event('up', 5, 30), event('down', 5, 20, 'whale', 'down')];
  expect(groups(3, ...both)).toEqual(['5: signal', '5: up', '5: down']);
});

test('what was before the first candle, or days after the last, has none', () => {
  expect(groups(1, event('after', 5 + 97, 0), event('before', -1, 0))).toEqual([]);
  expect(groups(1, event('weekend', 5 + 95, 0))).toEqual(['5: weekend']);
});
