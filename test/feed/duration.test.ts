import { describe, expect, it } from 'vitest';
import { before, isWholeDays, parseDuration } from '../../src/feed/duration.ts';

const at = (text: string) => new Date(text);
function earlier(text: string, duration: string): string {
  const parsed = parseDuration(duration) ?? expect.unreachable(duration);
  return before(at(text), parsed).toISOString();
}

describe('durations', () => {
  it.each([
    ['P30D', '2026-02-02T05:06:00.000Z'],
    ['P2W', '2026-02-18T05:06:00.000Z'],
    ['PT36H', '2026-03-02T17:06:00.000Z'],
    ['P1DT1M30S', '2026-03-03T05:04:30.000Z'],
    ['P1Y2M3W4DT5H6M7S', '2024-12-09T23:59:53.000Z'],
    ['P100Y', '1926-03-04T05:06:00.000Z'],
  ])('%s before the 4th of March 2026 is %s', (duration, start) => {
    expect(earlier('2026-03-04T05:06:00Z', duration)).toBe(start);
  });

  it('months are those of the calendar, and never reach into the next one', () => {
    expect(earlier('2026-03-31T00:00:00Z', 'P1M')).toBe('2026-02-28T00:00:00.000Z');
    expect(earlier('2024-03-31T00:00:00Z', 'P1M')).toBe('2024-02-29T00:00:00.000Z');
    expect(earlier('2024-02-29T00:00:00Z', 'P1Y')).toBe('2023-02-28T00:00:00.000Z');
    expect(earlier('2026-01-15T00:00:00Z', 'P13M')).toBe('2024-12-15T00:00:00.000Z');
    expect(earlier('2026-03-31T00:00:00Z', 'P1M1D')).toBe('2026-02-27T00:00:00.000Z');
  });

  it.each([
    '',
    'P',
    'PT',
    'P1DT',
    '30D',
    'P0D',
    'PT0S',
    'P-1D',
    '-P1D',
    'P1.5D',
    'P1H',
    'p30d',
    ' P1D',
    'P1D ',
    'P1Y1D1M',
  ])('"%s" is none', (text) => {
    expect(parseDuration(text)).toBeNull();
  });

  it.each(['P101Y', 'P1201M', 'P36526D', 'P9999999Y', 'P99999999999D', 'PT9999999H', 'P60Y600M'])(
    '%s is too long',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );

  it('are of whole days or not', () => {
    const isWhole = (text: string) => isWholeDays(parseDuration(text) ?? expect.unreachable(text));
    expect(['P1D', 'P1W', 'P1M', 'P1Y'].map(isWhole)).toEqual([true, true, true, true]);
    expect(['PT24H', 'P1DT1S'].map(isWhole)).toEqual([false, false]);
  });
});
