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
    [...dailyMetrics({ components, ...rest })].map(([day, { metrics }]) => [
      isoDay(day).slice(5),
      metrics.mrs,
    ]),
  );
}

describe('composites', () => {
  it('scale the weights of what has been known up to 1, and hold what lapses', () => {
    const long = fixed('long', 0.6, series('2024-01-01', [2, 2, 2, 2, 2, 2]));
    const short = fixed('short', 0.4, series('2024-01-02', [12]));
    // With both 0.6 × 20 + 0.4 × 100; carried for two days, then held.
    expect(composites(card(long, short))).toEqual({
      '01-01': 20,
      '01-02': 52,
      '01-03': 52,
      '01-04': 52,
      '01-05': 52,
      '01-06': 52,
    });
    const shown = [...dailyMetrics(card(long, short)).values()].map(({ metrics }) => metrics);
    expect(shown.map(({ coverage_pct }) => coverage_pct)).toEqual([60, 100, 100, 100, 60, 60]);
    expect(shown.map(({ short_stale_days }) => short_stale_days)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      1,
      2,
    ]);
    expect(shown.map(({ short_score }) => short_score)).toEqual([undefined, 100, 100, 100, 100, 100]);
    expect(shown.map(({ short: value }) => value)).toEqual([undefined, 12, 12, 12, undefined, undefined]);
  });

  it('need 0.6 of the weight to be fresh', () => {
    const long = fixed('long', 0.6, series('2024-01-01', [2, 2, 2, 2, 2, 2]));
    const short = fixed('short', 0.4, series('2024-01-01', [12]));
    const lapsed = fixed('long', 0.6, short.series);
    expect(Object.keys(composites(card(lapsed, fixed('short', 0.4, long.series))))).toEqual([
      '01-01',
      '01-02',
      '01-03',
    ]);
    expect(composites(card(fixed('a', 0.59, long.series))), 'too little to say').toEqual({});
    expect(composites(card(fixed('a', 0.3, long.series), fixed('b', 0.3, long.series)))['01-01']).toBe(20);
  });

  it('show inputs, scores and coverage; what lowers is turned round', () => {
    const down = { ...fixed('down', 1, series('2024-01-01', [3.123456])), effect: 'lowers' as const };
    const context = [{ name: 'seen', series: series('2024-01-01', [2.247591234e12]), carryDays: 0 }];
    const days = dailyMetrics({ ...card(down), context });
    const metrics = { mrs: 68.77, coverage_pct: 100, seen: 2247591234000, down: 3.1235, down_score: 68.77 };
    expect([...days.values()]).toEqual([{ metrics, isVintageKnown: true }]);
  });

  it('know their vintage where every value they rest on was captured in time', () => {
    const list = series('2024-01-01', [1, 2, 3, 4]);
    const late = list.map((one, index) => (index === 1 ? { ...one, vintage: 'unknown' as const } : one));
    const knownOf = (component: Component) =>
      [...dailyMetrics(card(component)).values()].map(({ isVintageKnown }) => isVintageKnown);
    expect(knownOf(fixed('a', 1, list))).toEqual([true, true, true, true]);
    expect(knownOf(fixed('a', 1, late))).toEqual([true, false, true, true]);
    // A percentile rests on its whole window.
    const ranked = { ...fixed('a', 1, late), scale: { kind: 'percentile', minCount: 1 } } as const;
    expect(knownOf(ranked)).toEqual([true, false, false, false]);
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
