import { afterAll, beforeAll, expect, it } from 'vitest';
import { fullView } from '../../src/core/access/view.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { signals } from '../../src/feeds/trade-feed/feed.ts';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { importFilings, purchaseFiling } from '../support/purchase-filings.ts';
import { TEST_TIERS } from '../support/tiers.ts';

const clock = testClock('2026-03-05T21:00:00Z');
let app: TestApp;
let free: string;
beforeAll(async () => {
  const tiers = TEST_TIERS.map((tier) => ({ ...tier, requestsPerDay: 1e9, requestsPerMinute: 1e9 }));
  app = await startApp({}, { clock, tiers });
  free = await app.issue('free');
}, 600_000);
afterAll(() => app.stop(), 600_000);

const ORIGINAL = purchaseFiling('a', '2026-03-05T20:00:00Z');
const AMENDMENT = purchaseFiling('z', '2026-03-07T20:00:00Z', {
  form: '4/A',
  amends_filed_on: '2026-03-05T00:00:00',
  shares: 20_000,
  value: 500_000,
});

/** Ids of the signals and of the filings that a key sees, over REST. */
async function seenBy(key: string) {
  const ask = async (path: string, list: string) => {
    const body = (await (await app.get(path, { 'x-api-key': key })).json()) as Record<
      string,
      { id: string }[]
    >;
    return (body[list] ?? []).map(({ id }) => id);
  };
  const [signals, filings] = await Promise.all([
    ask('/api/v1/trade-feed?source=insider', 'signals'),
    ask('/api/v1/insider', 'filings'),
  ]);
  expect(signals).toEqual(filings.map((id) => `insider-${id}`));
  return filings;
}

it('a signal stands for a delayed key until the key sees the amendment of its filing', async () => {
  await importFilings(app.services, ORIGINAL);
  expect(await seenBy(app.key)).toEqual(['a-nd1']);
  expect(await seenBy(free)).toEqual([]);
  clock.set('2026-03-07T20:30:00Z');
  await importFilings(app.services, AMENDMENT);
  expect(await seenBy(app.key)).toEqual(['z-nd1']);
  expect(await seenBy(free)).toEqual(['a-nd1']);
  clock.set('2026-03-08T20:01:30Z');
  expect(await seenBy(free)).toEqual(['z-nd1']);
});

it('the store is the same when the amendment comes first', async () => {
  const stored = async () =>
    app.services.feeds.byKeys(signals, ['insider-a-nd1', 'insider-z-nd1'], {
      from: null,
      until: null,
      now: clock.now(),
      replaced: true,
    });
  const before = await stored();
  expect(before).toHaveLength(2);
  for (const id of ['a-nd1', 'z-nd1']) await app.services.ingest.removeRow(insiderFilings, id);
  await importFilings(app.services, AMENDMENT);
  await importFilings(app.services, ORIGINAL);
  expect(await stored()).toEqual(before);
});

it('an amendment that fits two filings equally is noted once, and both stand', async () => {
  const other = { insider_name: 'ROE RICHARD', owner_cik: '8' };
  const first = purchaseFiling('b', '2026-03-05T20:00:00Z', other);
  const second = purchaseFiling('c', '2026-03-05T20:30:00Z', { ...other, shares: 30_000 });
  const amendment = { ...AMENDMENT, ...other, id: 'y-nd1', accession: 'y', shares: 1 };
  const report = await importFilings(app.services, first, second, amendment);
  expect(report).toMatchObject({ created: 3, superseded: 0 });
  expect(report.noted).toEqual({ 'amendment that fits several records equally: all of them stand': 1 });
  const { data } = await app.graphql(
    '{ insiderFilings(filter: { insiderName: { eq: "ROE RICHARD" } }) { nodes { accession isUndecided } } }',
  );
  expect(data).toEqual({
    insiderFilings: { nodes: ['y', 'c', 'b'].map((accession) => ({ accession, isUndecided: true })) },
  });
  const ids = ['insider-b-nd1', 'insider-c-nd1', 'insider-y-nd1'];
  const raised = await app.services.feeds.byKeys(signals, ids, fullView(clock.now()));
  expect(raised.map(({ id }) => id).sort()).toEqual(ids.slice(0, 2));
});
