import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText } from '../../../src/engines/bars.ts';
import { detectReversals } from '../../../src/engines/reversals/reversals.ts';
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

  it('upside down is an overbought reversal', () => {
    const [up] = detectReversals(barsOfCloses(SELL_OFF.map((close) => 200 - close)));
    expect(up).toMatchObject({ what: 'overbought', direction: 'SHORT', index: 43 });
  });

  it('says nothing of what follows, for it is the first', () => {
    const [found] = detectReversals(bars);
    expect(found?.calibration).toEqual({ count: 0, hits: 0, score: 50, expectedPct: null });
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
    const moves = SELL_OFF.slice(1).map((close, index) => close - (SELL_OFF[index] ?? 0));
    const wilder = (values: readonly number[]) =>
      values
        .slice(14)
        .reduce((mean, value) => (mean * 13 + value) / 14, values.slice(0, 14).reduce((a, b) => a + b) / 14);
    const gain = wilder(moves.map((move) => Math.max(0, move)));
    const loss = wilder(moves.map((move) => Math.max(0, -move)));
    const last = readingsOf(barsOfCloses(SELL_OFF)).at(-1);
    expect(last?.rsi).toBeCloseTo((100 * gain) / (gain + loss), 9);
    const inBands = SELL_OFF.slice(-20);
    const mean = inBands.reduce((sum, close) => sum + close, 0) / 20;
    const deviation = Math.sqrt(inBands.reduce((sum, close) => sum + (close - mean) ** 2, 0) / 20);
    expect(last?.lower).toBeCloseTo(mean - 2 * deviation, 9);
    expect(last?.deviation).toBeCloseTo(deviation, 9);
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

  it('have scores within 0 and 100 out of outcomes that were known', () => {
    fc.assert(
      fc.property(walks, (walk) => {
        const counts = { oversold: 0, overbought: 0 };
        for (const { calibration, what, direction } of detectReversals(barsOfCloses(walk, 0.1))) {
          expect(calibration.score).toBeGreaterThan(0);
          expect(calibration.score).toBeLessThan(100);
          expect(calibration.hits).toBeLessThanOrEqual(calibration.count);
          expect(calibration.count).toBeLessThanOrEqual(counts[what]);
          counts[what] += 1;
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
