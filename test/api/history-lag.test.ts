import { afterAll, beforeAll, expect, it } from 'vitest';
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

const historyOf = async (path: string, key: string) =>
  (
    (await (await app.get(`/api/v1/${path}/history`, { 'x-api-key': key })).json()) as {
      items: { kind: string; known_from: string }[];
    }
  ).items;

const idsOf = async (answer: Response) =>
  ((await answer.json()) as { signals: { id: string }[] }).signals.map(({ id }) => id);

it('a lagged key is not told by a history that an amendment came in', async () => {
  await importFilings(app.services, ORIGINAL);
  const quant = await app.issue('quant');
  clock.set('2026-03-07T21:00:00Z');
  const before = await historyOf('trade-feed/insider-a-nd1', free);
  expect(before).toMatchObject([{ kind: 'CURRENT', known_to: null, replaced_at: null }]);
  await importFilings(app.services, AMENDMENT);
  // What the signal says since then was over when it came to be known: nobody saw it.
  const amended = [
    { kind: 'AMENDED', known_from: before[0]?.known_from, known_to: '2026-03-07T21:00:00.000Z' },
  ];
  expect(await historyOf('trade-feed/insider-a-nd1', quant)).toMatchObject(amended);
  const at = async (hours: number) =>
    app.get(
      `/api/v1/trade-feed?as_of=${new Date(Date.parse('2026-03-07T21:00:00Z') + hours).toISOString()}`,
      {
        'x-api-key': quant,
      },
    );
  expect(await idsOf(await at(-1))).toContain('insider-a-nd1');
  expect(await idsOf(await at(0))).not.toContain('insider-a-nd1');
  for (const path of ['trade-feed/insider-a-nd1', 'insider/a-nd1'])
    expect(await historyOf(path, free)).toMatchObject([
      { kind: 'CURRENT', known_to: null, replaced_at: null },
    ]);
  expect(await historyOf('trade-feed/insider-a-nd1', free)).toEqual(before);
  clock.set('2026-03-08T21:30:00Z');
  expect(await historyOf('trade-feed/insider-a-nd1', free)).toMatchObject(amended);
});

it('where a version came from is not told by what the record says now', async () => {
  const sent = (shares: number, available_at: string) => ({
    ...{ id: 'sent', ticker: 'BAC', company_name: 'B', insider_name: 'DOE JANE', transaction_code: 'P' },
    ...{ transaction_direction: 'buy', value: 1, shares, filing_date: '2026-03-06T00:00:00Z', available_at },
  });
  clock.set('2026-03-08T22:00:00Z');
  for (const [shares, at] of [
    [100, '2026-03-07T10:00:00Z'],
    [888, '2026-03-08T20:00:00Z'],
  ] as const)
    expect((await app.ingest('insider', [sent(shares, at)])).status).toBe(200);
  const id = Buffer.from('InsiderFiling:sent').toString('base64url');
  const rows =
    '... on InsiderFiling { shares source { entry } history { nodes { node { id shares source { entry } } } } }';
  const { data } = await app.graphql(`{ node(id: "${id}") { ${rows} } }`);
  interface Version {
    readonly node: {
      readonly id: string;
      readonly shares: number;
      readonly source: { readonly entry: string } | null;
    };
  }
  const { history, source } = (
    data as unknown as { node: Version['node'] & { history: { nodes: Version[] } } }
  ).node;
  expect(source?.entry).toContain('888');
  const [now, then] = history.nodes;
  expect(now?.node).toMatchObject({ shares: 888, source: { entry: expect.stringContaining('888') } });
  expect(then?.node).toMatchObject({ shares: 100, source: null });
  // The lagged key sees the version as what stands.
  const asked = `{ node(id: "${then?.node.id}") { ... on InsiderFiling { shares source { entry } } } }`;
  expect((await app.graphql(asked, {}, free)).data).toEqual({ node: { shares: 100, source: null } });
  // Nor does the id of a version lead to another record that was written with it.
  const [type = '', key] = Buffer.from(then?.node.id ?? '', 'base64url')
    .toString()
    .split(':');
  const ids = [`${type}:${key === 'sent' ? 'a-nd1' : ''}`, `${type.slice(0, -1)}_:${key}`].map((text) =>
    Buffer.from(text).toString('base64url'),
  );
  const refused = await app.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
  expect(refused.data).toEqual({ nodes: [null, null] });
  expect(refused.errors?.map(({ message }) => message)).toEqual(
    ids.map((one, index) => `ids[${index}] must be an id of this service; got "${shortened(one)}"`),
  );
});

it('the cursor of the history of another feed is refused', async () => {
  const page = await app.get('/api/v1/insider/sent/history?limit=1');
  const [, cursor = ''] = /[?&]cursor=([^&>]+)/.exec(page.headers.get('link') ?? '') ?? [];
  expect((await app.get(`/api/v1/insider/sent/history?cursor=${cursor}`)).status).toBe(200);
  const answer = await app.get(`/api/v1/trade-feed/insider-a-nd1/history?cursor=${cursor}`);
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { code: 'INVALID_CURSOR', detail: 'cursor cannot be used here: it is no cursor of a history' },
  ]);
});

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 77)}…` : text);
