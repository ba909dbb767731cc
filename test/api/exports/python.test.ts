import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyRecord, type Feed, publicLeaves } from '../../../src/feed/feed.ts';
import { restName } from '../../../src/feed/record.ts';
import { allFeeds } from '../../../src/feeds/index.ts';
import type { TestApp } from '../../support/app.ts';
import { pythonWith } from '../../support/python.ts';
import { startWithRows } from '../../support/whole-feeds.ts';

/** Readers that share nothing with the writers, and the formats that each reads. */
const READERS = {
  pyarrow: ['parquet', 'arrow'],
  polars: ['parquet', 'arrow'],
  pandas: ['parquet'],
  duckdb: ['parquet'],
};
const script = join(import.meta.dirname, 'summaries.py');
const folder = mkdtempSync(join(tmpdir(), 'alpha-exports-'));
let app: TestApp;
beforeAll(async () => {
  app = await startWithRows();
}, 600_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await app.stop();
});

/** What is compared of a file; instants in milliseconds. */
interface Summary {
  readonly rows: number;
  readonly ids: string;
  readonly columns: Readonly<Record<string, ColumnSummary>>;
}

interface ColumnSummary {
  readonly nulls: number;
  readonly sum?: number;
  readonly zone?: boolean;
  readonly first?: number;
  readonly last?: number;
}

/** What the NDJSON of a feed says of its rows, by the names of columns. */
function summaryOf(feed: Feed, rows: readonly AnyRecord[]): Summary {
  const nameOf = (outer: string, inner?: string) => {
    const field = feed.fields[outer];
    return field && [restName(outer, field), inner].filter(Boolean);
  };
  const columns = publicLeaves(feed).map((leaf): [string, ColumnSummary] => {
    const [outer = '', inner] = nameOf(...(leaf.path as [string, string])) ?? [];
    const values = rows.map((row) => {
      const value = row[outer];
      return (inner === undefined ? value : (value as AnyRecord | null)?.[inner]) ?? null;
    });
    const given = values.filter((value) => value !== null);
    const times = given.map((value) => Date.parse(String(value)));
    return [
      inner === undefined ? outer : `${outer}.${inner}`,
      {
        nulls: values.length - given.length,
        ...(given.length > 0 && (leaf.kind === 'number' || leaf.kind === 'integer')
          ? { sum: (given as number[]).reduce((sum, value) => sum + value, 0) }
          : {}),
        ...(given.length > 0 && leaf.kind === 'instant'
          ? { zone: true, first: Math.min(...times), last: Math.max(...times) }
          : {}),
        ...(given.length > 0 && leaf.kind === 'localDateTime' ? { zone: false } : {}),
      },
    ];
  });
  const ids = rows.map((row) => row[restName(feed.key.name, feed.key.field)]).join('\n');
  return {
    rows: rows.length,
    ids: createHash('sha256').update(ids).digest('hex'),
    columns: Object.fromEntries(columns),
  };
}

async function fileOf(feed: Feed, format: string): Promise<string> {
  const answer = await app.get(`/api/v1/${feed.module}/export?format=${format}`);
  const path = join(folder, `${feed.module}.${format}`);
  writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
  return path;
}

/** What readers ask for besides: pandas for Parquet, DuckDB for times with a zone. */
const NEEDS: Readonly<Record<string, readonly string[]>> = { pandas: ['pyarrow'], duckdb: ['pytz'] };

describe.each(Object.entries(READERS))('%s reads what NDJSON says', (library, formats) => {
  const python = pythonWith(library, ...(NEEDS[library] ?? []));
  const skipped = python ? '' : `, skipped: no python3 with ${library}`;

  test.skipIf(python === null).each(formats)(
    `in %s${skipped}`,
    async (format) => {
      const files: string[][] = [];
      for (const feed of allFeeds)
        files.push([await fileOf(feed, format), restName(feed.key.name, feed.key.field)]);
      const args = [script, format, library, JSON.stringify(files)];
      const { stdout } = await promisify(execFile)(python ?? '', args, { maxBuffer: 2 ** 26 });
      const summaries: readonly Summary[] = JSON.parse(stdout);
      for (const [index, feed] of allFeeds.entries()) {
        const answer = await app.get(`/api/v1/${feed.module}/export`);
        const lines = (await answer.text()).split('\n').slice(0, -1);
        const expected = summaryOf(
          feed,
          lines.map((line) => JSON.parse(line)),
        );
        const found = summaries[index] ?? expect.unreachable();
        expect({ ...found, columns: Object.keys(found.columns) }).toEqual({
          ...expected,
          columns: Object.keys(expected.columns),
        });
        for (const [name, { sum, ...rest }] of Object.entries(expected.columns)) {
          expect(found.columns[name], `${feed.module}.${name}`).toMatchObject(rest);
          if (sum !== undefined) expect(found.columns[name]?.sum).toBeCloseTo(sum, 4);
        }
      }
    },
    600_000,
  );
});
