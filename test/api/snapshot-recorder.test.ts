import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyRecord, valueAt } from '../../src/feed/feed.ts';
import { withValue } from '../../src/feed/record.ts';
import { type FeedModule, registry } from '../../src/feeds/index.ts';
import { type InsiderFiling, insiderFilings } from '../../src/feeds/insider/feed.ts';
import { importTarget } from '../../src/ingestion/import-target.ts';
import { importItems } from '../../src/sources/import-run.ts';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { sampleRecords, seeded } from '../support/records.ts';
import { TEST_TIERS } from '../support/tiers.ts';

const START = Date.parse('2026-03-10T00:00:00Z');
const HOUR_MS = 3_600_000;
const STEPS = 60;
const KEYS = 6;

let app: TestApp;
let clock: TestClock;
let free: string;

beforeAll(async () => {
  clock = testClock(new Date(START).toISOString());
  const tiers = TEST_TIERS.map((tier) => ({ ...tier, requestsPerDay: 1e9, requestsPerMinute: 1e9 }));
  app = await startApp({}, { clock, tiers });
  free = await app.issue('free');
}, 120_000);
afterAll(() => app?.stop(), 60_000);

const random = seeded(11);
const below = (count: number): number => Math.floor(random() * count);
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] ?? expect.unreachable('an empty list');

const hoursAgo = (hours: number): Date => new Date(clock.now().getTime() - hours * HOUR_MS);

/** One of a few records with one of a few contents, known from one of the last hours. */
function anyRecord({ feed }: FeedModule): AnyRecord {
  const content = sampleRecords(feed, 5, 3)[below(5)] ?? {};
  const keyed = withValue(content, feed.key, `k${below(KEYS)}`);
  const known = withValue(keyed, feed.leaf('known_from'), hoursAgo(below(40)));
  return feed.shelfLife ? withValue(known, feed.shelfLife.from, hoursAgo(below(20))) : known;
}

const [SAMPLE] = sampleRecords(insiderFilings, 1);
let accession = 0;
/** A purchase, or an amendment of one. */
function anyFiling(): object {
  accession += 1;
  const isAmendment = below(3) === 0;
  return {
    ...SAMPLE,
    id: `${String.fromCharCode(97 + below(8))}${isAmendment ? `z${accession}` : ''}-nd1`,
    ticker: 'BAC',
    transaction_code: 'P',
    transaction_direction: 'buy',
    is_quoted: true,
    value: 1000 * (1 + below(9)),
    shares: 1 + below(3),
    accession: `${accession}`,
    form: isAmendment ? '4/A' : '4',
    filed_on: null,
    amends_filed_on: isAmendment ? `${hoursAgo(30).toISOString().slice(0, 10)}T00:00:00` : null,
    issuer_cik: '1',
    owner_cik: `${below(3)}`,
    insider_name: oneOf(['DOE JANE', 'ROE RICHARD', 'POE EDGAR']),
    reporting_owners: null,
    trade_date: new Date('2026-03-04T00:00:00Z'),
    filing_date: hoursAgo(below(40)),
    known_from: hoursAgo(below(40)),
    superseded_at: null,
  };
}

async function importFiling(): Promise<void> {
  async function* items() {
    const record = anyFiling() as InsiderFiling;
    yield { kind: 'record', record: { ...record, known_from: record.filing_date } } as const;
  }
  const target = importTarget(app.services, 'test', async () => expect.unreachable());
  await importItems({ feed: insiderFilings }, items(), { target, completions: [] });
}

/** Sends, sends again otherwise, fills in, amends, removes. */
async function write(): Promise<void> {
  if (below(4) === 0) return importFiling();
  const module = oneOf(registry);
  const { feed } = module;
  if (below(6) === 0) {
    await app.services.ingest.removeRow(feed, `k${below(KEYS)}`);
    return;
  }
  const records = Array.from({ length: 1 + below(4) }, () => anyRecord(module));
  const one = new Map(records.map((record) => [valueAt(record, feed.key), record]));
  await app.services.ingest.write(feed, [...one.values()]);
}

const LISTS = ['trade-feed', 'mte', 'whales', 'congress', 'insider', 'aoe', 'mre', 'prediction', 'symbols'];
const PATHS = [
  ...LISTS.flatMap((name) => [
    `/api/v1/${name}`,
    `/api/v1/${name}?include_stale=true&limit=3`,
    `/api/v1/${name}?page=1&limit=2`,
    `/api/v1/${name}/groups?by=known_precision,known_from_day`,
    `/api/v1/${name}/export?format=ndjson`,
  ]),
  '/api/v1/scorecards/export?format=ndjson',
  '/api/v1/insider?days_back=1',
  '/api/v1/insider-alpha/insiders',
  '/api/v1/insider-alpha/filings',
  '/api/v1/insider-alpha/clusters?days_back=30&min_insiders=1',
  '/api/v1/insider-alpha/stats/market',
  '/api/v1/insider-alpha/companies/BAC',
  '/api/scorecards/ams/latest',
  '/api/scorecards/ams/data?timeframe=15m',
];

const LIST = 'totalCount nodes { id }';
const DOCUMENT = (asked: string) => `{ at${asked} { snapshot asOf
  outperformers(first: 5, includeStale: true) { totalCount nodes { id compositeScore observedAt } }
  predictionMarkets(first: 3) { ${LIST} window { from } }
  signals(last: 3) { totalCount nodes { id currentPrice asset { symbol signals { totalCount } } } }
  insiderFilings { totalCount nodes { id value insider { name totalBuyValue filingCount filings { ${LIST} } } } }
  insiders { ${LIST} } insiderMarketStats { last7d { buyValue filings } mostBought7d { ticker value count } }
  congressTradeGroups(by: [SECTOR]) { nodes { count key { sector } } }
  whales { totalCount nodes { id name eventCount positions { totalCount } activity { ${LIST} } } }
  asset(symbol: "BAC", kind: STOCK) { id insiderFilings { ${LIST} } insiderWindows { days30 { buyValue } } insiderClusters(daysBack: 30, minInsiders: 1) { totalValue } }
} }`;

/** Something that was asked and answered. */
interface Recorded {
  readonly question: string;
  readonly key: string;
  readonly answer: unknown;
  readonly snapshot: string;
}

async function askRest(path: string, key: string, snapshot?: string) {
  const asked = snapshot ? `${path}${path.includes('?') ? '&' : '?'}snapshot=${snapshot}` : path;
  const response = await app.get(asked, { 'x-api-key': key });
  const link = response.headers.get('link')?.replace(/[?&]snapshot=[\w-]+/, '') ?? null;
  const total = response.headers.get('x-total-count') ?? response.headers.get('x-export-rows');
  const { status } = response;
  expect(response.headers.has('x-snapshot'), `${asked} ${status}`).toBe(status === 200);
  const text = await response.text();
  const { request_id: _, ...body } =
    status === 200 && !path.includes('export') ? JSON.parse(text) : { text: status === 200 ? text : '' };
  return {
    answer: { status, total, link: link && !path.includes('?') ? link.replace('&', '?') : link, body },
    told: response.headers.get('x-snapshot'),
  };
}

async function askGraph(key: string, snapshot?: string) {
  const { data, errors } = await app.graphql(DOCUMENT(snapshot ? `(snapshot: "${snapshot}")` : ''), {}, key);
  expect(errors, JSON.stringify(errors)).toBeUndefined();
  return { answer: data, told: (data as unknown as { at: { snapshot: string } }).at.snapshot };
}

const ask = ({ question, key }: Pick<Recorded, 'question' | 'key'>, snapshot?: string) =>
  question === 'graph' ? askGraph(key, snapshot) : askRest(question, key, snapshot);

const recorded: Recorded[] = [];

async function record(question: string): Promise<void> {
  const key = oneOf([app.key, free]);
  const { answer, told } = await ask({ question, key });
  if (told !== null) recorded.push({ question, key, answer, snapshot: told });
}

describe('a snapshot', () => {
  test('gives every answer again, whatever was written meanwhile and since', async () => {
    for (let step = 0; step < STEPS; step += 1) {
      if (below(3) === 0) clock.set(new Date(clock.now().getTime() + (1 + below(40)) * 60_000).toISOString());
      await Promise.all([
        write(),
        record(oneOf(PATHS)),
        record(oneOf(PATHS)),
        below(3) === 0 ? record('graph') : write(),
        record(oneOf(PATHS)),
      ]);
    }
    clock.set(new Date(clock.now().getTime() + 5 * HOUR_MS).toISOString());
    for (let step = 0; step < 20; step += 1) await write();
    expect(recorded.length).toBeGreaterThan(STEPS * 2);
    for (const was of recorded) {
      const { answer, told } = await ask(was, was.snapshot);
      expect(answer, `${was.question} as ${was.key === free ? 'free' : 'unmetered'}`).toEqual(was.answer);
      expect(told).toBe(was.snapshot);
    }
    // Most of it is something else by now, or nothing would have been tried.
    const again = await Promise.all(recorded.map((was) => ask(was)));
    const changed = again.filter(
      ({ answer }, index) => JSON.stringify(answer) !== JSON.stringify(recorded[index]?.answer),
    );
    expect(changed.length).toBeGreaterThan(recorded.length / 3);
  }, 240_000);
});
