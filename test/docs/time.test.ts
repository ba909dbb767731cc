import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { fencesOf } from './guide-page.ts';

const FENCES = fencesOf('docs/time.md');
const clock = testClock('2026-03-14T12:00:00Z');
let app: TestApp;

const market = (price: number) => ({
  market_id: 'm1',
  platform: 'kalshi',
  question: 'Will it rain?',
  yes_price: price,
  outcome_prices: [price, 1 - price],
  active: true,
  observed_at: clock.now().toISOString(),
});

beforeAll(async () => {
  app = await startApp({}, { clock });
  await app.ingest('prediction', [market(0.25)]);
  const filing = {
    ticker: 'NVDA',
    transaction_direction: 'buy',
    value: 7,
    filing_date: '2026-03-13T20:00:00Z',
  };
  await app.ingest('insider', [{ id: 'f1', ...filing }]);
  clock.set('2026-03-15T12:00:00Z');
  await app.ingest('prediction', [market(0.75)]);
}, 600_000);
afterAll(() => app?.stop(), 600_000);

test('the request of the guide answers as of its moment', async () => {
  const [, path = ''] =
    FENCES.find(({ info }) => info === 'http')
      ?.text.trim()
      .split(' ') ?? [];
  const answer = await app.get(path);
  expect(answer.headers.get('x-as-of')).toBe('2026-03-14T15:30:00.000Z');
  expect(await answer.json()).toMatchObject({ items: [{ market_id: 'm1', yes_price: 0.25 }] });
});

test('the history of the guide is what is answered', async () => {
  const { text = '' } = FENCES.find(({ info, text }) => info === 'http' && text.includes('/history')) ?? {};
  const answer = await app.get(text.trim().split(' ')[1] ?? '');
  const printed = FENCES.find(({ info }) => info === 'json')?.text.replaceAll(', …', '') ?? '';
  expect(await answer.json()).toMatchObject(JSON.parse(printed));
});

test('the document of the guide tells the history', async () => {
  const { text = '' } = FENCES.find(({ text }) => text.includes('query PricesOfMarkets')) ?? {};
  const answer = await app.graphql(text);
  const { data } = answer as {
    data: { predictionMarkets: { nodes: [{ history: { nodes: unknown[] } }] } } | null;
  };
  expect(data?.predictionMarkets.nodes[0].history.nodes).toMatchObject([
    { kind: 'CURRENT', node: { yesPrice: 0.75 } },
    { kind: 'CHANGED', node: { yesPrice: 0.25 } },
  ]);
});

test('the document of the guide answers as of its moment', async () => {
  const answer = await app.graphql(FENCES.find(({ info }) => info === 'graphql')?.text ?? '');
  expect(answer).toMatchObject({
    data: {
      at: {
        predictionMarkets: { nodes: [{ question: 'Will it rain?', yesPrice: 0.25 }] },
        asset: { insiderFilings: { nodes: [{ value: 7 }] } },
      },
    },
  });
});

test('the request and the document of the guide answer by a snapshot', async () => {
  const { text = '' } = FENCES.find(({ info, text }) => info === 'http' && text.includes('snapshot=')) ?? {};
  const path =
    text
      .trim()
      .split(' ')[1]
      ?.replace(/[?&]snapshot=.*/, '') ?? '';
  const before = await app.get(path);
  const { text: document = '' } = FENCES.find(({ text }) => text.includes('query MarketsHeldStill')) ?? {};
  const { data: held } = (await app.graphql(document)) as { data: { at: { snapshot: string } } | null };
  await app.ingest('prediction', [market(0.5)]);
  const again = await app.get(`${path}&snapshot=${before.headers.get('x-snapshot')}`);
  expect(await again.json()).toEqual(await before.json());
  const { data } = await app.graphql(document, { snapshot: held?.at.snapshot });
  expect(data).toEqual(held);
  expect(held?.at).toMatchObject({ predictionMarkets: { nodes: [{ yesPrice: 0.75 }] } });
});
