import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AlphaError, createClient, type Rest } from '../../src/client/client.ts';
import { PATHS } from '../../src/client/generated/rest.ts';
import { importAnswers } from '../../src/demo/import-simulated.ts';
import { createMarket } from '../../src/demo/market.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { signals } from './records.ts';

let app: TestApp;
let rest: Rest;
beforeAll(async () => {
  app = await startApp();
  const now = app.services.clock.now().getTime();
  await importAnswers(app.services, createMarket(1), Number.NEGATIVE_INFINITY, now);
  rest = createClient({ url: app.url, key: app.key }).rest;
}, 600_000);
afterAll(() => app.stop(), 600_000);

describe('operations', () => {
  const document = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as {
    readonly paths: Readonly<Record<string, { readonly get?: { readonly operationId: string } }>>;
  };
  const reading = Object.entries(document.paths).flatMap(([path, { get }]) =>
    get && !path.startsWith('/api/admin/') ? [[get.operationId, path] as const] : [],
  );

  test('are those of the OpenAPI document that read', () => {
    expect(Object.entries(PATHS)).toEqual(reading);
    expect(reading.length).toBeGreaterThan(20);
  });

  test.each(Object.keys(PATHS) as (keyof typeof PATHS)[])('%s answers as over HTTP', async (name) => {
    const trades = await rest.listInsiderAlphaFilings({ page_size: 1 });
    const ticker = trades.filings[0]?.ticker ?? '';
    // One call for all of them: the types of each are tried in test/types.
    const call = rest[name] as (params: object) => Promise<unknown>;
    const path = PATHS[name]
      .replace('{scorecard}', 'ams')
      .replace('{ticker}', encodeURIComponent(ticker))
      .replace('{id}', 'none');
    const wanted: Readonly<Record<string, string>> = name.startsWith('group')
      ? { by: 'known_from_month' }
      : name === 'search'
        ? { q: 'bitcoin' }
        : {};
    const inPath = {
      ...(/\{s/.test(PATHS[name]) ? { scorecard: 'ams' } : /\{t/.test(PATHS[name]) ? { ticker } : {}),
      ...wanted,
    };
    const plain = await app.get(`${path}?${new URLSearchParams(wanted)}`);
    const body = await plain.text();
    if (/\{(id|file)\}/.test(PATHS[name])) {
      // There is no such record, alert or file: both refuse alike.
      await expect(call({ id: 'none', ...wanted })).rejects.toMatchObject({ code: JSON.parse(body).code });
      return;
    }
    expect(plain.status).toBe(200);
    const answer = await call(inPath);
    if (name === 'getUsage') expect(Object.keys(answer as object)).toEqual(Object.keys(JSON.parse(body)));
    else if (answer instanceof Response) expect(await answer.text()).toBe(body);
    else expect(answer).toEqual(name === 'exportScorecard' ? body : JSON.parse(body));
    expect(answer instanceof Response).toBe(path.endsWith('/export') && name !== 'exportScorecard');
  });
});

test('parameters filter, and are escaped', async () => {
  await app.ingest('trade-feed', signals('A&B=/é', 2));
  const { signals: found } = await rest.listTradeFeed({
    symbol: 'A&B=/é1',
    page_size: 5,
    symbol_ne: undefined,
  });
  expect(found.map(({ symbol }) => symbol)).toEqual(['A&B=/é1']);
  await expect(rest.getInsiderCompany({ ticker: '../usage' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('the history of a record has its versions', async () => {
  await app.ingest('trade-feed', signals('PAST', 1));
  const { signals: found } = await rest.listTradeFeed({ symbol_contains: 'PAST' });
  const id = found[0]?.id ?? '';
  const { items, total } = await rest.listTradeFeedHistory({ id, limit: 5 });
  expect([items.map(({ kind, record }) => [kind, record.id]), total]).toEqual([[['CURRENT', id]], 1]);
});

test('an export is a file, and a mistake in it an error', async () => {
  await app.ingest('trade-feed', signals('FILE', 3));
  const file = await rest.exportTradeFeed({ symbol_contains: 'FILE', format: 'parquet' });
  expect(file.headers.get('x-export-rows')).toBe('3');
  const bytes = Buffer.from(await file.arrayBuffer());
  expect([bytes.subarray(0, 4), bytes.subarray(-4)].map(String)).toEqual(['PAR1', 'PAR1']);
  await expect(rest.exportTradeFeed({ limit: 0 })).rejects.toMatchObject({ code: 'INVALID_PARAMETER' });
});

test('pages follow the links to the end', async () => {
  await app.ingest('trade-feed', signals('PAGED', 25));
  const sizes: number[] = [];
  const seen = new Set<string>();
  for await (const page of rest.pages('listTradeFeed', { symbol_contains: 'PAGED', page_size: 10 })) {
    sizes.push(page.signals.length);
    for (const { id } of page.signals) seen.add(id);
  }
  expect(sizes).toEqual([10, 10, 5]);
  expect(seen.size).toBe(25);
});

test('errors carry what the problem says', async () => {
  const error = await rest.listCongress({ page: -1 }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AlphaError);
  expect(error).toMatchObject({
    code: 'INVALID_PARAMETER',
    param: 'page',
    requestId: expect.stringMatching(/^[\w-]{8,}$/),
    message: expect.stringContaining('page must be'),
  });
});
