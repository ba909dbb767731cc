import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSynchroniser, type Synchroniser } from '../../src/app/sync.ts';
import { providers } from '../../src/sources/providers.ts';
import { parseSources } from '../../src/sources/sync/sources-file.ts';
import {
  type Handler,
  json,
  type ProviderServer,
  startProvider,
  status,
} from '../sources/sync/provider-server.ts';
import { startApp, type TestApp } from '../support/app.ts';

const limitlessMarket = (id: number, updatedAt = '2026-06-01T00:00:00Z') => ({
  id,
  title: `Question ${id}`,
  prices: [0.25, 0.75],
  status: 'FUNDED',
  expired: false,
  winningOutcomeIndex: null,
  expirationTimestamp: Date.parse('2099-01-01T00:00:00Z'),
  volumeFormatted: '10.5',
  categories: ['Crypto'],
  tags: [],
  updatedAt,
});

const metaculusPost = (id: number) => ({
  id,
  title: `Question ${id}`,
  status: 'open',
  projects: { category: [{ name: 'Economy & Business' }] },
  edited_at: '2026-06-01T00:00:00Z',
  question: {
    id,
    title: `Question ${id}`,
    type: 'binary',
    status: 'open',
    scheduled_close_time: '2099-01-01T00:00:00Z',
    aggregations: { recency_weighted: { latest: null } },
  },
});

const predictItMarket = (id: number) => ({
  id,
  name: `Question ${id}`,
  status: 'Open',
  timeStamp: '2026-06-01T00:00:00',
  contracts: [{ id: 1, name: 'Yes', status: 'Open', lastTradePrice: 0.4, dateEnd: 'NA' }],
});

const gammaEvent = (id: number, over: Readonly<Record<string, unknown>> = {}) => ({
  id: String(id),
  title: `Event ${id}`,
  tags: [{ label: 'Politics' }],
  markets: [
    {
      conditionId: `0x${id}`,
      question: `Question ${id}`,
      outcomes: '["Yes", "No"]',
      outcomePrices: '["0.4", "0.6"]',
      volumeNum: 10,
      active: true,
      closed: false,
      endDate: '2099-01-01T00:00:00Z',
      updatedAt: '2026-06-01T00:00:00Z',
      ...over,
    },
  ],
});

/** How each platform answers a walk over these markets, all on one page. */
const PLATFORMS: Readonly<
  Record<string, { readonly idOf: (id: number) => string; readonly all: (ids: readonly number[]) => unknown }>
> = {
  limitless: {
    idOf: (id) => `limitless:${id}`,
    all: (ids) => ({ data: ids.map((id) => limitlessMarket(id)), totalMarketsCount: ids.length }),
  },
  metaculus: {
    idOf: (id) => `metaculus:${id}`,
    all: (ids) => ({ results: ids.map(metaculusPost), next: null }),
  },
  polymarket: {
    idOf: (id) => `polymarket:0x${id}`,
    all: (ids) => ({ events: ids.map((id) => gammaEvent(id)) }),
  },
  predictit: { idOf: (id) => `predictit:${id}-1`, all: (ids) => ({ markets: ids.map(predictItMarket) }) },
};

const kalshiEvent = (ticker: string, status: string) => ({
  event_ticker: ticker,
  title: ticker,
  category: 'Politics',
  markets: [
    {
      ticker,
      title: ticker,
      status,
      close_time: '2026-06-05T00:00:00Z',
      last_price_dollars: '0.4000',
      volume_fp: '10.00',
      volume_24h_fp: '1.00',
    },
  ],
});

const manifoldMarket = (id: string, closeTime: string, lastUpdatedTime = '2026-06-01T00:00:00Z') => ({
  id,
  question: `Question ${id}`,
  outcomeType: 'BINARY',
  probability: 0.4,
  volume: 10,
  isResolved: false,
  closeTime: Date.parse(closeTime),
  lastUpdatedTime: Date.parse(lastUpdatedTime),
});

let app: TestApp;
let server: ProviderServer;
let synchroniser: Synchroniser;
const dataDir = mkdtempSync(join(tmpdir(), 'alpha-closed-'));
let clock = Date.parse('2026-06-02T00:00:00Z');
let lastClosed = json([]);

beforeAll(async () => {
  [app, server] = await Promise.all([startApp(), startProvider()]);
  const base_url = server.url;
  const settings = parseSources(
    JSON.stringify({
      kalshi: { base_url },
      polymarket: { base_url: `${base_url}/gamma` },
      manifold: { base_url },
      limitless: { base_url },
      metaculus: { base_url, token: 't' },
      predictit: { base_url },
    }),
    providers,
  );
  const env = { random: () => 0, now: () => new Date(clock), sleep: async () => undefined };
  synchroniser = createSynchroniser(app.services, { settings, dataDir, env });
});
afterAll(async () => {
  await Promise.all([app.stop(), server[Symbol.asyncDispose]()]);
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  clock += 3_600_000;
});

const sync = async (platform: string, handler: Handler) => {
  clock += 60_000;
  // Polymarket is asked for what closed last, too.
  server.answer((request, response, url) =>
    (url.pathname === '/gamma/events' ? lastClosed : handler)(request, response, url),
  );
  return synchroniser.sync(platform, { signal: new AbortController().signal });
};

const stateOf = async (platform: string): Promise<Readonly<Record<string, boolean>>> => {
  const answer = await app.get(`/api/v1/prediction?platforms=${platform}&limit=100&include_stale=true`);
  const { items } = (await answer.json()) as { items: { market_id: string; active: boolean }[] };
  return Object.fromEntries(items.map(({ market_id, active }) => [market_id, active]));
};

describe.for(Object.keys(PLATFORMS))('%s', (platform) => {
  const { idOf, all } = PLATFORMS[platform] ?? { idOf: String, all: () => null };
  const listed = (...ids: readonly number[]) => json(all(ids));
  const states = (state: Readonly<Record<number, boolean>>) =>
    Object.fromEntries(Object.entries(state).map(([id, active]) => [idOf(Number(id)), active]));

  it('makes a market inactive that a whole walk no longer holds, and keeps it', async () => {
    await sync(platform, listed(1, 2, 3));
    expect(await stateOf(platform)).toEqual(states({ 1: true, 2: true, 3: true }));
    expect(await sync(platform, listed(1, 3))).toMatchObject({
      outcome: 'done',
      derived: { updated: 1, removed: 0 },
    });
    expect(await stateOf(platform)).toEqual(states({ 1: true, 2: false, 3: true }));
    expect(await sync(platform, listed(1, 3))).toMatchObject({
      derived: { created: 0, updated: 0, removed: 0 },
    });
  });

  it('makes it active again when the list holds it again, unchanged as it is', async () => {
    await sync(platform, listed(1, 2, 3));
    expect(await stateOf(platform)).toEqual(states({ 1: true, 2: true, 3: true }));
  });

  it('closes nothing after a walk that failed, is empty or holds what cannot be read', async () => {
    const open = states({ 1: true, 2: true, 3: true });
    await sync(platform, status(500));
    expect(await stateOf(platform)).toEqual(open);
    await sync(platform, listed());
    expect(await stateOf(platform)).toEqual(open);
    const unreadable = JSON.stringify(all([1, 2, 3])).replaceAll('"Question 3"', '3');
    await sync(platform, (_request, response) => void response.end(unreadable));
    expect(await stateOf(platform)).toEqual(open);
  });
});

it('limitless: closes nothing when the server repeats its first page', async () => {
  const ids = Array.from({ length: 25 }, (_, index) => 100 + index);
  const page = (own: readonly number[]) => ({
    data: own.map((id) => limitlessMarket(id)),
    totalMarketsCount: 28,
  });
  await sync('limitless', (request, response, url) =>
    json(page(url.searchParams.get('page') === '1' ? ids : [1, 2, 3]))(request, response, url),
  );
  const before = await stateOf('limitless');
  expect(Object.values(before)).toEqual(Array.from({ length: 28 }, () => true));
  expect(await sync('limitless', json(page(ids)))).toMatchObject({ outcome: 'done' });
  expect(await stateOf('limitless')).toEqual(before);
});

describe('polymarket', () => {
  const ids = (...numbers: readonly number[]) => numbers.map((id) => gammaEvent(id));
  /** The pages of a walk by their cursors; the first has none. */
  const walk =
    (pages: Readonly<Record<string, unknown>>): Handler =>
    (request, response, url) =>
      json(pages[url.searchParams.get('after_cursor') ?? ''])(request, response, url);
  const open = { 'polymarket:0x1': true, 'polymarket:0x2': true, 'polymarket:0x3': true };

  it('takes the prices it closed at from the events closed last', async () => {
    const updatedAt = new Date(clock).toISOString();
    const resolved = { closed: true, outcomePrices: '["1", "0"]', updatedAt };
    lastClosed = json([gammaEvent(9, resolved)]);
    await sync('polymarket', walk({ '': { events: ids(1, 2, 9), next_cursor: 'b' }, b: { events: ids(3) } }));
    expect(await stateOf('polymarket')).toEqual({ ...open, 'polymarket:0x9': false });
    const answer = await app.get('/api/v1/prediction?platforms=polymarket&active=false');
    expect(await answer.json()).toMatchObject({ items: [{ market_id: 'polymarket:0x9', yes_price: 1 }] });
  });

  it('closes nothing until a walk came to its end: the last page has no cursor', async () => {
    lastClosed = json([]);
    const before = { ...open, 'polymarket:0x9': false };
    for (const faulty of [
      { '': { events: ids(1), next_cursor: 'b' }, b: { events: [] } },
      { '': { events: ids(1), next_cursor: 'b' }, b: { events: ids(1), next_cursor: 'c' } },
      { '': { events: ids(1), next_cursor: 'b' }, b: { type: 'error' } },
    ]) {
      await sync('polymarket', walk(faulty));
      expect(await stateOf('polymarket')).toEqual(before);
    }
    await sync('polymarket', walk({ '': { events: ids(1), next_cursor: 'b' }, b: { events: ids(2) } }));
    expect(await stateOf('polymarket')).toEqual({ ...before, 'polymarket:0x3': false });
  });
});

it('metaculus: closes nothing when there is a page that was not read', async () => {
  await sync('metaculus', json({ results: [metaculusPost(1)], next: 'https://example.org/?offset=1' }));
  expect(await stateOf('metaculus')).toEqual({
    'metaculus:1': true,
    'metaculus:2': true,
    'metaculus:3': true,
  });
});

it('kalshi: makes a market inactive that is closed and not settled, also one settled while nobody synchronised', async () => {
  const events = (byStatus: Readonly<Record<string, unknown>>): Handler => {
    return (request, response, url) =>
      json({ events: byStatus[url.searchParams.get('status') ?? ''] ?? [], cursor: '' })(
        request,
        response,
        url,
      );
  };
  const settledSince = () => {
    const asked = server.requests.findLast((path) => path.includes('status=settled')) ?? '';
    return new Date(Number(new URL(asked, server.url).searchParams.get('min_close_ts')) * 1000);
  };
  await sync('kalshi', events({ open: ['A', 'B'].map((ticker) => kalshiEvent(ticker, 'active')) }));
  const lastRun = clock;
  await sync('kalshi', events({ open: [kalshiEvent('A', 'active')], closed: [kalshiEvent('B', 'closed')] }));
  expect(await stateOf('kalshi')).toEqual({ 'kalshi:A': true, 'kalshi:B': false });
  expect(settledSince().getTime()).toBe(lastRun - 3 * 86_400_000);
});

it('manifold: makes a market inactive that is over and on no list, until it is seen again', async () => {
  const lists = (open: readonly object[]): Handler => {
    return (request, response, url) =>
      json(url.searchParams.get('filter') === 'open' ? open : [])(request, response, url);
  };
  const [ends, goesOn] = [new Date(clock + 5 * 60_000).toISOString(), '2099-01-01T00:00:00Z'];
  await sync('manifold', lists([manifoldMarket('a', ends), manifoldMarket('b', goesOn)]));
  await sync('manifold', lists([]));
  expect(await stateOf('manifold')).toEqual({ 'manifold:a': true, 'manifold:b': true });
  clock += 10 * 60_000;
  await sync('manifold', lists([]));
  expect(await stateOf('manifold')).toEqual({ 'manifold:a': false, 'manifold:b': true });
  await sync('manifold', lists([manifoldMarket('a', goesOn, new Date(clock).toISOString())]));
  expect(await stateOf('manifold')).toEqual({ 'manifold:a': true, 'manifold:b': true });
});
