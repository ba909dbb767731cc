import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { factorsAt, type PriceEvent } from '../../src/feed/price-adjustment.ts';
import { readText } from '../../src/sources/read-file.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

/** Columns of files in which a provider gives prices as traded, the events, and a close adjusted by itself. */
const FILES = [
  [
    'tiingo/AAPL_daily_2018_2025.csv.gz',
    { day: 'date', close: 'close', adjusted: 'adjClose', dividend: 'divCash', split: 'splitFactor' },
  ],
  [
    'alphavantage/daily_adjusted_AAPL.csv.gz',
    {
      day: 'timestamp',
      close: 'close',
      adjusted: 'adjusted_close',
      dividend: 'dividend_amount',
      split: 'split_coefficient',
    },
  ],
  [
    'alphavantage/daily_adjusted_SPY.csv.gz',
    {
      day: 'timestamp',
      close: 'close',
      adjusted: 'adjusted_close',
      dividend: 'dividend_amount',
      split: 'split_coefficient',
    },
  ],
  [
    'quandl/WIKI-AAPL.csv.gz',
    { day: 'Date', close: 'Close', adjusted: 'Adj. Close', dividend: 'Ex-Dividend', split: 'Split Ratio' },
  ],
] as const;

/** Alpha Vantage rounds its closes, and with them its factors. */
const WITHIN = 2e-6;

describeWithSharedData('adjusted prices', 'prices', (folder) => {
  it.each(FILES)('of %s are what its provider computes', async (file, names) => {
    const rows = parse(await readText(join(folder, file)), { columns: true }) as Record<string, string>[];
    const days = rows
      .map((row) => ({
        day: (row[names.day] ?? '').slice(0, 10),
        close: Number(row[names.close]),
        adjusted: Number(row[names.adjusted]),
        dividend: Number(row[names.dividend]),
        split: Number(row[names.split]),
      }))
      .toSorted((one, other) => (one.day < other.day ? -1 : 1));
    const events = days.flatMap(({ day, dividend, split, close }): PriceEvent[] =>
      dividend === 0 && split === 1 ? [] : [{ day, dividend, split, close }],
    );
    expect(events.length).toBeGreaterThan(20);
    // Their newest day may lie behind a dividend that the file does not have: all prices are on the scale of that day.
    const newest = days.at(-1);
    const scale = (newest?.adjusted ?? 0) / (newest?.close ?? 1);
    const worst = Math.max(
      ...days.map(({ day, close, adjusted }) => {
        const own = close * factorsAt(day, events, 'SPLITS_AND_DIVIDENDS').price * scale;
        return Math.abs(own / adjusted - 1);
      }),
    );
    expect(worst).toBeLessThan(WITHIN);
  });
});
