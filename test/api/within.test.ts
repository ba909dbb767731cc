import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { UNMETERED } from '../support/tiers.ts';

const NOW = '2026-03-04T05:06:07.000Z';
const TIERS = [
  UNMETERED,
  { ...UNMETERED, id: 'free', insiderLagHours: 24 },
  { ...UNMETERED, id: 'week', historyDays: 7 },
];
const clock = testClock(NOW);
let app: TestApp;
const tokens = new Map<string, string>();

const TRADES = ['2026-02-02', '2026-02-03', '2026-03-03', '2026-03-04'];
const WHALES = [
  '2026-03-03T05:06:59Z',
  '2026-03-03T05:07:01Z',
  '2026-03-04T05:06:59Z',
  '2026-03-04T05:07:01Z',
];

beforeAll(async () => {
  app = await startApp({}, { clock, tiers: TIERS });
  for (const { id } of TIERS) tokens.set(id, await app.issue(id));
  const trade = {
    politician_name: 'x',
    chamber: 'senate',
    is_tradable: true,
    known_from: '2026-03-01T00:00:00Z',
  };
  const answers = await Promise.all([
    app.ingest(
      'congress',
      TRADES.map((day) => ({ ...trade, id: day, filing_date: day, notification_date: day })),
    ),
    app.ingest(
      'whales',
      WHALES.map((at) => ({ _id: at, source: 'x', event_type: 'entry', title: 'x', created_at: at })),
    ),
    app.ingest(
      'insider',
      ['2026-03-02T05:05:59Z', '2026-03-02T05:06:01Z', ...WHALES].map((at) => ({
        id: at,
        ticker: 'DAY',
        transaction_direction: 'other',
        filing_date: at,
        known_from: at,
      })),
    ),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
}, 600_000);
beforeEach(() => clock.set(NOW));
afterAll(() => app.stop(), 600_000);

type Node = { readonly id: string };

async function ids(list: string, tier = UNMETERED.id): Promise<readonly string[]> {
  const { data, errors } = await app.graphql(`{ list: ${list} { nodes { id } } }`, {}, tokens.get(tier));
  expect(errors, list).toBeUndefined();
  const { nodes } = (data as unknown as { list: { nodes: Node[] } }).list;
  return nodes.map(({ id }) => Buffer.from(id, 'base64url').toString().replace(/^\w+:/, '')).sort();
}

async function refusal(query: string): Promise<string> {
  const { errors } = await app.graphql(query, {}, tokens.get(UNMETERED.id));
  expect(errors?.[0]?.extensions.code).toBe('INVALID_PARAMETER');
  return errors?.[0]?.message ?? '';
}

describe('within', () => {
  it('looks back over days, half-open, from today or from the end of the minute', async () => {
    const filed = (duration: string) =>
      ids(`congressTrades(filter: { filingDate: { within: "${duration}" } })`);
    // (2 February 05:07, 4 March 05:07]: of times without a zone, as of UTC.
    expect(await filed('P30D')).toEqual(TRADES.slice(1));
    expect(await filed('P1M')).toEqual(TRADES.slice(2));
    expect(await filed('PT6H')).toEqual(TRADES.slice(3));
    const notified = (duration: string) =>
      ids(`congressTrades(filter: { notificationDate: { within: "${duration}" } })`);
    // Today and the 29 days before it.
    expect(await notified('P30D')).toEqual(TRADES.slice(1));
    expect(await notified('P31D')).toEqual(TRADES.slice(0));
    expect(await notified('P1D')).toEqual(TRADES.slice(3));
  });

  it('ends with the running minute, so that an answer is right until the minute is over', async () => {
    const list = 'whaleActivity(filter: { createdAt: { within: "P1D" } })';
    expect(await ids(list)).toEqual(WHALES.slice(1, 3));
    clock.set('2026-03-04T05:07:00.000Z');
    expect(await ids(list)).toEqual(WHALES.slice(1, 3));
    clock.set('2026-03-04T05:07:00.001Z');
    expect(await ids(list)).toEqual(WHALES.slice(2));
  });

  it('is the same document of the next day, with other rows', async () => {
    const list = 'whaleActivity(filter: { createdAt: { within: "P1D" } })';
    clock.set('2026-03-05T05:06:07.000Z');
    expect(await ids(list)).toEqual(WHALES.slice(3));
    clock.set('2026-03-06T05:06:07.000Z');
    expect(await ids(list)).toEqual([]);
  });

  it('ends where the delay of a key does', async () => {
    const list = 'insiderFilings(filter: { filingDate: { within: "P1D" } })';
    expect(await ids(list, 'free')).toEqual(['2026-03-02T05:06:01Z']);
    expect(await ids(list)).toEqual(WHALES.slice(1, 3));
  });

  it('is told where the window of a key begins behind it', async () => {
    const clamped = async (duration: string) => {
      const query = `{ whaleActivity(filter: { createdAt: { within: "${duration}" } }) { window { clamped } } }`;
      return (await app.graphql(query, {}, tokens.get('week'))).data;
    };
    expect(await clamped('P7D')).toEqual({ whaleActivity: { window: { clamped: false } } });
    expect(await clamped('P8D')).toEqual({ whaleActivity: { window: { clamped: true } } });
  });

  it('goes together with other conditions, inside not and in groups', async () => {
    expect(
      await ids('congressTrades(filter: { not: { filingDate: { within: "P30D", lt: "2026-03-04" } } })'),
    ).toEqual([TRADES[0], TRADES[3]]);
    const groups = `{ congressTradeGroups(by: [FILING_MONTH], filter: { filingDate: { within: "P30D" } },
      orderBy: { field: KEY, direction: ASC }) { nodes { count key { filingMonth } } } }`;
    expect((await app.graphql(groups)).data).toEqual({
      congressTradeGroups: {
        nodes: [
          { count: 1, key: { filingMonth: '2026-02-01' } },
          { count: 2, key: { filingMonth: '2026-03-01' } },
        ],
      },
    });
  });

  it('pages go on where they were while the stretch moves', async () => {
    const page = `query ($after: String) { whaleActivity(first: 1, after: $after, orderBy: { field: CREATED_AT, direction: ASC },
      filter: { createdAt: { within: "P1D" } }) { nodes { id } pageInfo { endCursor hasNextPage } } }`;
    const read = async (after: string | null) => {
      const { data, errors } = await app.graphql(page, { after });
      expect(errors).toBeUndefined();
      const { nodes, pageInfo } = (
        data as unknown as {
          whaleActivity: { nodes: Node[]; pageInfo: { endCursor: string; hasNextPage: boolean } };
        }
      ).whaleActivity;
      const [id = ''] = nodes.map((node) => Buffer.from(node.id, 'base64url').toString().slice(14));
      return { id, ...pageInfo };
    };
    const first = await read(null);
    expect(first).toMatchObject({ id: WHALES[1], hasNextPage: true });
    clock.set('2026-03-04T05:07:30.000Z'); // by now the first one is older than a day
    const second = await read(first.endCursor);
    expect(second).toMatchObject({ id: WHALES[2], hasNextPage: true });
    expect(await read(second.endCursor)).toMatchObject({ id: WHALES[3], hasNextPage: false });
  });
});

describe('within refuses', () => {
  const list = (field: string, duration: string) =>
    `{ congressTrades(filter: { ${field}: { within: ${JSON.stringify(duration)} } }) { nodes { id } } }`;

  it.each(['30D', '', 'P0D', '-P1D', 'P200Y', 'P1.5D'])('"%s", and says what it takes', async (duration) => {
    expect(await refusal(list('filingDate', duration))).toBe(
      'filter.filingDate.within must be an ISO 8601 duration of whole numbers, longer than nothing and at most 100 years, ' +
        `e.g. P30D, P6M, P1Y or PT12H; got "${duration}"`,
    );
  });

  it('hours of days', async () => {
    expect(await refusal(list('notificationDate', 'PT12H'))).toContain('must be a duration of whole days');
  });

  it('streams, which have no moment to look back from', async () => {
    const query = 'subscription { whaleActivity(filter: { createdAt: { within: "P1D" } }) { kind } }';
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        'x-api-key': tokens.get(UNMETERED.id) ?? '',
      },
      body: JSON.stringify({ query }),
    });
    const text = await response.text();
    expect(text).toContain('INVALID_PARAMETER');
    expect(text).toContain('filter.createdAt.within does not work in a subscription');
  });
});
