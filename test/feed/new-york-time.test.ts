import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newYorkInstant } from '../../src/feed/new-york-time.ts';
import { acceptanceTime } from '../../src/sources/sec/day.ts';
import { filedAtOption, filedOn } from '../../src/sources/sec/filed.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);

describe('acceptance times are New York clock readings', () => {
  it.each([
    ['in winter', '20250110160730', '2025-01-10T21:07:30.000Z'],
    ['in summer', '20250715160730', '2025-07-15T20:07:30.000Z'],
    ['past midnight UTC', '20230606213204', '2023-06-07T01:32:04.000Z'],
    ['the last second of winter time', '20250309015959', '2025-03-09T06:59:59.000Z'],
    ['an hour that was skipped, as if clocks had not moved', '20250309023000', '2025-03-09T07:30:00.000Z'],
    ['the first second of summer time', '20250309030000', '2025-03-09T07:00:00.000Z'],
    ['before the hour that came twice', '20251102005959', '2025-11-02T04:59:59.000Z'],
    ['the hour that came twice: its second pass', '20251102013000', '2025-11-02T06:30:00.000Z'],
    ['after it', '20251102020000', '2025-11-02T07:00:00.000Z'],
    ['under the rules before 2007', '20060402120000', '2006-04-02T16:00:00.000Z'],
    ['midnight', '20250110000000', '2025-01-10T05:00:00.000Z'],
  ])('%s', (_, text, expected) => {
    expect(acceptanceTime(text)?.toISOString()).toBe(expected);
  });

  it.each(['20250230120000', '20251301120000', '20250110240000', '20250110126000', '2025011016073', ''])(
    'refuses %j',
    (text) => {
      expect(acceptanceTime(text)).toBeNull();
    },
  );
});

describe('a form of which only the day is known', () => {
  it.each([
    ['winter', '2025-01-08', '2025-01-09T03:00:00.000Z'],
    ['summer', '2025-07-08', '2025-07-09T02:00:00.000Z'],
    ['the eve of summer time', '2025-03-08', '2025-03-09T03:00:00.000Z'],
    ['the first day of summer time', '2025-03-09', '2025-03-10T02:00:00.000Z'],
    ['the eve of winter time', '2025-11-01', '2025-11-02T02:00:00.000Z'],
    ['the first day of winter time', '2025-11-02', '2025-11-03T03:00:00.000Z'],
  ])('is public at 22:00 New York: %s', (_, filed, expected) => {
    expect(filedOn(day(filed))).toEqual({
      at: day(filed),
      availableAt: new Date(expected),
      day: day(filed),
    });
  });

  it('is what --filed-at at midnight UTC means; any other time is an acceptance', () => {
    expect(filedAtOption(day('2025-08-28')).availableAt).toEqual(new Date('2025-08-29T02:00:00Z'));
    const at = new Date('2025-08-28T20:15:00Z');
    expect(filedAtOption(at)).toEqual({ at, availableAt: at, day: null });
  });
});

it('is the inverse of showing an instant in New York, save for the hour that comes twice', () => {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const seconds = { min: Date.UTC(1990, 0, 1) / 1000, max: Date.UTC(2045, 0, 1) / 1000 };
  fc.assert(
    fc.property(fc.integer(seconds), (second) => {
      const [year, month, dayOfMonth, hour, minute, seconds] = shown
        .format(second * 1000)
        .split(/\D/)
        .map(Number) as [number, number, number, number, number, number];
      const at = newYorkInstant({ year, month, day: dayOfMonth, hour, minute, second: seconds });
      expect(shown.format(at)).toBe(shown.format(second * 1000));
      expect(at.getTime() - second * 1000).toBeOneOf([0, 3_600_000]);
    }),
    { numRuns: 2_000 },
  );
});
