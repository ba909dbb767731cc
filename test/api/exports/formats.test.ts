import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../../src/feed/feed.ts';
import { publicLeaves } from '../../../src/feed/feed.ts';
import { restName } from '../../../src/feed/record.ts';
import { allFeeds } from '../../../src/feeds/index.ts';
import type { TestApp } from '../../support/app.ts';
import { readArrow } from '../../support/read-arrow.ts';
import { readParquet } from '../../support/read-parquet.ts';
import { ROWS, startWithRows } from '../../support/whole-feeds.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startWithRows();
}, 600_000);
afterAll(() => app.stop());

async function fileOf(path: string, format: string): Promise<Buffer> {
  const answer = await app.get(`${path}?format=${format}`);
  expect([answer.status, format]).toEqual([200, format]);
  return Buffer.from(await answer.arrayBuffer());
}

const jsonLines = (bytes: Buffer): AnyRecord[] =>
  bytes
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

/** Objects of lists have all their members in columnar formats, null where JSON leaves them out. */
function withoutMissing(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMissing);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, of]) => (of === null ? [] : [[name, of]])));
}

const comparable = (rows: readonly AnyRecord[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, of]) => [name, withoutMissing(of)])));

describe.each(allFeeds.map((feed) => [feed.module, feed] as const))('the export of %s', (module, feed) => {
  const path = `/api/v1/${module}/export`;

  it('has every public field of every row, the same in all formats', async () => {
    const rows = jsonLines(await fileOf(path, 'ndjson'));
    expect(rows.length).toBe(ROWS);
    const names = new Set(publicLeaves(feed).map(({ path: [outer] }) => outer));
    const declared = [...names].map((name) => restName(name, feed.fields[name] as never));
    expect(Object.keys(rows[0] ?? {})).toEqual(declared);

    const parquet = await readParquet(await fileOf(path, 'parquet'));
    expect(comparable(parquet.rows)).toEqual(comparable(rows));
    expect(comparable(readArrow(await fileOf(path, 'arrow')))).toEqual(comparable(rows));

    const csv: AnyRecord[] = parse(await fileOf(path, 'csv'), { columns: true });
    const key = restName(feed.key.name, feed.key.field);
    expect(csv.map((row) => row[key])).toEqual(rows.map((row) => row[key]));
    expect(Object.keys(csv[0] ?? {})).toEqual(Object.keys(parquet.types));
  });

  it('tells times with their zone, and nothing else as a time with one', async () => {
    const { types } = await readParquet(await fileOf(path, 'parquet'));
    const zoned = Object.keys(types).filter((name) => types[name] === 'TIMESTAMP WITH TIME ZONE');
    const instants = publicLeaves(feed).filter(({ kind }) => kind === 'instant');
    const nameOf = ([outer, inner]: readonly string[]) =>
      [restName(outer ?? '', feed.fields[outer ?? ''] as never), inner].filter(Boolean).join('.');
    expect(zoned).toEqual(instants.map((leaf) => nameOf(leaf.path)));
  });
});

describe('a list', () => {
  const LISTS = [
    ...allFeeds.map(({ module }) =>
      module === 'scorecards' ? '/api/scorecards/ams/data' : `/api/v1/${module}`,
    ),
    '/api/v1/insider-alpha/filings',
    '/api/v1/insider-alpha/insiders',
    '/api/v1/insider-alpha/clusters',
    '/api/v1/congress/groups?by=sector,filing_month&measures=count,amount_low_sum,distinct_ticker',
  ];

  it.each(LISTS)('%s comes as Parquet and as Arrow', async (path) => {
    const get = async (accept: string) => {
      const answer = await app.get(path, { accept });
      expect([answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([200, accept]);
      return Buffer.from(await answer.arrayBuffer());
    };
    const rows = comparable(jsonLines(await get('application/x-ndjson')));
    const parquet = await readParquet(await get('application/vnd.apache.parquet'));
    expect(comparable(parquet.rows)).toEqual(rows);
    expect(comparable(readArrow(await get('application/vnd.apache.arrow.stream')))).toEqual(rows);
  });
});
