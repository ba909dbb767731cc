import { expect, it } from 'vitest';
import { barsOf } from '../../../src/engines/bars.ts';
import { detectReversals } from '../../../src/engines/reversals/reversals.ts';
import { readingsOf } from '../../../src/engines/reversals/reversals-readings.ts';
import { ohlcv } from '../../../src/sources/ohlcv/ohlcv.ts';
import { readAll } from '../../sources/coingecko/reading.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';

describeWithSharedData('docs/methodology/reversals.md', 'mre/binance/BTCUSDT-1d.csv.gz', (file) => {
  it('has a worked example that the file gives', async () => {
    const bars = barsOf((await readAll(ohlcv, file)).inputs);
    const last = detectReversals(bars).at(-1);
    expect(last).toMatchObject({
      openAt: new Date('2024-06-25T00:00:00Z'),
      price: 61801,
      calibration: { count: 7, hits: 2, score: 46.8, expectedPct: null },
    });
    const before = readingsOf(bars)[(last?.index ?? 0) - 1];
    expect(before?.close).toBe(60345);
    expect(before?.rsi).toBeCloseTo(25.8, 1);
    expect(before?.lower).toBeCloseTo(61360.69, 2);
  });
});
