import { expect, it } from 'vitest';
import { formats } from '../../../src/sources/index.ts';
import { sampleFiles, sampleOptions } from '../../support/sample-files.ts';
import { SAMPLES } from '../../support/samples.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';

const SETS = SAMPLES.filter(({ files: [first = ''] }) => first.startsWith('prices/'));

describeWithSharedData('real files of daily bars', '.', (folder) => {
  /** What the files of all sets become: counts by kind and reason, and bars by series and day. */
  async function readAll() {
    const counts: Record<string, number> = {};
    const bars = new Map<string, Readonly<Record<string, unknown>>>();
    for (const set of SETS) {
      const format = formats.find(({ name }) => name === set.format);
      if (!format) throw new Error(`no format ${set.format}`);
      for await (const item of format.read(sampleFiles(folder, set), sampleOptions(set))) {
        if (item.kind === 'capture' || item.kind === 'entry') continue;
        const what =
          item.kind === 'input'
            ? `${set.format} bars`
            : `${set.format} ${item.kind} ${'reason' in item ? item.reason : ''}`;
        counts[what] = (counts[what] ?? 0) + 1;
        if (item.kind === 'input') bars.set(`${item.input.series} ${item.input.key}`, item.input.data);
      }
    }
    return { counts, bars };
  }

  it('are read whole', async () => {
    const { counts, bars } = await readAll();
    expect(counts).toEqual({
      'alpaca-bars bars': 542,
      'alphavantage-daily bars': 6976,
      'finnhub-candles bars': 688,
      'fmp-prices bars': 910,
      'polygon-aggregates bars': 5612,
      'quandl-wiki bars': 3832,
      'stooq-daily bars': 7884,
      'stooq-daily skipped session not over yet': 1,
      'tiingo-daily bars': 2835,
      'yahoo-chart bars': 5930,
      'yahoo-chart skipped session not over yet': 1,
      'yahoo-history bars': 20638,
      'yahoo-history rejected open or close outside high and low': 2,
    });
    // The 7-for-1 and 4-for-1 splits of AAPL and the dividends around them, as each provider tells them.
    expect(bars.get('AAPL|quandl|raw+events 2014-06-09')).toMatchObject({ c: 93.7, s: 7 });
    expect(bars.get('AAPL|alphavantage|raw+events 2014-06-09')).toMatchObject({ c: 93.7, s: 7 });
    expect(bars.get('AAPL|alphavantage|raw 2014-06-09')).toEqual({
      o: 92.7,
      h: 93.88,
      l: 91.75,
      c: 93.7,
      v: 75414997,
    });
    expect(bars.get('AAPL|tiingo|raw+events 2020-08-31')).toMatchObject({ c: 129.04, s: 4 });
    expect(bars.get('AAPL|tiingo|raw+events 2020-08-07')).toMatchObject({ c: 444.45, d: 0.82 });
    expect(bars.get('AAPL|tiingo|raw+events 2020-08-06')).not.toHaveProperty('d');
    // The 10-for-1 split of NVDA, as traded and smoothed.
    expect(bars.get('NVDA|alpaca|raw 2024-06-07')).toMatchObject({ c: 1208.88 });
    expect(bars.get('NVDA|stooq|total@2026-07-22 2024-06-07')?.c).toBeCloseTo(120.8, 0);
    // Each capture of adjusted prices is a series: that of 2024 was before the split, that of 2025 behind it.
    expect(bars.get('NVDA|yahoo|splits+total@2024-03-09 2022-01-28')?.c).toBeCloseTo(228.4, 1);
    expect(bars.get('NVDA|yahoo|splits+total@2025-02-21 2022-01-28')?.c).toBeCloseTo(22.84, 2);
    expect(bars.get('MUV2.DE|yahoo|splits+total@2025-04-24 2018-05-25')).toMatchObject({
      cur: 'EUR',
      tz: 'Europe/Berlin',
    });
    expect(bars.get('BRK.A|quandl|raw+events 2014-12-31')).toMatchObject({ c: 226000 });
  }, 600_000);
});
