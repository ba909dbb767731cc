import { describe, expect, it } from 'vitest';
import { type Card, type Component, dailyMetrics } from '../../../src/engines/scorecards/composite.ts';
import { isoDay } from '../../../src/engines/scorecards/day.ts';
import { pointsOf } from '../../../src/engines/scorecards/points.ts';
import { series } from './inputs.ts';

const fixed = (name: string, weight: number, list: Component['series']): Component => ({
  name,
  weight,
  series: list,
  carryDays: 2,
  effect: 'raises',
  scale: { kind: 'fixed', zeroAt: 0, hundredAt: 10 },
});

const card = (...components: readonly Component[]): Card => ({
  name: 'mrs',
  components,
  context: [],
  required: [],
});

function composites({ components, ...rest }: Card): Record<string, number | undefined> {
  return Object.fromEntries(
    [...dailyMetrics({ components, ...rest })].map(([day, { mrs }]) => [isoDay(day).slice(5), mrs]),
  );
}

describe('composites', () => {
  it('scale the weights of what is known up to 1, from 0.6 on', () => {
    const long = fixed('long', 0.6, series('2024-01-01', [2, 2, 2, 2, 2, 2]));
    const short = fixed('short', 0.4, series('2024-01-02', [12]));
    // With both 0.6 × 20 + 0.4 × 100; carried for two days, then alone.
    expect(composites(card(long, short))).toEqual({
      '01-01': 20,
      '01-02': 52,
      '01-03': 52,
      '01-04': 52,
      '01-05': 20,
      '01-06': 20,
    });
    expect(composites(card(fixed('a', 0.59, long.series))), 'too little to say').toEqual({});
    expect(composites(card(fixed('a', 0.3, long.series), fixed('b', 0.3, long.series)))['01-01']).toBe(20);
  });

  it('show inputs, scores and coverage; what lowers is turned round', () => {
    const down = { ...fixed('down', 1, series('2024-01-01', [3.123456])), effect: 'lowers' as const };
    const context = [{ name: 'seen', series: series('2024-01-01', [2.247591234e12]), carryDays: 0 }];
    const days = dailyMetrics({ ...card(down), context });
    expect([...days.values()]).toEqual([
      { mrs: 68.77, coverage_pct: 100, seen: 2247591234000, down: 3.1235, down_score: 68.77 },
    ]);
  });

  it('have no point without what is required', () => {
    const one = fixed('one', 1, series('2024-01-01', [1, 1]));
    const context = [{ name: 'needed', series: series('2024-01-02', [1]), carryDays: 0 }];
    expect(Object.keys(composites({ ...card(one), context, required: ['needed'] }))).toEqual(['01-02']);
  });
});

describe('points', () => {
  it('stamp a day with its start and a week, once its Sunday is there, with its Monday', () => {
    // Friday 2024-12-27 to Monday 2025-01-06.
    const days = [1, 2, 3, 4, 5, 6, 7, 8, 9, 9.5, 10];
    const points = pointsOf(card(fixed('one', 1, series('2024-12-27', days))));
    expect(points.filter(({ timeframe }) => timeframe === '1D')).toHaveLength(11);
    expect(points[0]).toMatchObject({ id: 'mrs-1d-2024-12-27', timestamp: new Date('2024-12-27T00:00:00Z') });
    const weeks = points.filter(({ timeframe }) => timeframe === '1W');
    expect(weeks.map(({ id, scorecard, data, timestamp }) => [id, scorecard, data.mrs, timestamp])).toEqual([
      ['mrs-1w-2024-12-23', 'mrs', 30, new Date('2024-12-23T00:00:00Z')],
      ['mrs-1w-2024-12-30', 'mrs', 95, new Date('2024-12-30T00:00:00Z')],
    ]);
  });
});
