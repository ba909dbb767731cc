import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyRecord, Feed } from '../../../src/feed/feed.ts';
import { withValue } from '../../../src/feed/record.ts';
import { insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { reversals } from '../../../src/feeds/mre/feed.ts';
import { signals } from '../../../src/feeds/trade-feed/feed.ts';
import { testClock } from '../../core/clock.ts';
import { sampleRecords } from '../../support/records.ts';
import { TEST_TIERS } from '../../support/tiers.ts';
import { startTwins, type TwinRequest, type Twins } from './twins.ts';

const START = '2026-01-03T11:59:58.000Z';
const clock = testClock(START);
let twins: Twins;

beforeAll(async () => {
  const many = { requestsPerDay: 1e9, requestsPerMinute: 1e9 };
  // What a process writes itself it has to know without being told.
  twins = await startTwins(clock, { isDeaf: true, tiers: TEST_TIERS.map((tier) => ({ ...tier, ...many })) });
});
afterAll(() => twins.stop());

const FEEDS: readonly Feed[] = [insiderFilings, reversals, signals];
const ROWS = 12;

const graphql = (query: string): TwinRequest => ({
  path: '/graphql',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
});

/** Lists, windows, sums, look-backs, nested rows, current state, an open feed. */
const QUESTIONS: readonly TwinRequest[] = [
  { path: '/api/v1/insider?page_size=20' },
  { path: '/api/v1/insider-alpha/stats/market' },
  { path: '/api/v1/insider-alpha/clusters?days_back=2' },
  { path: '/api/v1/insider-alpha/filings?hours_back=30', headers: { 'accept-encoding': 'gzip' } },
  { path: '/api/v1/mre', headers: { accept: 'text/csv' } },
  { path: '/api/v1/trade-feed?limit=20', headers: { 'accept-encoding': 'br' } },
  { path: '/api/mre/signals' },
  graphql(
    '{ insiderFilings(first: 20) { totalCount window { from } nodes { id ticker asset { companyName signals(first: 2) { nodes { id } } } } } }',
  ),
  graphql(
    '{ reversals(first: 20) { nodes { id score } liveCursor } insiderMarketStats { last24h { filings buyValue } } }',
  ),
  graphql('{ signals(first: 20) { nodes { id pnlPct } } viewer { tier { id } historyFrom } }'),
];

type Step =
  | {
      readonly kind: 'write';
      readonly feed: number;
      readonly row: number;
      readonly seed: number;
      readonly hours: number;
    }
  | { readonly kind: 'remove'; readonly feed: number; readonly row: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'tier'; readonly tier: string }
  | { readonly kind: 'ask'; readonly question: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    feed: fc.nat(FEEDS.length - 1),
    row: fc.nat(ROWS - 1),
    seed: fc.nat(1000),
    hours: fc.integer({ min: -200, max: 30 }),
  }),
  fc.record({ kind: fc.constant('remove' as const), feed: fc.nat(FEEDS.length - 1), row: fc.nat(ROWS - 1) }),
  fc.record({
    kind: fc.constant('wait' as const),
    ms: fc.constantFrom(1, 1_999, 2_000, 2_001, 20_000, 60_000, 3_600_000),
  }),
  fc.record({ kind: fc.constant('tier' as const), tier: fc.constantFrom('free', 'pro', 'premium', 'quant') }),
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('ask' as const), question: fc.nat(QUESTIONS.length - 1) }),
  },
);

/** A row whose times lie around now, so that windows, lags and look-backs cut through. */
function recordOf(feed: Feed, row: number, seed: number, hours: number): AnyRecord {
  const [made] = sampleRecords(feed, 1, seed);
  const at = new Date(clock.now().getTime() + hours * 3_600_000);
  const keyed = withValue(made ?? {}, feed.key, `r${row}`);
  const dated = feed.clock
    ? withValue(keyed, feed.clock, feed.clock.kind === 'instant' ? at : at.toISOString().slice(0, 19))
    : keyed;
  return feed.availability ? withValue(dated, feed.availability.from, at) : dated;
}

/** The data of an answer: what it cost differs between the two. */
const dataOf = (text: string): string => text.replace(/,"extensions":.*$/, '').replaceAll(/pair-\d+/g, '');

let hits = 0;

async function ask(question: TwinRequest, tier: string): Promise<void> {
  const { keeping, plain } = await twins.both({ ...question, tier });
  const what = `${tier} ${question.path} ${question.body ?? ''} at ${clock.now().toISOString()}`;
  expect([keeping.status, dataOf(keeping.text)], what).toEqual([plain.status, dataOf(plain.text)]);
  expect(keeping.headers.etag, what).toBe(plain.headers.etag);
  expect(keeping.headers['x-history-clamped'], what).toBe(plain.headers['x-history-clamped']);
  expect(keeping.headers['x-total-count'], what).toBe(plain.headers['x-total-count']);
  if (keeping.line.cache_hit === true) hits += 1;
}

async function play(steps: readonly Step[]): Promise<void> {
  for (const one of steps) {
    switch (one.kind) {
      case 'write': {
        const feed = FEEDS[one.feed] ?? reversals;
        await twins.services.ingest.write(feed, [recordOf(feed, one.row, one.seed, one.hours)]);
        break;
      }
      case 'remove':
        await twins.services.ingest.removeRow(FEEDS[one.feed] ?? reversals, `r${one.row}`);
        break;
      case 'wait':
        clock.advance(one.ms);
        break;
      case 'tier':
        for (const twin of [twins.keeping, twins.plain]) {
          const { id = '' } = twin.keys.get('quant') ?? {};
          await twins.services.keyAdmin.update(id, { tier: one.tier });
        }
        break;
      case 'ask':
        // The key whose tier changes, and one whose never does.
        for (const tier of ['quant', 'unmetered']) await ask(QUESTIONS[one.question] ?? { path: '/' }, tier);
    }
  }
}

test('every answer is that of its moment, whatever was kept before', async () => {
  const plays = fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), play);
  await fc.assert(plays, { numRuns: 25, endOnFailure: true });
  expect(hits).toBeGreaterThan(50);
}, 600_000);
