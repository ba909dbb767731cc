import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { sampleRecords } from '../support/records.ts';
import { TEST_TIERS, UNMETERED } from '../support/tiers.ts';

const NOW = '2026-03-04T05:06:07.000Z';
/** Late, but with all history. */
const LATE = { ...UNMETERED, id: 'late', insiderLagHours: 24 };

const clock = testClock(NOW);
const keys = new Map<string, string>();
let app: TestApp;

beforeAll(async () => {
  const tiers = [...TEST_TIERS, LATE].map((tier) => ({
    ...tier,
    requestsPerDay: 1e9,
    requestsPerMinute: 1e9,
  }));
  app = await startApp({}, { clock, tiers });
  for (const { id } of tiers) keys.set(id, await app.issue(id));
}, 600_000);
beforeEach(() => clock.set(NOW));
afterAll(() => app.stop(), 600_000);

async function ask(tier: string, path: string) {
  const response = await app.get(path, { 'x-api-key': keys.get(tier) ?? '' });
  expect(response.status, path).toBe(200);
  return {
    body: (await response.json()) as Record<string, unknown>,
    etag: response.headers.get('etag'),
    clamped: response.headers.get('x-history-clamped'),
  };
}

async function graph(tier: string, query: string) {
  const { data, errors } = await app.graphql(query, {}, keys.get(tier));
  expect(errors).toBeUndefined();
  return data as Readonly<Record<string, unknown>>;
}

const WINDOWS = [
  ['free', 7, '2026-02-25T05:07:00.000Z', 24],
  ['plus', 14, '2026-02-18T05:07:00.000Z', 0],
  ['pro', 14, '2026-02-18T05:07:00.000Z', 0],
  ['premium', 365, '2025-03-04T05:07:00.000Z', 0],
  ['pro_api', 365, '2025-03-04T05:07:00.000Z', 0],
  ['quant', null, null, 0],
] as const;

describe.each(WINDOWS)('a key of tier %s is told', (tier, days, from, lagHours) => {
  const cutAt = (lookBackDays: number) => (days !== null && days < lookBackDays ? from : null);

  it('over REST', async () => {
    const clampedAt = async (path: string) => (await ask(tier, path)).clamped;
    expect(await clampedAt('/api/v1/whales?created_at_gte=2020-01-01')).toBe(from);
    expect(await clampedAt('/api/v1/whales')).toBeNull();
    expect(await clampedAt('/api/v1/whales?hours=168')).toBeNull();
    expect(await clampedAt('/api/v1/whales?hours=169')).toBe(cutAt(8));
    expect(await clampedAt('/api/v1/congress?filing_date_gte=2020-01-01')).toBe(from);
    expect(await clampedAt('/api/v1/insider?days_back=14')).toBe(cutAt(14));
    expect(await clampedAt('/api/scorecards/ams/data?from=2020-01-01')).toBe(from);
    expect(await clampedAt('/api/v1/prediction?end_date_gte=2020-01-01')).toBeNull();
    expect(await clampedAt('/api/v1/insider-alpha/insiders')).toBe(from);
    expect(await clampedAt('/api/v1/insider-alpha/clusters?days_back=30')).toBe(cutAt(30));
    const market = await ask(tier, '/api/v1/insider-alpha/stats/market');
    expect([market.clamped, market.body.tier]).toEqual([cutAt(30), tier]);
    expect((await ask(tier, '/api/v1/insider')).body).toMatchObject({ tier });
    const filings = await ask(tier, '/api/v1/insider-alpha/filings');
    expect(filings.body).toMatchObject({ tier, data_lag_hours: lagHours });
  });

  it('in the graph', async () => {
    const window = 'window { from clamped lagHours }';
    const answer = await graph(
      tier,
      `{ whales: whaleActivity { ${window} } asked: whaleActivity(filter: { createdAt: { gte: "2020-01-01" } }) { ${window} }
        predictionMarkets { ${window} } insiderFilings { ${window} } insiders { ${window} }
        month: insiderClusters(daysBack: 30) { ${window} } day: insiderClusters(daysBack: 1) { ${window} }
        scorecard(name: AMS) { points(from: "2020-01-01") { ${window} } }
        viewer { historyDays historyFrom dataLagHours } }`,
    );
    const on = (clamped: boolean, lag = 0) => ({ window: { from, clamped, lagHours: lag } });
    expect(answer).toEqual({
      whales: on(false),
      asked: on(from !== null),
      predictionMarkets: { window: { from: null, clamped: false, lagHours: 0 } },
      insiderFilings: on(false, lagHours),
      insiders: on(from !== null, lagHours),
      month: on(cutAt(30) !== null, lagHours),
      day: on(false, lagHours),
      scorecard: { points: on(from !== null) },
      viewer: { historyDays: days, historyFrom: from, dataLagHours: lagHours },
    });
  });

  it('in the matrix of tiers', async () => {
    const { body } = await ask(tier, '/api/api-keys/tier-metadata');
    const tiers = body.tiers as readonly { id: string; inferred: string[] }[];
    const row = tiers.find(({ id }) => id === tier);
    expect(row).toMatchObject({ history_days: days, insider_lag_hours: lagHours });
    // The specification states no history for these three, and streams and alerts for none.
    const inferred = ['plus', 'premium', 'quant'].includes(tier) ? ['history_days'] : [];
    expect(row?.inferred).toEqual([...inferred, 'streams_per_key', 'streams_per_socket', 'alerts_per_key']);
  });
});

it('an open feed is told what a free key is', async () => {
  const response = await fetch(`${app.url}/api/insider-alpha/filings?filing_date_gte=2020-01-01`);
  expect(response.headers.get('x-history-clamped')).toBe('2026-02-25T05:07:00.000Z');
  expect(await response.json()).toMatchObject({ tier: 'free', data_lag_hours: 24 });
});

describe('look-backs', () => {
  beforeAll(async () => {
    const whales = ['03-03T05:06:59', '03-03T05:07:01', '03-04T05:06:59', '03-04T05:07:01'];
    const filings = ['03-02T05:05:59', '03-02T05:06:01', '03-03T05:05:59', '03-03T05:06:01'];
    await app.ingest(
      'whales',
      whales.map((at) => ({
        _id: at,
        source: 'x',
        event_type: 'entry',
        title: 'x',
        created_at: `2026-${at}Z`,
      })),
    );
    await app.ingest(
      'insider',
      [...filings, ...whales].map((at) => ({
        id: at,
        ticker: 'DAY',
        transaction_direction: 'other',
        filing_date: `2026-${at}Z`,
      })),
    );
  });
  const idsOf = (rows: readonly { id?: string; _id?: string }[]) => rows.map((row) => row._id ?? row.id);

  it.each(['free', 'quant'])('over what is not late end with the running minute: %s', async (tier) => {
    const before = await ask(tier, '/api/v1/whales?hours=24');
    expect(idsOf(before.body.activity as never)).toEqual(['03-04T05:06:59', '03-03T05:07:01']);
    clock.set('2026-03-04T05:07:00.000Z');
    const still = await ask(tier, '/api/v1/whales?hours=24');
    expect(still.body).toEqual(before.body);
    if (tier === 'quant') expect(still.etag).toBe(before.etag);
    clock.set('2026-03-04T05:07:00.001Z');
    const after = await ask(tier, '/api/v1/whales?hours=24');
    expect(idsOf(after.body.activity as never)).toEqual(['03-04T05:07:01', '03-04T05:06:59']);
    expect(after.etag).not.toBe(before.etag);
  });

  it.each([
    ['free', ['03-03T05:05:59', '03-02T05:06:01']],
    ['late', ['03-03T05:05:59', '03-02T05:06:01']],
    ['pro', ['03-04T05:06:59', '03-03T05:07:01']],
    ['quant', ['03-04T05:06:59', '03-03T05:07:01']],
  ])('over filings end where the lag does: %s', async (tier, ids) => {
    for (const path of ['/api/v1/insider', '/api/v1/insider-alpha/filings']) {
      const { body } = await ask(tier, `${path}?days_back=1`);
      expect(idsOf(body.filings as never), path).toEqual(ids);
    }
    const stats = await ask(tier, '/api/v1/insider-alpha/stats/market');
    expect(stats.body.last_24h).toMatchObject({ filings: ids.length });
    clock.advance(60_000);
    expect((await ask(tier, '/api/v1/insider-alpha/stats/market')).etag).not.toBe(stats.etag);
  });
});

describe('an amendment', () => {
  const [sample] = sampleRecords(insiderFilings, 1);
  const filing = { ...sample, ticker: 'AMD', issuer_cik: '1', owner_cik: '7', insider_name: 'Amended' };
  beforeAll(async () => {
    const bought = { transaction_code: 'P', transaction_direction: 'buy' };
    const original = new Date('2026-03-02T15:00:00Z');
    const amended = new Date('2026-03-03T05:06:30Z');
    await app.services.ingest.write(insiderFilings, [
      {
        ...filing,
        ...bought,
        id: 'first',
        accession: '1',
        form: '4',
        value: 100,
        filing_date: original,
        known_from: original,
      },
      {
        ...filing,
        ...bought,
        id: 'second',
        accession: '2',
        form: '4/A',
        value: 900,
        filing_date: amended,
        known_from: amended,
        amends_filed_on: '2026-03-02T00:00:00',
      },
    ]);
  });

  const ids = ['first', 'second'].map((id) => Buffer.from(`InsiderFiling:${id}`).toString('base64url'));
  async function seen(tier: string) {
    const list = await ask(tier, '/api/v1/insider-alpha/filings?ticker=AMD');
    const company = await ask(tier, '/api/v1/insider-alpha/companies/AMD');
    const answer = await graph(
      tier,
      `{ nodes(ids: ["${ids.join('", "')}"]) { id } insiders(search: "amended") { nodes { totalBuyValue filingCount } }
        asset(symbol: "AMD") { insiderFilings { totalCount nodes { value } } insiderWindows { days30 { buyValue } } } }`,
    );
    return {
      list: (list.body.filings as { value: number }[]).map(({ value }) => value),
      total: list.body.total,
      company: (company.body.windows as Record<string, { buy_value: number }>)['30d']?.buy_value,
      nodes: (answer.nodes as ({ id: string } | null)[]).map((node) => node !== null),
      insiders: answer.insiders,
      asset: answer.asset,
    };
  }
  const showing = (value: number) => ({
    list: [value],
    total: 1,
    company: value,
    nodes: [value === 100, value === 900],
    insiders: { nodes: [{ totalBuyValue: value, filingCount: 1 }] },
    asset: {
      insiderFilings: { totalCount: 1, nodes: [{ value }] },
      insiderWindows: { days30: { buyValue: value } },
    },
  });

  it('replaces the original for each key when that key sees the amendment', async () => {
    for (const tier of ['pro', 'premium', 'quant']) expect(await seen(tier), tier).toEqual(showing(900));
    for (const tier of ['free', 'late']) expect(await seen(tier), tier).toEqual(showing(100));
    clock.set('2026-03-04T05:06:59.999Z');
    for (const tier of ['free', 'late']) expect(await seen(tier), tier).toEqual(showing(100));
    clock.set('2026-03-04T05:07:00.000Z');
    for (const tier of ['free', 'late']) expect(await seen(tier), tier).toEqual(showing(900));
  });
});

it('a trade without a filing date is seen from about when it became known on', async () => {
  const trade = { politician_name: 'x', chamber: 'senate', is_tradable: false };
  await app.ingest('congress', [
    { ...trade, id: 'traded', transaction_date: '2026-01-10' }, // and disclosed within 45 days
    { ...trade, id: 'neither' }, // came in now
  ]);
  const idsFor = async (tier: string) => {
    const { body } = await ask(tier, '/api/v1/congress');
    return (body.trades as { id: string }[]).map(({ id }) => id);
  };
  expect(await idsFor('free')).toEqual(['neither']);
  for (const tier of ['pro', 'premium', 'quant', 'late'])
    expect(await idsFor(tier)).toEqual(['neither', 'traded']);
  const { body } = await ask('quant', '/api/v1/congress?known_precision=ESTIMATED&known_from_lt=2026-02-26');
  expect(body.trades).toMatchObject([{ id: 'traded', filing_date: null }]);
});

it('what a lag holds back is not told by tags either', async () => {
  const paths = [
    '/api/v1/insider?ticker=HIDDEN',
    '/api/v1/insider-alpha/filings?ticker=HIDDEN',
    '/api/v1/insider-alpha/insiders?q=hidden',
    '/api/v1/insider-alpha/clusters',
    '/api/v1/insider-alpha/stats/market',
    '/api/v1/trade-feed?symbol=HIDDEN',
    '/api/insider-alpha/filings?ticker=HIDDEN',
    '/api/trade-feed/signals?symbol=HIDDEN',
  ];
  const tagsOf = async (tier: string) =>
    Object.fromEntries(await Promise.all(paths.map(async (path) => [path, (await ask(tier, path)).etag])));
  const [before, seen] = [await tagsOf('free'), await tagsOf('quant')];
  const [filing] = sampleRecords(insiderFilings, 1);
  const fresh = {
    ...filing,
    id: 'hidden-1',
    ticker: 'HIDDEN',
    filing_date: new Date(NOW),
    known_from: new Date(NOW),
  };
  await app.services.ingest.write(insiderFilings, [fresh]);
  const after = await tagsOf('quant');
  expect(after[paths[0] ?? '']).not.toBe(seen[paths[0] ?? '']);
  expect(await tagsOf('free')).toEqual(before);
});
