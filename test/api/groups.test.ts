import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullView } from '../../src/core/access/view.ts';
import type { AnyRecord, Feed, Leaf } from '../../src/feed/feed.ts';
import {
  bucketName,
  type Group,
  type GroupKey,
  groupKeys,
  type Measure,
  measuresOf,
  mixedUnits,
} from '../../src/feed/groups.ts';
import { camelCase } from '../../src/feed/name-case.ts';
import { allFeeds } from '../../src/feeds/index.ts';
import { enumValueName } from '../../src/graphql/schema/enums.ts';
import { testClock } from '../core/clock.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { groupsOfRows } from '../support/group-model.ts';
import { sampleRecords, seeded } from '../support/records.ts';
import { UNMETERED } from '../support/tiers.ts';

const NOW = '2026-01-03T12:00:00.000Z';
const ROWS = 95;
const TIERS = [
  UNMETERED,
  { ...UNMETERED, id: 'short', historyDays: 2 },
  { ...UNMETERED, id: 'late', insiderLagHours: 24 },
  { ...UNMETERED, id: 'free', historyDays: 2, insiderLagHours: 24 },
];

let app: TestApp;
const tokens = new Map<string, string>();

beforeAll(async () => {
  app = await startApp({}, { clock: testClock(NOW), tiers: TIERS });
  for (const { id } of TIERS) tokens.set(id, await app.issue(id));
  for (const feed of allFeeds) await app.services.ingest.write(feed, sampleRecords(feed, ROWS, 17));
}, 600_000);
afterAll(() => app.stop(), 600_000);

const graphName = ({ field, name }: Leaf) => field.options.graph || camelCase(name);

/** How REST calls a leaf in parameters: REST names joined by `_`. */
function restName(feed: Feed, { path: [outer, inner], field }: Leaf): string {
  const name = feed.fields[outer]?.options.rest || outer;
  return inner === undefined ? name : `${name}_${field.options.rest || inner}`;
}

const restKey = (feed: Feed, { leaf, bucket }: GroupKey) =>
  bucket === null ? restName(feed, leaf) : bucketName(restName(feed, leaf), bucket);
const graphKey = ({ leaf, bucket, name }: GroupKey) => (bucket === null ? graphName(leaf) : camelCase(name));

function restMeasure(feed: Feed, measure: Measure): string {
  if (measure.kind === 'rows') return 'count';
  const name = restName(feed, measure.leaf);
  return measure.kind === 'distinct' ? `distinct_${name}` : `${name}_${measure.of}`;
}

/** What a key is shown of a feed, as the rows that it can export. */
async function exported(feed: Feed, token: string): Promise<readonly AnyRecord[]> {
  const keys = sampleRecords(feed, ROWS, 17).map((row) => String(row[feed.key.name]));
  const ids = keys.map((key) => Buffer.from(`${feed.type}:${key}`).toString('base64url'));
  const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
  const { data, errors } = await app.graphql(query, { ids }, token);
  expect(errors).toBeUndefined();
  const nodes = (data as unknown as { nodes: (object | null)[] }).nodes;
  const shown = keys.filter((_, index) => nodes[index] !== null);
  return app.services.feeds.byKeys(feed, shown, fullView(new Date(NOW)));
}

interface Asked {
  readonly feed: Feed;
  readonly by: readonly GroupKey[];
  readonly measures: readonly Measure[];
}

async function overRest({ feed, by, measures }: Asked, token: string): Promise<readonly Group[]> {
  const query = new URLSearchParams({
    by: by.map((key) => restKey(feed, key)).join(','),
    measures: measures.map((measure) => restMeasure(feed, measure)).join(','),
    sort_by: 'key',
    limit: '100',
  });
  const response = await app.get(`/api/v1/${feed.module}/groups?${query}`, { 'x-api-key': token });
  const body = (await response.json()) as { total: number; groups: Record<string, Record<string, never>>[] };
  expect(response.status, `${query} ${JSON.stringify(body).slice(0, 400)}`).toBe(200);
  expect(body.total).toBe(Number(response.headers.get('x-total-count')));
  return body.groups.map((row) => ({
    place: { value: null, keys: [] },
    keys: by.map((key) => row.key?.[restKey(feed, key)] ?? null),
    values: Object.fromEntries(
      measures.map((measure) => {
        if (measure.kind === 'rows') return [measure.name, row.count as unknown as number];
        const name = restName(feed, measure.leaf);
        const value = measure.kind === 'distinct' ? row.distinct?.[name] : row[name]?.[measure.of];
        return [measure.name, value as unknown as number | string | null];
      }),
    ),
  }));
}

async function inGraph({ feed, by, measures }: Asked, token: string): Promise<readonly Group[]> {
  const numbers = Map.groupBy(
    measures.filter((one) => one.kind === 'number'),
    ({ leaf }) => graphName(leaf),
  );
  const distinct = measures.filter((one) => one.kind === 'distinct');
  const field = `${feed.type.charAt(0).toLowerCase()}${feed.type.slice(1)}Groups`;
  const query = `{ list: ${field}(by: [${by.map(({ name }) => name.toUpperCase()).join(', ')}], first: 100,
      orderBy: { field: KEY, direction: ASC }) { totalCount nodes { count key { ${by.map(graphKey).join(' ')} }
    ${[...numbers].map(([name, of]) => `${name} { ${of.map((one) => camelCase(one.of)).join(' ')} }`).join(' ')}
    distinct { ${distinct.map(({ leaf }) => graphName(leaf)).join(' ')} } } } }`;
  const { data, errors } = await app.graphql(query, {}, token);
  expect(errors, query).toBeUndefined();
  const { list } = data as unknown as {
    list: { totalCount: number; nodes: Record<string, Record<string, never>>[] };
  };
  return list.nodes.map((node) => ({
    place: { value: null, keys: [] },
    keys: by.map((key) => node.key?.[graphKey(key)] ?? null),
    values: Object.fromEntries(
      measures.map((measure) => {
        if (measure.kind === 'rows') return [measure.name, node.count as unknown as number];
        const name = graphName(measure.leaf);
        const value =
          measure.kind === 'distinct' ? node.distinct?.[name] : node[name]?.[camelCase(measure.of)];
        return [measure.name, value as unknown as number | string | null];
      }),
    ),
  }));
}

/** As the graph spells the values of closed sets. */
const withEnumNames = (by: readonly GroupKey[], groups: readonly Group[]): readonly Group[] =>
  groups.map((group) => ({
    ...group,
    keys: group.keys.map((value, index) =>
      by[index]?.leaf.kind === 'enum' && by[index].bucket === null && value !== null
        ? enumValueName(String(value))
        : value,
    ),
  }));

describe.each(allFeeds.map((feed) => [feed.module, feed] as const))('groups of %s', (_module, feed) => {
  const keys = groupKeys(feed);
  const all = [...measuresOf(feed).values()];
  const random = seeded(8);

  it.each(TIERS.map(({ id }) => id))(
    'are those of the rows that a key of tier %s can export',
    async (tier) => {
      const token = tokens.get(tier) ?? expect.unreachable();
      const rows = await exported(feed, token);
      expect(rows.length).toBeGreaterThan(0);
      for (const key of keys) {
        const second = keys[Math.floor(random() * keys.length)] ?? key;
        const by = [...new Set(random() < 0.5 ? [key] : [key, second])];
        const measures = all.filter((one) => mixedUnits(feed, { by, measures: [one] }) === null);
        const order = { by: 'key', direction: 'asc' } as const;
        const { groups } = groupsOfRows(feed, rows, { by, measures, order, limit: 100 });
        const expected = groups.map(({ keys: values, values: figures }) => ({
          place: { value: null, keys: [] },
          keys: values,
          values: figures,
        }));
        const asked = { feed, by, measures };
        const what = by.map(({ name }) => name).join(',');
        expect(await overRest(asked, token), `${what} over REST`).toEqual(expected);
        expect(await inGraph(asked, token), `${what} in the graph`).toEqual(withEnumNames(by, expected));
      }
    },
    600_000,
  );
});
