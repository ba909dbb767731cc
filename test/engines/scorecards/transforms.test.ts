import { describe, expect, it } from 'vitest';
import { addWorkingDays, isoDay, weekday } from '../../../src/engines/scorecards/day.ts';
import { netLiquidity } from '../../../src/engines/scorecards/gls.ts';
import { observationsOf } from '../../../src/engines/scorecards/observations.ts';
import { trailingPercentiles } from '../../../src/engines/scorecards/percentile.ts';
import { releaseOf } from '../../../src/engines/scorecards/release.ts';
import { changeAbs, changePct, realisedVolatilityPct } from '../../../src/engines/scorecards/transforms.ts';
import { macroInput } from '../../../src/sources/macro/macro-input.ts';
import { dayOf, series, values } from './inputs.ts';

describe('transforms', () => {
  it('percentiles are mid-ranks in the window that ends with the observation', () => {
    // 3 of {1, 5, 3}: one below, itself half: 1.5 of 3. The second 5 of {5, 3, 5}: one below, two halves: 2 of 3.
    const scores = trailingPercentiles(series('2024-01-01', [1, 5, 3, 5]), 3, 2);
    expect(scores.map((one) => one?.score)).toEqual([undefined, 75, 50, expect.closeTo(66.667, 3)]);
  });

  it('changes look back a number of days, or up to the slack further', () => {
    const weekly = series('2024-01-03', [100, 110, 99], 7);
    expect(changePct(weekly, 7, 0)).toEqual([
      { ...weekly[1], value: expect.closeTo(10, 9) },
      { ...weekly[2], value: expect.closeTo(-10, 9) },
    ]);
    expect(changePct(weekly, 6, 0)).toEqual([]);
    expect(values(changeAbs(weekly, 6, 1))).toEqual([10, -11]);
    expect(changePct(series('2017-09-27', [0, 5]), 1, 0), 'nothing grows out of nothing').toEqual([]);
  });

  it('realised volatility: 1 % up and down every day is √365 % a year', () => {
    const closes = Array.from({ length: 31 }, (_, day) => 100 * (day % 2 === 0 ? 1 : Math.exp(0.01)));
    const [only, ...rest] = realisedVolatilityPct(series('2024-01-01', closes), 30);
    expect(rest).toEqual([]);
    expect(isoDay(only?.day ?? 0)).toBe('2024-01-31');
    expect(only?.value).toBeCloseTo(Math.sqrt(365), 9);
    expect(realisedVolatilityPct(series('2024-01-01', closes).toSpliced(5, 1), 30), 'a gap').toEqual([]);
  });

  it('net liquidity: millions − millions − billions in billions, with the repos known last', () => {
    // The Fed on 2024-12-18: assets 6,889,332 and treasury 767,932 millions, repos 131.8 billions a day before.
    const net = netLiquidity(
      series('2024-12-18', [6_889_332, 1], 7),
      series('2024-12-18', [767_932]),
      series('2024-12-17', [131.8]),
    );
    expect(values(net)).toEqual([expect.closeTo(5989.6, 9)]);
  });
});

describe('days', () => {
  it('know weeks and working days', () => {
    expect(['2024-12-30', '2025-01-05', '1969-12-29'].map((day) => weekday(dayOf(day)))).toEqual([0, 6, 0]);
    expect(isoDay(addWorkingDays(dayOf('2024-12-27'), 1)), 'Friday to Monday').toBe('2024-12-30');
    expect(isoDay(addWorkingDays(dayOf('2024-12-28'), 1)), 'Saturday to Monday').toBe('2024-12-30');
  });
});

describe('observations', () => {
  const walcl = releaseOf('FRED:WALCL'); // known two days after its Wednesday
  const of = (...captures: readonly (readonly [at: string, value: number])[]) =>
    values(
      observationsOf(
        captures.map(([at, value]) => macroInput('FRED:WALCL', '2024-12-18', at, value)),
        walcl,
      ),
    );

  it('are those captured until the release, whatever is revised later', () => {
    expect(of(['2024-12-18', 1], ['2024-12-20', 2], ['2024-12-25', 3])).toEqual([2]);
    expect(of(['2024-12-25', 3], ['2024-12-20', 2], ['2024-12-18', 1])).toEqual([2]);
    expect(of(['2024-12-31', 4], ['2024-12-25', 3]), 'none in time: the first').toEqual([3]);
    expect(of(['2024-12-20T10:00:00Z', 5], ['2024-12-20T23:59:59Z', 6], ['2024-12-21T00:00:00Z', 7])).toEqual(
      [6],
    );
    expect(of(['2024-12-20', 9], ['2024-12-20', 8])).toEqual([8]);
  });

  it('may come without a capture time, and without sense', () => {
    const input = (key: string, value: unknown) => ({ kind: 'macro', series: 'x', key, data: { value } });
    const inputs = [
      input('2024-12-18', 1),
      input('soon', 2),
      input('2024-12-19', '3'),
      input('2024-12-17', 4),
    ];
    expect(values(observationsOf(inputs, walcl))).toEqual([4, 1]);
  });
});

describe('release lags', () => {
  it.each([
    ['FRED:VIXCLS', '2024-12-27', '2024-12-30'],
    ['FRED:DTWEXBGS', '2024-12-23', '2024-12-31'],
    ['FRED:WALCL', '2024-12-25', '2024-12-27'],
    ['FRED:STLFSI4', '2024-12-20', '2024-12-27'],
    ['FRED:FEDFUNDS', '2024-11-01', '2024-12-07'],
    ['FRED:M2SL', '2024-11-01', '2024-12-31'],
    ['COINGECKO:btc_dominance', '2026-08-14', '2026-08-14'],
  ])('%s of %s is known on %s', (id, day, known) => {
    expect(isoDay(releaseOf(id).knownOn(dayOf(day)))).toBe(known);
  });
});
