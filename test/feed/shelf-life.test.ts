import { expect, it } from 'vitest';
import type { AnyRecord, Feed } from '../../src/feed/feed.ts';
import { storedRecord } from '../../src/feed/stored-record.ts';
import { outperformers } from '../../src/feeds/aoe/feed.ts';
import { allFeeds } from '../../src/feeds/index.ts';
import { reversals } from '../../src/feeds/mre/feed.ts';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';

const until = (feed: Feed, record: AnyRecord) => storedRecord(feed, record).current_until;
const at = (text: string) => new Date(text);
const SEEN = at('2026-05-01T12:00:00Z');
const DAY_LATER = at('2026-05-02T12:00:00Z');

it('of the feeds of what is so now all but strategies and symbols declare one', () => {
  const of = (isWanted: (feed: Feed) => boolean) => allFeeds.filter(isWanted).map(({ module }) => module);
  expect(of(({ shelfLife }) => shelfLife !== null)).toEqual(['aoe', 'mre', 'prediction']);
  expect(of(({ module, clock }) => clock === null && module !== 'symbols')).toEqual([
    'mte',
    'aoe',
    'mre',
    'prediction',
  ]);
});

it.each([
  ['15m', '2026-05-01T14:30:00Z'],
  ['4h', '2026-05-03T04:00:00Z'],
  ['4H', '2026-05-03T04:00:00Z'],
  ['1d', '2026-05-11T12:00:00Z'],
  ['1D', '2026-05-11T12:00:00Z'],
  ['1w', '2026-07-10T12:00:00Z'],
  ['1M', '2027-02-25T12:00:00Z'],
  ['every now and then', '2026-05-11T12:00:00Z'],
])('a reversal in bars of %s is current for ten of them', (interval, end) => {
  expect(until(reversals, { ticker: 'BINANCE:BTCUSDT', interval, observed_at: SEEN })).toEqual(at(end));
});

it('a scan is current for a day, from its known-from where it does not say when it was', () => {
  const later = at('2026-05-01T13:00:00Z');
  expect(until(outperformers, { symbol: 'BTC', observed_at: SEEN, known_from: later })).toEqual(DAY_LATER);
  expect(until(outperformers, { symbol: 'BTC', observed_at: null, known_from: SEEN })).toEqual(DAY_LATER);
});

it.each([
  ['one that trades for a day', { active: true, end_date: null }, DAY_LATER],
  ['one that ends later for a day', { active: true, end_date: at('2027-01-01') }, DAY_LATER],
  [
    'one that ends before to its end',
    { active: true, end_date: at('2026-05-01T18:00Z') },
    '2026-05-01T18:00Z',
  ],
  [
    'one that was seen to trade behind its end for a day',
    { active: true, end_date: at('2026-04-30') },
    DAY_LATER,
  ],
  ['one that does not trade for good', { active: false, end_date: at('2026-04-30') }, null],
])('of prediction markets %s', (_what, market, end) => {
  const expected = end === null ? null : new Date(end);
  expect(until(predictionMarkets, { ...market, observed_at: SEEN, known_from: SEEN })).toEqual(expected);
});

it('a market of an unknown moment is not taken as seen behind its end', () => {
  const market = { active: true, end_date: at('2025-12-31'), observed_at: null, known_from: SEEN };
  expect(until(predictionMarkets, market)).toEqual(at('2025-12-31'));
});

it('a market of a capture that nobody dates was stale when it came in, and is final once it trades no more', () => {
  const market = { end_date: null, observed_at: null, undated: true, known_from: SEEN };
  expect(until(predictionMarkets, { ...market, active: true })).toEqual(SEEN);
  expect(until(predictionMarkets, { ...market, active: false })).toBeNull();
});

it('a record that says until when it is current is taken at its word', () => {
  const current_until = at('2026-05-05');
  expect(until(reversals, { ticker: 'NVDA', interval: '1h', observed_at: SEEN, current_until })).toEqual(
    current_until,
  );
});
