import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueAt } from '../../src/feed/feed.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { SCORECARDS, scorecardPoints } from '../../src/feeds/scorecards/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { DAY, later, marketAt, recordsOf } from './support.ts';

/** What a free key may see: seven days of history, insider data a day late. */
function expectFilled(seed: number, now: Date): void {
  const batches = marketAt(now, seed).initial();
  const floor = later(now, -7 * DAY);
  const ceiling = later(now, -DAY);
  const inWindow = (at: Date) => at >= floor && at <= now;

  for (const { feed, records } of batches) {
    const { clock } = feed;
    if (clock === null) expect(records.length, feed.module).toBeGreaterThan(0);
    else {
      const visible = records.filter((record) => {
        const value = valueAt(record, clock);
        return inWindow(value instanceof Date ? value : new Date(`${value}Z`));
      });
      expect(visible.length, feed.module).toBeGreaterThan(2);
      const future = records.filter((record) => {
        const value = valueAt(record, clock);
        return (value instanceof Date ? value : new Date(`${value}Z`)) > now;
      });
      expect(future, feed.module).toEqual([]);
    }
  }

  const filings = recordsOf(batches, insiderFilings).filter(
    (filing) => filing.filing_date >= floor && filing.filing_date < ceiling,
  );
  expect(filings.length).toBeGreaterThan(20);
  const buyers = Map.groupBy(
    filings.filter((filing) => filing.transaction_direction === 'buy'),
    (filing) => filing.ticker,
  );
  const clusters = [...buyers.values()].filter(
    (purchases) => new Set(purchases.map((filing) => filing.insider_name)).size >= 3,
  );
  expect(clusters.length).toBeGreaterThan(0);

  const insiderSignals = recordsOf(batches, signals).filter(
    ({ source, timestamp }) => source === 'insider' && timestamp >= floor && timestamp < ceiling,
  );
  expect(insiderSignals.length).toBeGreaterThan(0);
  const points = recordsOf(batches, scorecardPoints).filter(({ timestamp }) => inWindow(timestamp));
  expect(new Set(points.map(({ scorecard }) => scorecard))).toEqual(new Set(SCORECARDS));
}

test.each([
  '2026-01-01T00:00:00.000Z',
  '2025-12-25T23:59:59.999Z',
  '2028-02-29T12:00:00.000Z',
  '2026-03-07T09:00:00.000Z', // Saturday
  '2026-03-08T09:00:00.000Z', // Sunday, the clocks change in New York
  '2026-03-09T00:00:00.001Z', // Monday, right after midnight
  '2026-10-31T23:30:00.000Z',
])('a free key sees every module at %s', (now) => {
  expectFilled(1, new Date(now));
});

test('a free key sees every module whenever the demo starts, whatever the seed', () => {
  const now = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(now, fc.integer(), (at, seed) => {
      expectFilled(seed, at);
    }),
    { numRuns: 40 },
  );
}, 60_000);
