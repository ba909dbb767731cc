import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyRecord, filterableLeaves, sortableLeaves, valueAt } from '../../src/feed/feed.ts';
import { compare, defaultOrder, type Operator, operatorsOf } from '../../src/feed/query.ts';
import { restName, toJson } from '../../src/feed/record.ts';
import { paramName } from '../../src/rest/openapi/schema.ts';
import { FEED_LISTS } from '../support/feed-lists.ts';
import { expectedRows, servedView } from '../support/model.ts';
import { sampleRecords } from '../support/records.ts';
import { column, NOW, type RestServer, startRest } from './rest-server.ts';

let server: RestServer;

const records = new Map(FEED_LISTS.map(({ feed }) => [feed, sampleRecords(feed, 90)]));

beforeAll(async () => {
  server = await startRest();
  for (const [feed, sample] of records) await server.memory.writer.upsert(feed, sample, new Date(NOW));
});

afterAll(() => server.close());

const SUFFIX: Readonly<Record<Operator, string>> = {
  eq: '',
  ne: '_ne',
  in: '_in',
  gt: '_gt',
  gte: '_gte',
  lt: '_lt',
  lte: '_lte',
  contains: '_contains',
  isNull: '_is_null',
};

/** The routes whose `transaction_type` means more than equality have tests of their own. */
const SPECIAL = new Set(['transaction_type', 'transaction_type_ne', 'transaction_type_in']);

describe.each(FEED_LISTS)('the list of $feed.module at $path', ({ feed, path, wrapper }) => {
  const keyName = restName(feed.key.name, feed.key.field);
  const sample = records.get(feed) ?? [];
  const keysOf = (rows: readonly AnyRecord[]) => rows.map((row) => row[feed.key.name]);
  const keysIn = async (query: string) => {
    const answer = await server.get(`${path}?limit=100&${query}`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers['x-unknown-params']).toBeUndefined();
    return column(answer, wrapper, keyName);
  };

  it('filters by every operator of every filterable field', async () => {
    for (const leaf of filterableLeaves(feed)) {
      const values = [...new Set(sample.map((record) => toJson(valueAt(record, leaf))))]
        .filter((value) => value !== null && value !== '')
        .slice(0, 2);
      for (const op of operatorsOf(leaf)) {
        const name = paramName(feed, leaf) + SUFFIX[op];
        if (SPECIAL.has(name)) continue;
        const operands = op === 'isNull' ? [true, false] : op === 'in' ? [values] : values;
        for (const operand of operands) {
          const native = sample.map((record) => valueAt(record, leaf));
          const of = (json: unknown) => native.find((value) => toJson(value) === json) ?? null;
          const value = op === 'isNull' ? operand : op === 'in' ? values.map(of) : of(operand);
          const filter = compare(leaf, op, value as string); // of the leaf's own kind
          const expected = expectedRows(feed, sample, filter, defaultOrder(feed), servedView(new Date(NOW)));
          const query = new URLSearchParams({ [name]: String(operand) });
          expect(await keysIn(query.toString()), query.toString()).toEqual(keysOf(expected));
        }
      }
    }
  });

  it('sorts by every sortable field both ways', async () => {
    for (const leaf of sortableLeaves(feed)) {
      for (const direction of ['asc', 'desc'] as const) {
        const expected = expectedRows(
          feed,
          sample,
          undefined,
          { leaf, direction },
          servedView(new Date(NOW)),
        );
        for (const name of ['sort_by', 'sort']) {
          const query = `${name}=${paramName(feed, leaf)}&order=${direction}`;
          expect(await keysIn(query), query).toEqual(keysOf(expected));
        }
      }
    }
  });

  it('is met row by row once by its links and by its pages', async () => {
    const expected = keysOf(
      expectedRows(feed, sample, undefined, defaultOrder(feed), servedView(new Date(NOW))),
    );
    const seen: unknown[] = [];
    let url: string | undefined = `${path}?page_size=7`;
    for (let page = 0; url !== undefined; page += 1) {
      const answer = await server.get(url);
      seen.push(...column(answer, wrapper, keyName));
      expect(answer.headers['x-total-count']).toBe(String(expected.length));
      if ('page' in answer.body) expect(answer.body.page).toBe(page);
      url = /^<([^>]+)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1];
    }
    expect(seen).toEqual(expected);
    const pages: unknown[] = [];
    for (let page = 0; page * 7 < expected.length; page += 1)
      pages.push(...column(await server.get(`${path}?limit=7&page=${page}`), wrapper, keyName));
    expect(pages).toEqual(expected);
  });

  it('has the same rows as CSV and as NDJSON', async () => {
    const json = await server.get(path);
    const ndjson = await server.get(path, { accept: 'application/x-ndjson' });
    expect(ndjson.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const lines = ndjson.text.trimEnd().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(json.body[wrapper]);
    const csv = await server.get(path, { accept: 'text/csv' });
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.text.split('\r\n')).toHaveLength(lines.length + 2);
    expect(csv.headers.link).toBe(json.headers.link);
  });
});

describe('parameters', () => {
  const refused = async (query: string, param: string, ...words: readonly string[]) => {
    const answer = await server.get(`/api/v1/mte?${query}`);
    expect(answer.status, query).toBe(400);
    expect(answer.body.param, query).toBe(param);
    for (const word of words) expect(answer.body.detail, query).toContain(word);
  };

  it('are refused with their name, the value and what is allowed', async () => {
    for (const value of ['0', '-1', '1.5', 'x', '', '1e2', ' 5'])
      await refused(`limit=${value}`, 'limit', 'whole number from 1 to 100', value);
    await refused('page_size=0', 'page_size', 'whole number');
    await refused('page=-1', 'page', 'whole number from 0');
    await refused('sort_by=nope', 'sort_by', 'one of', 'created_at', '"nope"');
    await refused('order=up', 'order', 'asc, desc', '"up"');
    await refused('performance_sharpe_gte=much', 'performance_sharpe_gte', 'a number', '"much"');
    await refused('created_at_gte=yesterday', 'created_at_gte', 'ISO 8601', '"yesterday"');
    await refused('created_at_gte=2026-02-30', 'created_at_gte', 'ISO 8601');
    await refused('performance_total_trades=1.5', 'performance_total_trades', 'a whole number');
    await refused('tier_is_null=maybe', 'tier_is_null', 'true or false');
    await refused('name=%00', 'name', 'a text');
    await refused(`slug_in=${Array(101).fill('a').join(',')}`, 'slug_in', 'at most 100');
    await refused('limit=5&page_size=6', 'page_size', '"5"', '"6"');
    await refused('sort_by=name&sort=created_at', 'sort', 'name', 'created_at');
    await refused('limit=5&limit=5', 'limit', 'once');
    await refused('cursor=nonsense', 'cursor', 'not a cursor');
    const signals = await server.get('/api/v1/trade-feed?limit=1');
    const foreign = new URL(signals.headers.link?.slice(1).split('>')[0] ?? '', 'http://x').searchParams;
    await refused(`cursor=${foreign.get('cursor')}`, 'cursor', 'Signal', 'Strategy');
    expect((await server.get('/api/v1/trade-feed?direction=UP')).body.detail).toContain('one of LONG, SHORT');
  });

  it('of the same meaning may both be given, and a clamp is told', async () => {
    const answer = await server.get('/api/v1/mte?limit=500&page_size=500&sort=name&sort_by=name');
    expect(answer.status).toBe(200);
    expect(answer.headers['x-limit-clamped']).toBe('100');
    expect((await server.get('/api/v1/mte?limit=100')).headers['x-limit-clamped']).toBeUndefined();
    expect((await server.get('/api/v1/mte')).body.items).toHaveLength(50);
  });

  it('sort by the short name of a nested field', async () => {
    const short = await server.get('/api/v1/mte?sort_by=sharpe&order=ASC');
    const long = await server.get('/api/v1/mte?sort_by=performance_sharpe&order=asc');
    expect(short.body).toEqual(long.body);
  });

  it('that are unknown are ignored and named, without a way to break out of the header', async () => {
    const answer = await server.get(
      '/api/v1/mte?api_key=secret&foo=1&b%0d%0aX-Evil:1=2&__proto__=3&toString=4',
    );
    expect(answer.status).toBe(200);
    expect(answer.headers['x-unknown-params']).toBe('foo, b%0D%0AX-Evil%3A1, __proto__, toString');
    expect(JSON.stringify(answer.headers)).not.toContain('secret');
  });

  it('survive into the link, except the key', async () => {
    const answer = await server.get('/api/v1/mte?limit=2&status_ne=a%26b&page=3&api_key=secret');
    const next = new URL(answer.headers.link?.slice(1).split('>')[0] ?? '', 'http://x');
    expect(next.pathname).toBe('/api/v1/mte');
    expect(Object.fromEntries(next.searchParams)).toEqual({
      limit: '2',
      status_ne: 'a&b',
      page: '4',
      cursor: expect.any(String),
    });
  });

  it('take an offset whose plus arrived as a space', async () => {
    const plain = await server.get('/api/v1/mte?created_at_gte=2026-01-02T00:00:00%2B00:00');
    const spaced = await server.get('/api/v1/mte?created_at_gte=2026-01-02T00:00:00+00:00');
    expect(spaced.status).toBe(200);
    expect(spaced.body).toEqual(plain.body);
  });

  it('ignore case where the feed says so, and only there', async () => {
    const upper = await server.get('/api/v1/trade-feed?symbol=NVDA');
    const lower = await server.get('/api/v1/trade-feed?symbol=nvda');
    expect((upper.body.signals as unknown[]).length).toBeGreaterThan(0);
    expect(lower.body).toEqual(upper.body);
    expect((await server.get('/api/v1/trade-feed?direction=long')).status).toBe(400);
  });
});

describe('a page of nothing', () => {
  it('has no link and its total', async () => {
    const answer = await server.get('/api/v1/mre?page=999&include_stale=true');
    expect(answer.body).toEqual({ items: [], total: 90 });
    expect(answer.headers.link).toBeUndefined();
  });
});
