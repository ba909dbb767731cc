import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText } from '../../../src/engines/bars.ts';
import { CURRENT_BARS, detectReversals } from '../../../src/engines/reversals/reversals.ts';
import { readingsOf } from '../../../src/engines/reversals/reversals-readings.ts';
import { barsOfCloses, SELL_OFF } from '../reversals-bars.ts';

describe('a sell-off that turns', () => {
  const bars = barsOfCloses(SELL_OFF);

  it('is one oversold reversal, at the bar that turns', () => {
    expect(detectReversals(bars)).toEqual([
      expect.objectContaining({ what: 'oversold', direction: 'LONG', index: 43, price: 96 }),
    ]);
    expect(detectReversals(bars.slice(0, -1))).toEqual([]);
  });

  it('is scored and sized by the formulas', () => {
    const [at, now] = [readingsOf(bars)[42], readingsOf(bars)[43]];
    if (!at || !now) throw new Error('no readings');
    // Closes in the bands: 17 of 100 or 101 (sum 1708), 97, 93, 88: mean 99.3.
    const inBands = SELL_OFF.slice(23, 43);
    const mean = inBands.reduce((sum, close) => sum + close, 0) / 20;
    const deviation = Math.sqrt(inBands.reduce((sum, close) => sum + (close - mean) ** 2, 0) / 20);
    expect(at.lower).toBeCloseTo(mean - 2 * deviation, 9);
    const score =
      40 +
      20 * ((30 - at.rsi) / 30) +
      20 * Math.min(1, (at.lower - 88) / deviation) +
      20 * Math.min(1, 8 / now.atr);
    const returns = SELL_OFF.slice(24).map((close, index) => Math.log(close / (SELL_OFF[index + 23] ?? 0)));
    const middle = returns.reduce((sum, one) => sum + one, 0) / 20;
    const volatility = Math.sqrt(returns.reduce((sum, one) => sum + (one - middle) ** 2, 0) / 20);
    const [found] = detectReversals(bars);
    expect(found?.score).toBeCloseTo(score, 1);
    expect(found?.expectedPct).toBeCloseTo(100 * volatility * Math.sqrt(CURRENT_BARS), 2);
  });

  it('upside down is an overbought reversal with the same score', () => {
    const [down] = detectReversals(bars);
    const [up] = detectReversals(barsOfCloses(SELL_OFF.map((close) => 200 - close)));
    expect(up).toMatchObject({ what: 'overbought', direction: 'SHORT', index: 43, score: down?.score });
  });

  it('must turn within three bars after the last extreme one', () => {
    // From 91 on the closes lie within the bands, and fall.
    const slow = [...SELL_OFF.slice(0, 43), 91, 90.5];
    expect(detectReversals(barsOfCloses([...slow, 96])).map(({ index }) => index)).toEqual([45]);
    expect(detectReversals(barsOfCloses([...slow, 90, 96]))).toEqual([]);
  });

  it('says what it saw', () => {
    expect(detectReversals(bars)[0]?.condition).toMatch(
      /^RSI\(14\) \d+\.\d and close \d+\.\d\d% below the lower Bollinger\(20,2\) band 1 bar before; close and MACD histogram turned up, RSI \d+\.\d$/,
    );
  });
});

describe('readings', () => {
  it('are those of Wilder and Bollinger by their definitions', () => {
    const bars = barsOfCloses(SELL_OFF);
    const moves = SELL_OFF.slice(1).map((close, index) => close - (SELL_OFF[index] ?? 0));
    const wilder = (values: readonly number[]) =>
      values
        .slice(14)
        .reduce((mean, value) => (mean * 13 + value) / 14, values.slice(0, 14).reduce((a, b) => a + b) / 14);
    const gain = wilder(moves.map((move) => Math.max(0, move)));
    const loss = wilder(moves.map((move) => Math.max(0, -move)));
    const ranges = bars.map(({ high, low }) => high - low); // no gaps, so the true range is the range
    const last = readingsOf(bars).at(-1);
    expect(last?.rsi).toBeCloseTo((100 * gain) / (gain + loss), 9);
    expect(last?.atr).toBeCloseTo(wilder(ranges), 9);
  });

  it('begin when the slowest indicator has run in', () => {
    const readings = readingsOf(barsOfCloses(SELL_OFF));
    expect(readings.findIndex((one) => one !== null)).toBe(34);
  });
});

describe('any bars', () => {
  /** Walks with momentum, so that extremes and turns are common. */
  const walks = fc
    .array(
      fc.record({ movePerMille: fc.integer({ min: -40, max: 40 }), bars: fc.integer({ min: 1, max: 8 }) }),
      {
        minLength: 15,
        maxLength: 50,
      },
    )
    .map((legs) => {
      let close = 100;
      return legs.flatMap(({ movePerMille, bars }) =>
        Array.from({ length: bars }, () => {
          close *= 1 + movePerMille / 1_000;
          return close;
        }),
      );
    });

  it('have the same reversals whatever bars come later', () => {
    let detections = 0;
    fc.assert(
      fc.property(walks, walks, fc.double({ min: 0, max: 1, noNaN: true }), (walk, other, share) => {
        const cut = Math.floor(walk.length * share);
        const all = detectReversals(barsOfCloses(walk, 0.1));
        const known = detectReversals(barsOfCloses(walk.slice(0, cut), 0.1));
        const elsewhere = detectReversals(barsOfCloses([...walk.slice(0, cut), ...other], 0.1));
        expect(known).toEqual(all.filter(({ index }) => index < cut));
        expect(known).toEqual(elsewhere.filter(({ index }) => index < cut));
        detections += all.length;
      }),
      { numRuns: 300 },
    );
    expect(detections).toBeGreaterThan(100);
  });

  it('have scores within 40 and 100 and moves of a size', () => {
    fc.assert(
      fc.property(walks, (walk) => {
        for (const { score, expectedPct, what, direction } of detectReversals(barsOfCloses(walk, 0.1))) {
          expect(score).toBeGreaterThanOrEqual(40);
          expect(score).toBeLessThanOrEqual(100);
          expect(expectedPct).toBeGreaterThan(0);
          expect(direction).toBe(what === 'oversold' ? 'LONG' : 'SHORT');
        }
      }),
    );
  });

  it('that do not move, or are few, have none', () => {
    expect(detectReversals(barsOfCloses([...Array.from({ length: 60 }, () => 0.1), 0.09], 0))).toEqual([]);
    expect(detectReversals(barsOfCloses(SELL_OFF.slice(-10)))).toEqual([]);
    expect(detectReversals([])).toEqual([]);
  });
});

describe('decimal text', () => {
  it.each([
    [61801, '61801'],
    [0.00002854, '0.00002854'],
    [1.5e-7, '0.00000015'],
    [2e-12, '0.000000000002'],
    [1e21, '1000000000000000000000'],
  ])('of %d is %s', (price, text) => {
    expect(decimalText(price)).toBe(text);
  });
});
