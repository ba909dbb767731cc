import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { barsOf } from '../../../src/engines/bars.ts';
import {
  createCalibrator,
  type Detection,
  outcomeOf,
} from '../../../src/engines/reversals/reversal-calibration.ts';
import { detectReversals } from '../../../src/engines/reversals/reversals.ts';
import { ohlcv } from '../../../src/sources/ohlcv/ohlcv.ts';
import { readAll } from '../../sources/coingecko/reading.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { barsOfCloses } from '../reversals-bars.ts';

const long = (index: number): Detection => ({ direction: 'LONG', index });

/** Closes that are 100 at every tenth bar from 0 on, and in the bar after each of these move by what is said. */
const closesOf = (movesPct: readonly number[]) => {
  const closes: number[] = [100];
  for (const movePct of movesPct) {
    const to = (closes.at(-1) ?? 100) * (1 + movePct / 100);
    closes.push(...Array.from({ length: 10 }, () => to));
  }
  return barsOfCloses(closes);
};

describe('a calibration', () => {
  it('is of outcomes known at the close of its bar', () => {
    const bars = closesOf([1, 2]);
    const calibrate = createCalibrator(bars);
    expect(calibrate(long(0))).toMatchObject({ count: 0, score: 50 });
    // The outcome of the first is known at bar 10, not at bar 9.
    expect(createAndRun(bars, 0, 9)).toMatchObject({ count: 0 });
    expect(createAndRun(bars, 0, 10)).toMatchObject({ count: 1, hits: 1, score: 51.2 });
  });

  const createAndRun = (bars: ReturnType<typeof closesOf>, ...indexes: number[]) => {
    const calibrate = createCalibrator(bars);
    return indexes.map((index) => calibrate(long(index))).at(-1);
  };

  it('counts of two whose ten bars overlap the first alone', () => {
    const bars = closesOf([1, 2, 3]);
    expect(createAndRun(bars, 0, 5, 30)).toMatchObject({ count: 1 });
    expect(createAndRun(bars, 0, 10, 30)).toMatchObject({ count: 2 });
  });

  it('draws the share of hits towards a half: 30 of 30 are 71.4', () => {
    const indexes = Array.from({ length: 31 }, (_, index) => index * 10);
    const up = closesOf(indexes.map(() => 1));
    const found = createAndRun(up, ...indexes);
    // (30 + 20) / 70; the mean of 1 % times 30 / 70.
    expect(found).toEqual({ count: 30, hits: 30, score: 71.4, expectedPct: 0.43 });
    const down = closesOf(indexes.map(() => -1));
    expect(createAndRun(down, ...indexes)).toEqual({ count: 30, hits: 0, score: 28.6, expectedPct: -0.43 });
  });

  it('says no move under twenty outcomes, nor of one within two standard errors of none', () => {
    const indexes = Array.from({ length: 31 }, (_, index) => index * 10);
    expect(createAndRun(closesOf(indexes.map(() => 1)), ...indexes.slice(0, 20))?.expectedPct).toBeNull();
    const mixed = closesOf(indexes.map((_, index) => (index % 2 === 0 ? 3 : -2)));
    // Mean 0.5, deviation 2.54, standard error 0.46.
    expect(createAndRun(mixed, ...indexes)).toMatchObject({
      count: 30,
      hits: 15,
      score: 50,
      expectedPct: null,
    });
  });

  it('takes a move against a short as one', () => {
    const bars = closesOf([4]);
    expect(outcomeOf({ direction: 'SHORT', index: 0 }, bars)[0]).toBeCloseTo(-4, 12);
    expect(outcomeOf(long(1), bars)).toEqual([]);
  });
});

describeWithSharedData('reversals of all sample bars', 'mre', (folder) => {
  const files = ['binance', 'binance-ccxt', 'hyperliquid'].flatMap((name) =>
    readdirSync(join(folder, name)).map((file) => join(folder, name, file)),
  );
  const judged = async () => {
    const series = await Promise.all(files.map((file) => readAll(ohlcv, file)));
    return series.flatMap(({ inputs }) => {
      const bars = barsOf(inputs);
      return detectReversals(bars).flatMap((found) =>
        outcomeOf(found, bars).map((outcome) => ({ ...found, outcome })),
      );
    });
  };
  const sharePct = (rows: readonly { readonly outcome: number }[]) =>
    Math.round((1_000 * rows.filter(({ outcome }) => outcome > 0).length) / rows.length) / 10;

  it('are right in 49.9 % of the long and 44.7 % of the short ones: they are said to be about a half', async () => {
    const all = await judged();
    expect([all.length, sharePct(all.filter((one) => one.direction === 'LONG'))]).toEqual([834, 49.9]);
    expect(sharePct(all.filter((one) => one.direction === 'SHORT'))).toBe(44.7);
    for (const { calibration } of all) {
      expect(calibration.score).toBeGreaterThan(35);
      expect(calibration.score).toBeLessThan(61);
    }
    // Brier score: the mean square of what is said less what came; 0.25 is that of a coin.
    const brier = all.reduce(
      (sum, { calibration, outcome }) => sum + (calibration.score / 100 - (outcome > 0 ? 1 : 0)) ** 2,
      0,
    );
    expect(brier / all.length).toBeLessThan(0.25);
  });

  it('do not change when later bars are taken away', async () => {
    for (const file of files) {
      const bars = barsOf((await readAll(ohlcv, file)).inputs);
      const all = detectReversals(bars);
      for (const share of [0.3, 0.6, 0.9]) {
        const cut = Math.floor(bars.length * share);
        expect(detectReversals(bars.slice(0, cut)), file).toEqual(all.filter(({ index }) => index < cut));
      }
    }
  });
});
