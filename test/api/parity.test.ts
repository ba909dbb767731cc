import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fullView } from '../../src/core/access/view.ts';
import {
  type AnyRecord,
  type Feed,
  filterableLeaves,
  type Leaf,
  type LeafValue,
  sortableLeaves,
  valueAt,
} from '../../src/feed/feed.ts';
import { camelCase } from '../../src/feed/name-case.ts';
import {
  compare,
  defaultOrder,
  type Filter,
  type Operator,
  type Order,
  operatorsOf,
} from '../../src/feed/query.ts';
import { toJson, toJsonRecord } from '../../src/feed/record.ts';
import { registry } from '../../src/feeds/index.ts';
import { enumValueName } from '../../src/graphql/schema/enums.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { listsOf } from '../support/feed-lists.ts';
import { expectedRows } from '../support/model.ts';
import { sampleRecords } from '../support/records.ts';

// The records are of long before: those of current state are asked for with stale ones.
const VIEW = fullView(new Date('2026-01-03T12:00:00Z'));
const ROWS = 90;

/** How a leaf is called in REST parameters: REST names joined by `_`. */
function restParam(feed: Feed, leaf: Leaf): string {
  const [outer, inner] = leaf.path;
  const name = feed.fields[outer]?.options.rest || outer;
  return inner === undefined ? name : `${name}_${leaf.field.options.rest || inner}`;
}

const graphName = (leaf: Leaf) => leaf.field.options.graph || camelCase(leaf.name);

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

/** The first list of each feed. */
const listed = registry.flatMap((module) =>
  listsOf(module)
    .slice(0, 1)
    .map((list) => [list.feed.module, list] as const),
);

describe('REST and GraphQL answer the same rows to the same question', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  }, 600_000);
  afterAll(() => app.stop(), 600_000);

  describe.each(listed)('%s', (module, { feed, path, wrapper }) => {
    const records = sampleRecords(feed, ROWS, 11);
    const key = (record: AnyRecord) => String(record[feed.key.name]);
    const stale = feed.shelfLife
      ? { rest: { include_stale: 'true' }, graph: 'includeStale: true, ' }
      : { rest: {}, graph: '' };

    beforeAll(async () => {
      const inRestShape = records.map((record) => ({
        ...toJsonRecord(feed, record),
        ...(feed.availability?.from.field.options.internal
          ? { available_at: toJson(valueAt(record, feed.availability.from)) }
          : {}),
      }));
      const answer = await app.ingest(module, inRestShape);
      expect(await answer.json()).toMatchObject({ accepted: ROWS, created: ROWS });
    });

    async function restKeys(query: Readonly<Record<string, string>>): Promise<string[]> {
      const params = new URLSearchParams({ ...query, ...stale.rest, page_size: '100' });
      const response = await app.get(`${path}?${params}`);
      const body = (await response.json()) as Record<string, unknown>;
      expect(response.status, `${params} ${JSON.stringify(body).slice(0, 300)}`).toBe(200);
      expect(response.headers.get('x-unknown-params'), String(params)).toBeNull();
      const list = body[wrapper] as Record<string, unknown>[];
      const name = restParamOfKey(feed);
      expect(Number(response.headers.get('x-total-count'))).toBe(list.length);
      return list.map((row) => String(row[name]));
    }

    async function graphKeys(filter: object, orderBy?: object): Promise<string[]> {
      const query = `query ($filter: ${feed.type}Filter, $orderBy: ${feed.type}Order) {
        list: ${feed.plural}(${stale.graph}first: 100, filter: $filter, orderBy: $orderBy) { totalCount nodes { id } edges { cursor } } }`;
      const { data, errors } = await app.graphql(query, { filter, orderBy });
      expect(errors, JSON.stringify(filter)).toBeUndefined();
      const list = (data as unknown as { list: { totalCount: number; nodes: { id: string }[] } }).list;
      expect(list.totalCount).toBe(list.nodes.length);
      return list.nodes.map(({ id }) =>
        Buffer.from(id, 'base64url')
          .toString()
          .slice(feed.type.length + 1),
      );
    }

    const expected = (filter: Filter | undefined, order: Order = defaultOrder(feed)) =>
      expectedRows(feed, records, filter, order, VIEW).map(key);

    it.each(filterableLeaves(feed).map((leaf) => [leaf.name, leaf] as const))(
      'filtered by %s',
      async (_name, leaf) => {
        const values = [...new Set(records.map((record) => valueAt(record, leaf)))]
          .filter((value) => value !== null)
          // Over REST it stands for every kind of sale.
          .filter((value) => leaf.name !== 'transaction_type' || value !== 'Sale')
          .slice(0, 3);
        for (const op of operatorsOf(leaf)) {
          // A comma separates values in REST, so lists of texts that hold one can only be asked for in GraphQL.
          const listable = values.filter((value) => !String(value).includes(',') && value !== '');
          const operands = op === 'in' ? [listable] : op === 'isNull' ? [true, false] : values;
          for (const operand of operands) {
            const rows = expected(compare(leaf, op, operand));
            const what = `${leaf.name} ${op} ${String(operand)}`;
            expect(
              await restKeys({ [restParam(feed, leaf) + SUFFIX[op]]: restText(operand) }),
              `REST ${what}`,
            ).toEqual(rows);
            const filter = { [graphName(leaf)]: { [op]: graphValue(feed, leaf, operand) } };
            expect(await graphKeys(filter), `GraphQL ${what}`).toEqual(rows);
          }
        }
      },
    );

    it.each(sortableLeaves(feed).map((leaf) => [leaf.name, leaf] as const))(
      'sorted by %s',
      async (_name, leaf) => {
        for (const direction of ['asc', 'desc'] as const) {
          const rows = expected(undefined, { leaf, direction });
          expect(await restKeys({ sort_by: restParam(feed, leaf), order: direction })).toEqual(rows);
          const orderBy = { field: leaf.name.toUpperCase(), direction: direction.toUpperCase() };
          expect(await graphKeys({}, orderBy)).toEqual(rows);
        }
      },
    );

    it('with and, or and not, as the model does', async () => {
      const [first, second] = filterableLeaves(feed).filter((leaf) => operatorsOf(leaf).includes('eq'));
      if (!first || !second) throw new Error('every feed has two filterable fields');
      const one = compare(first, 'eq', valueAt(records[0] ?? {}, first));
      const other = compare(second, 'ne', valueAt(records[1] ?? {}, second) ?? '');
      const filter: Filter = {
        op: 'or',
        of: [one, { op: 'not', of: { op: 'and', of: [other, { op: 'not', of: one }] } }],
      };
      const asInput = (leaf: Leaf, op: string, value: unknown) => ({
        [graphName(leaf)]: { [op]: graphValue(feed, leaf, value as LeafValue) },
      });
      const input = {
        or: [
          asInput(first, 'eq', one.value),
          { not: { and: [asInput(second, 'ne', other.value), { not: asInput(first, 'eq', one.value) }] } },
        ],
      };
      expect(await graphKeys(input)).toEqual(expected(filter));
    });

    it('page by page, in both', async () => {
      const rows = expected(undefined);
      const rest: string[] = [];
      let next: string | null = `${path}?${new URLSearchParams({ ...stale.rest, page_size: '7' })}`;
      while (next !== null) {
        const response = await app.get(next);
        const body = (await response.json()) as Record<string, unknown>;
        const list = body[wrapper] as Record<string, unknown>[];
        rest.push(...list.map((row) => String(row[restParamOfKey(feed)])));
        next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
        if (next?.startsWith('http')) next = next.slice(app.url.length);
      }
      expect(rest).toEqual(rows);
      const byPage: string[] = [];
      for (let page = 0; page * 7 < ROWS; page += 1) {
        const body = (await (
          await app.get(
            `${path}?${new URLSearchParams({ ...stale.rest, page_size: '7', page: String(page) })}`,
          )
        ).json()) as Record<string, unknown>;
        const list = body[wrapper] as Record<string, unknown>[];
        byPage.push(...list.map((row) => String(row[restParamOfKey(feed)])));
      }
      expect(byPage).toEqual(rows);
    });
  });
});

const restParamOfKey = (feed: Feed): string => feed.key.field.options.rest || feed.key.name;

function restText(operand: LeafValue | readonly LeafValue[]): string {
  return Array.isArray(operand)
    ? operand.map((one) => String(toJson(one as LeafValue))).join(',')
    : String(toJson(operand as LeafValue));
}

function graphValue(feed: Feed, leaf: Leaf, operand: LeafValue | readonly LeafValue[]): unknown {
  if (Array.isArray(operand)) return operand.map((one) => graphValue(feed, leaf, one as LeafValue));
  if (leaf.kind === 'enum' && typeof operand === 'string') return enumValueName(operand);
  if (leaf === feed.key && leaf.name === 'id')
    return Buffer.from(`${feed.type}:${String(operand)}`).toString('base64url');
  return toJson(operand as LeafValue);
}
