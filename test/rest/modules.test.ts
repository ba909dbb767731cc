import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClusterQuery, InsiderQuery } from '../../src/core/insider-ports.ts';
import type { AnyRecord, Feed } from '../../src/feed/feed.ts';
import { congress } from '../../src/feeds/congress/feed.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { PLATFORMS, predictionMarkets } from '../../src/feeds/prediction/feed.ts';
import { whaleActivity } from '../../src/feeds/whales/feed.ts';
import { sampleRecords } from '../support/records.ts';
import { column, NOW, type RestServer, startRest } from './rest-server.ts';

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.parse(NOW) - hours * HOUR);

let server: RestServer;

beforeEach(async () => {
  server = await startRest();
});

afterEach(() => server.close());

/** Stores records of a feed: a sample each, with these fields. */
async function store(feed: Feed, ...records: readonly AnyRecord[]): Promise<void> {
  const sample = sampleRecords(feed, records.length);
  await server.memory.writer.upsert(
    feed,
    records.map((record, index) => ({ ...sample[index], ...record })),
    new Date(NOW),
  );
}

describe('whales', () => {
  beforeEach(() =>
    store(
      whaleActivity,
      { id: 'now', event_type: 'entry', created_at: ago(0) },
      { id: 'half', event_type: 'exit', created_at: ago(0.5) },
      { id: 'edge', event_type: 'token_buy', created_at: ago(2) },
      { id: 'up', event_type: 'size_increase', created_at: ago(1.9) },
      { id: 'down', event_type: 'size_decrease', created_at: ago(1.8) },
      { id: 'odd', event_type: 'liquidation', created_at: ago(1.7) },
      { id: 'future', event_type: 'entry', created_at: ago(-1) },
    ),
  );

  it('look back over (now - hours, now]', async () => {
    const answer = await server.get('/api/v1/whales?hours=2');
    expect(column(answer, 'activity', '_id')).toEqual(['now', 'half', 'odd', 'down', 'up']);
    expect(answer.body.total).toBe(5);
    expect(answer.body.summary).toEqual({ entries: 1, exits: 1, token_buys: 0, size_changes: 2 });
  });

  it('sum up what the filters leave, before paging', async () => {
    const answer = await server.get('/api/v1/whales?limit=1&event_type_in=EXIT,size_increase');
    expect(answer.body.activity).toHaveLength(1);
    expect(answer.body.total).toBe(2);
    expect(answer.body.summary).toEqual({ entries: 0, exits: 1, token_buys: 0, size_changes: 1 });
  });

  it('refuse look-backs that are none, and tell when history is shorter', async () => {
    for (const hours of ['0', '-1', 'x', '1.5', '99999999999'])
      expect((await server.get(`/api/v1/whales?hours=${hours}`)).body.param).toBe('hours');
    const clamped = await server.get('/api/v1/whales?hours=169', { 'x-test-tier': 'free' });
    expect(clamped.headers['x-history-clamped']).toBe('2025-12-27T12:00:00.000Z');
    const within = await server.get('/api/v1/whales?hours=24', { 'x-test-tier': 'free' });
    expect(within.headers['x-history-clamped']).toBeUndefined();
    const asked = await server.get('/api/v1/whales?created_at_gte=2020-01-01', { 'x-test-tier': 'plus' });
    expect(asked.headers['x-history-clamped']).toBe('2025-12-20T12:00:00.000Z');
  });
});

describe('congress', () => {
  beforeEach(() =>
    store(
      congress,
      { id: 'sale', transaction_type: 'Sale' },
      { id: 'full', transaction_type: 'Sale (Full)' },
      { id: 'partial', transaction_type: 'Sale (Partial)' },
      { id: 'purchase', transaction_type: 'Purchase' },
      { id: 'sales', transaction_type: 'Salesmanship' },
      { id: 'none', transaction_type: null },
    ),
  );

  it.each([
    ['transaction_type=sale', ['full', 'partial', 'sale']],
    ['transaction_type=Sale%20(Full)', ['full']],
    ['transaction_type=PURCHASE', ['purchase']],
    ['transaction_type_in=Sale,Purchase', ['full', 'partial', 'purchase', 'sale']],
    ['transaction_type_ne=Sale', ['none', 'purchase', 'sales']],
  ])('%s matches every kind it stands for', async (query, ids) => {
    const answer = await server.get(`/api/v1/congress?${query}`);
    expect(column(answer, 'trades', 'id').sort()).toEqual(ids);
  });

  it('keeps dates without zone', async () => {
    const answer = await server.get('/api/v1/congress?limit=1&transaction_date_is_null=false');
    expect(column(answer, 'trades', 'transaction_date')[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
  });
});

describe('insider', () => {
  const visible = { known_from: ago(48), superseded_at: null, filing_date: ago(48) };

  beforeEach(() =>
    store(
      insiderFilings,
      {
        ...visible,
        id: 'b',
        ticker: 'BRK.B',
        transaction_code: 'P',
        transaction_type: 'Open market purchase',
        transaction_direction: 'buy',
      },
      {
        ...visible,
        id: 's',
        ticker: 'NVDA',
        transaction_code: 'S',
        transaction_type: 'Open market sale',
        transaction_direction: 'sell',
      },
      {
        ...visible,
        id: 'g',
        ticker: 'nvda',
        transaction_code: 'G',
        transaction_type: 'Gift',
        transaction_direction: 'other',
      },
      {
        ...visible,
        id: 'new',
        ticker: 'NVDA',
        transaction_code: 'P',
        transaction_type: 'Open market purchase',
        transaction_direction: 'buy',
        filing_date: ago(2),
        known_from: ago(2),
      },
    ),
  );

  it.each([
    ['buy', ['b', 'new']],
    ['SELL', ['s']],
    ['other', ['g']],
    ['p', ['b', 'new']],
    ['G', ['g']],
    ['open%20market%20sale', ['s']],
  ])('transaction_type=%s is a direction, a code or a label', async (type, ids) => {
    for (const path of ['/api/v1/insider', '/api/v1/insider-alpha/filings'])
      expect(column(await server.get(`${path}?transaction_type=${type}`), 'filings', 'id').sort()).toEqual(
        ids,
      );
  });

  it('refuses a transaction_type that is none of these', async () => {
    for (const word of ['unheard of', 'Q', 'sel']) {
      const { body } = await server.get(`/api/v1/insider?transaction_type_in=buy,${word}`);
      expect(body.detail).toMatch(/buy, sell, other.*P, S,.*Open market purchase.*got "/);
    }
  });

  it('is late for a free key, and says by how much', async () => {
    const free = await server.get('/api/v1/insider-alpha/filings?days_back=1', { 'x-test-tier': 'free' });
    expect(free.body).toMatchObject({ total: 0, tier: 'free', data_lag_hours: 24, has_more: false });
    const later = await server.get('/api/v1/insider-alpha/filings?days_back=2', { 'x-test-tier': 'free' });
    expect(column(later, 'filings', 'id').sort()).toEqual(['b', 'g', 's']);
    const paid = await server.get('/api/v1/insider-alpha/filings?days_back=1', { 'x-test-tier': 'pro' });
    expect(column(paid, 'filings', 'id')).toEqual(['new']);
    expect(paid.body).toMatchObject({ tier: 'pro', data_lag_hours: 0, page: 0, page_size: 50 });
  });

  it('shows a company with its windows and newest filings', async () => {
    const asked: unknown[] = [];
    server.analytics.flows = async (symbols, days) => {
      asked.push(symbols, days);
      return [{ buy_value: days, sell_value: 1, net: days - 1 }];
    };
    const answer = await server.get('/api/v1/insider-alpha/companies/nvda');
    expect(answer.body.windows).toEqual({
      '30d': { buy_value: 30, sell_value: 1, net: 29 },
      '90d': { buy_value: 90, sell_value: 1, net: 89 },
    });
    expect(answer.body.ticker).toBe('NVDA');
    expect(column(answer, 'filings', 'id')).toEqual(['new', 's', 'g']);
    expect(asked).toEqual([['stock:NVDA'], 30, ['stock:NVDA'], 90]);
    expect((await server.get('/api/v1/insider-alpha/companies/brk-b')).body.ticker).toBe('BRK.B');
    const clamped = await server.get('/api/v1/insider-alpha/companies/NVDA', { 'x-test-tier': 'pro' });
    expect(clamped.headers['x-history-clamped']).toBe('2025-12-20T12:00:00.000Z');
  });

  it('knows no company of which this key sees nothing', async () => {
    expect((await server.get('/api/v1/insider-alpha/companies/%00')).body).toMatchObject({
      code: 'INVALID_PARAMETER',
      param: 'ticker',
    });
    for (const ticker of ['ZZZZ', '%20', 'a%2Fb', '..'.repeat(50)])
      expect((await server.get(`/api/v1/insider-alpha/companies/${ticker}`)).status, ticker).toBe(404);
    await server.memory.writer.remove(insiderFilings, 's', new Date(NOW));
    await server.memory.writer.remove(insiderFilings, 'g', new Date(NOW));
    const free = { 'x-test-tier': 'free' };
    expect((await server.get('/api/v1/insider-alpha/companies/NVDA', free)).status).toBe(404);
    expect((await server.get('/api/v1/insider-alpha/companies/NVDA')).status).toBe(200);
  });

  it('passes what is asked of the directory', async () => {
    const asked: InsiderQuery[] = [];
    server.analytics.directory = async (query) => {
      asked.push(query);
      const item = { slug: 'a', name: '=A', filing_count: 1, total_buy_value: -2, total_sell_value: 0 };
      return { items: [item], places: [{ value: '12.30', key: 'a' }], more: true, total: 7 };
    };
    const path = '/api/v1/insider-alpha/insiders';
    const asking = 'q=jen&sort_by=total_sell_value&order=asc&page_size=3';
    const answer = await server.get(`${path}?${asking}&page=1`);
    const query = { search: 'jen', sort: 'total_sell_value', direction: 'asc', limit: 3 };
    expect(asked).toEqual([{ ...query, offset: 3 }]);
    expect(answer.body).toMatchObject({ total: 7, page: 1, page_size: 3 });
    const [, next = '', cursor] =
      /^<(.+&page=2&cursor=(.+))>; rel="next"$/.exec(answer.headers.link ?? '') ?? [];
    expect(next).toBe(`${path}?${asking}&page=2&cursor=${cursor}`);
    expect((await server.get(next)).body).toMatchObject({ total: 7, page: 2 });
    expect(asked[1]).toEqual({ ...query, offset: 0, after: { value: '12.30', key: 'a' } });
    for (const other of [`${path}?cursor=${cursor}`, `/api/v1/insider-alpha/clusters?cursor=${cursor}`])
      expect((await server.get(other)).body).toMatchObject({ code: 'INVALID_CURSOR', param: 'cursor' });
    await server.get(path);
    expect(asked[2]).toEqual({ sort: 'total_buy_value', direction: 'desc', offset: 0, limit: 50 });
    expect((await server.get(`${path}?sort_by=slug`)).body.param).toBe('sort_by');
    const csv = await server.get(path, { accept: 'text/csv' });
    expect(csv.text).toBe("slug,name,filing_count,total_buy_value,total_sell_value\r\na,'=A,1,-2,0\r\n");
  });

  it('passes what is asked of the clusters', async () => {
    const asked: ClusterQuery[] = [];
    server.analytics.clusters = async (query) => {
      asked.push(query);
      const cluster = { ticker: 'A', insider_count: 2, total_value: 3, detected_at: new Date(NOW) };
      const items = [{ asset: 'stock:A', ...cluster }];
      return { items, places: [{ value: NOW, key: 'stock:A' }], more: false, total: 1 };
    };
    const path = '/api/v1/insider-alpha/clusters';
    const answer = await server.get(`${path}?days_back=7&min_insiders=3&ticker=brk-b`);
    expect(answer.body.clusters).toEqual([
      { ticker: 'A', insider_count: 2, total_value: 3, detected_at: NOW },
    ]);
    expect(answer.body.has_more).toBe(false);
    await server.get(path);
    expect(asked).toMatchObject([
      { daysBack: 7, minInsiders: 3, assets: ['stock:BRK.B'], offset: 0, limit: 50 },
      { daysBack: 30, minInsiders: 2, assets: undefined },
    ]);
    expect((await server.get(`${path}?min_insiders=0`)).body.param).toBe('min_insiders');
    const csv = await server.get(path, { accept: 'text/csv' });
    expect(csv.text).toBe(`ticker,insider_count,total_value,detected_at\r\nA,2,3,${NOW}\r\n`);
  });
});

describe('prediction', () => {
  beforeEach(() =>
    store(
      predictionMarkets,
      { market_id: '1', platform: 'kalshi', active: true },
      { market_id: '2', platform: 'kalshi', active: true },
      { market_id: '3', platform: 'polymarket', active: true },
      { market_id: '4', platform: 'polymarket', active: false },
      { market_id: '5', platform: 'elsewhere', active: true },
    ),
  );

  it('counts all six platforms, whatever `platforms` asks, and what the other filters leave', async () => {
    const answer = await server.get('/api/v1/prediction?platforms=polymarket,KALSHI&active=true&limit=2');
    expect(answer.body.total).toBe(3);
    expect(answer.body.has_more).toBe(true);
    expect(answer.body.platforms).toEqual({
      kalshi: 2,
      limitless: 0,
      manifold: 0,
      metaculus: 0,
      polymarket: 1,
      predictit: 0,
    });
  });

  it('refuses a platform that is none of the six', async () => {
    for (const platforms of ['kalshi,nope', '', ',']) {
      const answer = await server.get(`/api/v1/prediction?platforms=${platforms}`);
      expect(answer.body).toMatchObject({ status: 400, param: 'platforms' });
      expect(answer.body.detail).toContain(PLATFORMS.join(', '));
    }
  });

  it('sorts by `sort`', async () => {
    const answer = await server.get('/api/v1/prediction?sort=volume_24h&order=asc');
    expect(answer.body.items).toHaveLength(5);
  });
});
