import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_TIERS } from '../../src/core/access/tiers.ts';
import { type TestClock, testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { download, listFiles, makeFiles } from '../support/feed-files.ts';
import { UNMETERED } from '../support/tiers.ts';

const HOUR_MS = 3_600_000;
const NOW = '2026-03-04T05:06:07.000Z';
const LATE = { ...UNMETERED, id: 'late', insiderLagHours: 24 };
const MONTH = { ...UNMETERED, id: 'month', historyDays: 30 };
const TIERS = [...DEFAULT_TIERS, LATE, MONTH, UNMETERED].map((tier) => ({
  ...tier,
  requestsPerDay: 1e9,
  requestsPerMinute: 1e9,
}));
/** Days on which one record of each of these feeds came in, known an hour before. */
const DAYS = [
  '2026-01-25',
  '2026-02-10',
  '2026-02-24',
  '2026-02-25',
  '2026-02-26',
  '2026-03-01',
  '2026-03-02',
  '2026-03-03',
];
const FEEDS = ['insider', 'whales', 'prediction'];

let app: TestApp;
let clock: TestClock;
const keys = new Map<string, string>();

async function put(at: string, known: string, name: string): Promise<void> {
  clock.set(at);
  const seen = known < at ? known : at;
  const records = {
    insider: {
      id: name,
      ticker: 'NVDA',
      transaction_direction: 'buy',
      filing_date: seen,
      known_from: known,
    },
    whales: { _id: name, source: 'x', event_type: 'entry', title: 'x', created_at: seen, known_from: known },
    prediction: {
      ...{ market_id: name, platform: 'kalshi', question: 'x?', yes_price: 0.5, outcome_prices: [0.5, 0.5] },
      ...{ active: true, observed_at: seen, known_from: known },
    },
  };
  for (const [module, record] of Object.entries(records)) {
    const answer = await app.ingest(module, [record]);
    expect(answer.status, await answer.clone().text()).toBe(200);
  }
}

beforeAll(async () => {
  clock = testClock('2026-01-25T00:00:00Z');
  app = await startApp({ EVENT_RETENTION_DAYS: '3650' }, { clock, tiers: TIERS });
  for (const { id } of TIERS) keys.set(id, await app.issue(id));
  for (const day of DAYS) {
    await put(`${day}T12:00:00Z`, `${day}T11:00:00Z`, day);
    // Known behind its day.
    if (day === '2026-03-01') await put(`${day}T15:00:00Z`, '2026-03-03T03:00:00Z', 'ahead');
  }
  // What came in late, known for a while already.
  await put('2026-03-03T13:00:00Z', '2026-02-27T00:00:00Z', 'six days late');
  await put('2026-03-03T14:00:00Z', '2025-12-01T00:00:00Z', 'months late');
  clock.set(NOW);
  await makeFiles(app);
}, 600_000);
afterAll(() => app?.stop(), 600_000);

const NAMES = DAYS.flatMap((day) => [`${day}.parquet`, `${day}-revisions.parquet`]);
const keyOf = (tier: string) => keys.get(tier) ?? expect.unreachable();

/** What a key is given of these files: `ok`, or the code that it is refused with. */
async function given(
  tier: string,
  feed: string,
  names: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const entries = names.map(async (name) => {
    const answer = await fetch(`${app.url}/api/v1/files/${feed}/${name}`, {
      headers: { 'x-api-key': keyOf(tier) },
      redirect: 'manual',
    });
    const code = answer.status === 302 ? 'ok' : String((await answer.json()).code);
    return [name.replace('.parquet', ''), code] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
const refusedWith = async (tier: string, feed: string, names: readonly string[] = NAMES) =>
  Object.entries(await given(tier, feed, names)).flatMap(([name, code]) =>
    code === 'ok' ? [] : [`${name} ${code}`],
  );

const outside = (days: readonly string[]) =>
  days.flatMap((day) => [`${day} MOMENT_OUTSIDE_WINDOW`, `${day}-revisions MOMENT_OUTSIDE_WINDOW`]);
/** Rows of it are known from months before. */
const OLD_ROWS = '2026-03-03-revisions MOMENT_OUTSIDE_WINDOW';
const WEEK = outside(DAYS.slice(0, 4));
const FORTNIGHT = outside(DAYS.slice(0, 2));
const THIRTY_DAYS = outside(DAYS.slice(0, 1));

describe('files of a feed with a window', () => {
  test.each([
    ['free', [...WEEK, OLD_ROWS]],
    ['plus', [...FORTNIGHT, OLD_ROWS]],
    ['pro', [...FORTNIGHT, OLD_ROWS]],
    ['month', [...THIRTY_DAYS, OLD_ROWS]],
    ['premium', []],
    ['pro_api', []],
    ['quant', []],
    ['late', []],
  ])('are given to a key of tier %s with the days of its history', async (tier, refused) => {
    expect(await refusedWith(tier, 'whales')).toEqual(refused);
  });
});

describe('files of current state', () => {
  test.each([
    ['free', WEEK],
    ['pro', FORTNIGHT],
    ['month', THIRTY_DAYS],
    ['premium', []],
    ['quant', []],
  ])('are given to a key of tier %s by their day alone', async (tier, refused) => {
    expect(await refusedWith(tier, 'prediction')).toEqual(refused);
  });
});

describe('files of a feed with a lag', () => {
  const HELD = ['2026-03-03 NOT_YET', '2026-03-03-revisions NOT_YET'];
  test.each([
    ['late', HELD],
    ['free', [...WEEK, '2026-03-03 NOT_YET', OLD_ROWS]],
    ['pro', [...FORTNIGHT, OLD_ROWS]],
    ['quant', []],
  ])('are given to a key of tier %s once it sees all of their rows', async (tier, refused) => {
    expect(await refusedWith(tier, 'insider')).toEqual(refused);
  });

  test('a day is whole once its last row is available and its time is over for the key', async () => {
    const names = ['2026-03-01.parquet', '2026-03-02.parquet'];
    const AT = [
      ['2026-03-03T00:05:00Z', { '2026-03-01': 'NOT_YET', '2026-03-02': 'NOT_YET' }],
      ['2026-03-04T00:00:59.999Z', { '2026-03-01': 'NOT_YET', '2026-03-02': 'ok' }],
      ['2026-03-04T02:59:59.999Z', { '2026-03-01': 'NOT_YET', '2026-03-02': 'ok' }],
      ['2026-03-04T03:00:00.000Z', { '2026-03-01': 'ok', '2026-03-02': 'ok' }],
    ] as const;
    for (const [at, whole] of AT) {
      clock.set(at);
      const expected = Object.fromEntries(Object.entries(whole));
      expect(await given('late', 'insider', names), at).toEqual(expected);
      expect(await given('quant', 'insider', names), at).toEqual({ '2026-03-01': 'ok', '2026-03-02': 'ok' });
    }
    clock.set(NOW);
  });

  test('the refusal says how late the key is, and not when the last row becomes available', async () => {
    clock.set('2026-03-03T12:00:00Z');
    const ask = (name: string) => app.get(`/api/v1/files/insider/${name}`, { 'x-api-key': keyOf('late') });
    const [held, early] = [await ask('2026-03-01.parquet'), await ask('2026-03-02.parquet')];
    expect([held.headers.get('retry-after'), early.headers.get('retry-after')]).toEqual([
      '3600',
      String(12 * 3_600),
    ]);
    expect((await early.json()).detail).toBe(
      'insider/2026-03-02.parquet has rows that this key, which sees the feed 24 hours late, does not see yet',
    );
    clock.set(NOW);
  });
});

describe.each(TIERS.map(({ id }) => id).filter((id) => id !== UNMETERED.id))('a key of tier %s', (tier) => {
  test.each(FEEDS)(
    'is told by the manifest of just the files of %s that it is given',
    async (feed) => {
      const all = await listFiles(app, `&feed=${feed}`);
      const listed = await listFiles(app, `&feed=${feed}`, keyOf(tier));
      const names = all.map(({ path }) => path.split('/').at(-1) ?? '');
      const answers = await given(tier, feed, names);
      const ok = all.filter((_, at) => answers[(names[at] ?? '').replace('.parquet', '')] === 'ok');
      expect(listed).toEqual(ok);
      expect(all.length).toBeGreaterThan(70);
    },
    600_000,
  );

  test.each(FEEDS)('is given nothing of %s that lists do not show it', async (feed) => {
    const { historyDays, insiderLagHours } = TIERS.find(({ id }) => id === tier) ?? expect.unreachable();
    const now = Date.parse(NOW);
    for (const { path, rows: count } of await listFiles(app, `&feed=${feed}`, keyOf(tier))) {
      if (count === 0) continue;
      const { rows } = await download(app, path, keyOf(tier));
      for (const row of rows) {
        const known = new Date(String(row.known_from)).getTime();
        if (historyDays !== null && feed !== 'prediction')
          expect(known).toBeGreaterThan(now - historyDays * 24 * HOUR_MS);
        if (feed === 'insider') expect(known).toBeLessThanOrEqual(now - insiderLagHours * HOUR_MS);
      }
    }
  });
});
