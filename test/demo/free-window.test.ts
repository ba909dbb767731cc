import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Known, KnownPrecision } from '../../src/feed/known.ts';
import { simulatedFeeds } from '../../src/feeds/index.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { SCORECARDS, scorecardPoints } from '../../src/feeds/scorecards/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { DAY, later, startMemoryDemo } from './support.ts';

const DAYS_AHEAD: Readonly<Record<KnownPrecision, number>> = { EXACT: 0, DAY: 1, ESTIMATED: 46 };

/** What a free key may see: seven days of history, insider data a day late. */
async function expectFilled(seed: number, now: Date): Promise<void> {
  const demo = await startMemoryDemo(now, seed);
  const floor = later(now, -7 * DAY);
  const ceiling = later(now, -DAY);
  const inWindow = (at: Date) => at >= floor && at <= now;

  for (const feed of simulatedFeeds) {
    const { clock } = feed;
    const records = demo.of(feed);
    if (clock === null) expect(records.length, feed.module).toBeGreaterThan(0);
    else {
      const known = records.map((record) => record as unknown as Known); // every record is
      expect(known.filter(({ known_from: at }) => inWindow(at)).length, feed.module).toBeGreaterThan(2);
      // What is filed today is known by its end; a report without a filing day about when it is due.
      const last = (precision: KnownPrecision) => later(now, DAYS_AHEAD[precision] * DAY);
      const ahead = known.filter(({ known_from: at, known_precision }) => at > last(known_precision));
      expect(ahead, feed.module).toEqual([]);
    }
  }

  const filings = demo.of(insiderFilings).filter(({ known_from: from }) => from >= floor && from < ceiling);
  expect(filings.length).toBeGreaterThan(20);
  const buyers = Map.groupBy(
    filings.filter((filing) => filing.transaction_direction === 'buy'),
    (filing) => filing.ticker,
  );
  const clusters = [...buyers.values()].filter(
    (purchases) => new Set(purchases.map((filing) => filing.insider_name)).size >= 3,
  );
  expect(clusters.length).toBeGreaterThan(0);

  const insiderSignals = demo
    .of(signals)
    .filter(({ source, timestamp }) => source === 'insider' && timestamp >= floor && timestamp < ceiling);
  expect(insiderSignals.length).toBeGreaterThan(0);
  const points = demo.of(scorecardPoints).filter(({ timestamp }) => inWindow(timestamp));
  const daily = points.filter(({ timeframe }) => timeframe === '1D');
  expect(new Set(daily.map(({ scorecard }) => scorecard))).toEqual(new Set(SCORECARDS));
}

test.each([
  '2026-01-01T00:00:00.000Z',
  '2025-12-25T23:59:59.999Z',
  '2028-02-29T12:00:00.000Z',
  '2026-03-07T09:00:00.000Z', // Saturday
  '2026-03-08T09:00:00.000Z', // Sunday, the clocks change in New York
  '2026-03-09T00:00:00.001Z', // Monday, right after midnight
  '2026-11-01T07:00:00.000Z', // the hour that New York has twice
])('a free key sees every module at %s', async (now) => {
  await expectFilled(1, new Date(now));
});

test('a free key sees every module whenever the demo starts, whatever the seed', async () => {
  const now = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
  await fc.assert(
    fc.asyncProperty(now, fc.integer(), (at, seed) => expectFilled(seed, at)),
    { numRuns: 5 },
  );
}, 600_000);
