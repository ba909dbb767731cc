import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/feed/feed.ts';
import { toJsonRecord, withValue } from '../../src/feed/record.ts';
import { registry } from '../../src/feeds/index.ts';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { importTarget } from '../../src/ingestion/import-target.ts';
import type { Item, Rejection } from '../../src/sources/format.ts';
import { importItems } from '../../src/sources/import-run.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { sampleRecords } from '../support/records.ts';

const HUGE = 1.7e308;

let app: TestApp;
let keys: Readonly<Record<string, string>>;
beforeAll(async () => {
  app = await startApp();
  keys = { unmetered: app.key, free: await app.issue('free') };
  // As an earlier version stored them, which had no bounds: the writer has none.
  for (const { feed } of registry) {
    const records = sampleRecords(feed, 6).map((record, index) => extreme(record, index, feed));
    await app.services.ingest.write(feed, records);
  }
  await app.services.ingest.write(insiderFilings, filings('buy', 4));
  await app.services.ingest.write(insiderFilings, filings('sell', 4));
});
afterAll(() => app?.stop());

function extreme(record: AnyRecord, index: number, feed: (typeof registry)[number]['feed']): AnyRecord {
  return feed.leaves.reduce((changed, leaf) => {
    const value = index % 2 === 0 ? HUGE : -HUGE;
    switch (leaf.kind) {
      case 'number':
        return withValue(changed, leaf, value);
      case 'integer':
        return withValue(changed, leaf, 2_147_483_647);
      case 'numbers':
        return withValue(changed, leaf, [value]);
      case 'metrics':
        return withValue(changed, leaf, { ams: value, mrs: value, gls: value });
      default:
        return changed;
    }
  }, record);
}

/** Of several insiders, an hour and two days ago. */
function filings(direction: 'buy' | 'sell', count: number): readonly AnyRecord[] {
  return sampleRecords(insiderFilings, count, 7).map((record, index) => {
    const at = new Date(Date.now() - (index % 2 === 0 ? 3_600_000 : 2 * 86_400_000));
    return {
      ...record,
      id: `${direction}-${index}`,
      ticker: 'BIG',
      insider_name: `Insider ${index}`,
      transaction_direction: direction,
      shares: HUGE,
      value: HUGE,
      filing_date: at,
      known_from: at,
    };
  });
}

const SPEC = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};
/** For `{name}` in paths: what some record has. */
const PLACES: Readonly<Record<string, string>> = {
  scorecard: 'ams',
  ticker: 'BIG',
  slug: 'insider-1',
  id: 'x',
};
const PATHS = Object.entries(SPEC.paths)
  .filter(([path, methods]) => methods.get && !/admin|account|usage/.test(path))
  .map(([path]) => path.replace(/\{(\w+)\}/g, (_, name: string) => PLACES[name] ?? 'x'));

describe('records stored beyond the bounds break no route', () => {
  it.each(PATHS)('%s', async (path) => {
    for (const [tier, key] of Object.entries(keys)) {
      for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
        const response = await app.get(path, { accept, 'x-api-key': key });
        expect(response.status, `${tier} ${accept} ${await response.text()}`).toBeLessThan(500);
        if (response.status === 429) return; // the minute of the free key is used up
      }
    }
  });

  it('sums over GraphQL are finite', async () => {
    const { data, errors } = await app.graphql(`{
      insiders(first: 5) { nodes { totalBuyValue totalSellValue } pageInfo { endCursor hasNextPage } }
      insiderClusters { nodes { totalValue } }
      insiderMarketStats { last24h { buyValue sellValue } last7d { buyValue sellValue } last30d { buyValue sellValue }
        mostBought7d { ticker value } }
      asset(symbol: "BIG") { insiderWindows { days30 { buyValue sellValue net } days90 { buyValue sellValue net } } }
    }`);
    expect(errors).toBeUndefined();
    const { insiderMarketStats: stats } = data as unknown as {
      insiderMarketStats: { last30d: object; mostBought7d: object[] };
    };
    expect(stats.last30d).toEqual({ buyValue: Number.MAX_VALUE, sellValue: Number.MAX_VALUE });
    expect(stats.mostBought7d).toContainEqual({ ticker: 'BIG', value: Number.MAX_VALUE });
  });

  it('the directory can be walked', async () => {
    const seen: string[] = [];
    for (let path: string | null = '/api/v1/insider-alpha/insiders?limit=1'; path !== null; ) {
      const response = await app.get(path);
      const { insiders, total } = (await response.json()) as { insiders: { slug: string }[]; total: number };
      expect(response.status).toBe(200);
      seen.push(...insiders.map(({ slug }) => slug));
      path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
      if (path === null) expect(new Set(seen).size).toBe(total);
    }
  });
});

describe('numbers are refused at the door', () => {
  it('by POST: line, field, value and bounds; nothing is stored', async () => {
    const [one = {}, two = {}] = filings('buy', 2).map((record) => toJsonRecord(insiderFilings, record));
    const good = { ...one, id: 'door-1', shares: 1, value: 1 };
    const response = await app.ingest('insider', [good, { ...two, id: 'door-2', shares: 1 }]);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'INVALID_RECORDS',
      errors: [{ line: 2, field: 'value', message: 'must be from 0 to 1000000000000000, not 1.7e+308' }],
    });
    expect(
      (
        await app.services.feeds.byKeys(insiderFilings, ['door-1'], {
          from: null,
          until: null,
          now: new Date(),
        })
      ).length,
    ).toBe(0);
  });

  it('by an import: into the rejects file, and the rest goes on', async () => {
    const [bad = {}, fine = {}] = filings('buy', 2);
    const items: Item[] = [
      { kind: 'record', record: { ...bad, id: 'import-1' } },
      { kind: 'record', record: { ...fine, id: 'import-2', shares: 5, value: 10 } },
    ];
    const rejected: Rejection[] = [];
    const target = importTarget(app.services, 'test', async (rejection) => void rejected.push(rejection));
    const report = await importItems(
      { feed: insiderFilings },
      (async function* () {
        yield* items;
      })(),
      { target, completions: [] },
    );
    expect(report).toMatchObject({ created: 1, rejected: { 'shares is not from 0 to 1000000000000000': 1 } });
    expect(rejected).toMatchObject([{ at: 'record import-1', field: 'shares', raw: { shares: HUGE } }]);
  });
});
