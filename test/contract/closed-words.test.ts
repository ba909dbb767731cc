import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyRecord, type Feed, filterableLeaves, type Leaf, valueAt } from '../../src/feed/feed.ts';
import { toJson, toJsonRecord, withValue } from '../../src/feed/record.ts';
import { registry } from '../../src/feeds/index.ts';
import { enumValueName } from '../../src/graphql/schema/enums.ts';
import { leafGraphName } from '../../src/graphql/schema/names.ts';
import { paramName } from '../../src/rest/openapi/schema.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { type FeedList, listsOf } from '../support/feed-lists.ts';
import { sampleRecords } from '../support/records.ts';

/** Each feed that has fields with a closed set of values: its first list, and the others. */
const LISTS = registry.flatMap((module) => {
  const [first, ...others] = listsOf(module);
  return first ? [{ module: module.feed.module, ...first, others, leaves: closedLeaves(first.feed) }] : [];
});

function closedLeaves(feed: Feed): readonly Leaf[] {
  return filterableLeaves(feed).filter(({ kind }) => kind === 'enum');
}

const DERIVED: ReadonlySet<string> = new Set(['direction']); // of a trade of Congress: from its transaction type

/** Rows of one id, and one row for each value of each field. */
function recordsOf({ feed, leaves }: { readonly feed: Feed; readonly leaves: readonly Leaf[] }) {
  const values = leaves.flatMap((leaf) => leaf.field.values.map((value) => ({ leaf, value })));
  return sampleRecords(feed, values.length, 5).map((record, index) => {
    const { leaf, value } = values[index] ?? expect.unreachable();
    return feed.module === 'congress' && DERIVED.has(leaf.name) ? record : withValue(record, leaf, value);
  });
}

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
}, 600_000);
afterAll(() => app.stop(), 600_000);

const shapeOf = (feed: Feed, record: AnyRecord): AnyRecord => ({
  ...toJsonRecord(feed, record),
  ...(feed.module === 'insider' ? { trade_date: null } : {}), // or it lies after the filing
  ...(feed.availability?.from.field.options.internal
    ? { available_at: toJson(valueAt(record, feed.availability.from)) }
    : {}),
});

describe.each(LISTS)('closed sets of $module', (list) => {
  const { module, feed, path, leaves } = list;
  const records = recordsOf(list);
  beforeAll(async () => {
    const answer = await app.ingest(
      module,
      records.map((record) => shapeOf(feed, record)),
    );
    expect(await answer.json()).toMatchObject({ accepted: records.length });
  });

  it.each(leaves.map((leaf) => ({ leaf, name: leaf.name, values: leaf.field.values })))(
    '$name: each of $values is found on both surfaces, as each spells it',
    async ({ leaf, values }) => {
      for (const value of values) {
        const rest = await restRows(list, { [paramName(feed, leaf)]: value });
        const graph = await graphRows(list, leaf, { eq: enumValueName(value) });
        expect(graph.keys.length, value).toBeGreaterThan(0);
        expect(new Set(graph.words)).toEqual(new Set([enumValueName(value)]));
        const spelled = leaf.field.options.caseless ? value.toUpperCase() : value;
        expect(await restRows(list, { [paramName(feed, leaf)]: spelled })).toEqual(rest);
        for (const other of list.others)
          expect(await restRows(other, { [paramName(feed, leaf)]: value }), other.path).toEqual(rest);
        if (isManyInOne(list, leaf, value)) continue;
        expect(rest, value).toEqual(graph.keys);
        const different = await graphRows(list, leaf, { ne: enumValueName(value) });
        expect(await restRows(list, { [`${paramName(feed, leaf)}_ne`]: value })).toEqual(different.keys);
      }
      const all = await graphRows(list, leaf, { in: values.map(enumValueName) });
      expect(await restRows(list, { [`${paramName(feed, leaf)}_in`]: values.join(',') })).toEqual(all.keys);
    },
  );

  it.each(leaves.map((leaf) => ({ leaf, name: leaf.name })))(
    '$name: another word is refused with the set, on both surfaces and by ingestion',
    async ({ leaf }) => {
      const { values } = leaf.field;
      for (const [suffix, given] of [
        ['', 'nope'],
        ['_ne', 'nope'],
        ['_in', `${values[0]},nope`],
      ]) {
        const name = `${paramName(feed, leaf)}${suffix}`;
        const response = await app.get(`${path}?${new URLSearchParams({ [name]: given ?? '' })}`);
        const problem = (await response.json()) as AnyRecord;
        expect(problem).toMatchObject({ status: 400, code: 'INVALID_PARAMETER', param: name });
        for (const value of [...values, '"nope"']) expect(problem.detail).toContain(value);
      }
      for (const condition of ['eq: NOPE', 'ne: NOPE', `in: [${enumValueName(values[0] ?? '')}, NOPE]`]) {
        const text = `{ ${feed.plural}(filter: { ${leafGraphName(leaf)}: { ${condition} } }) { totalCount } }`;
        const { errors } = await app.graphql(text);
        expect(errors?.[0]).toMatchObject({
          locations: [{ line: 1, column: text.indexOf('NOPE') + 1 }],
          extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
        });
        for (const value of values) expect(errors?.[0]?.message).toContain(enumValueName(value));
      }
      const variables = { filter: { [leafGraphName(leaf)]: { eq: 'NOPE' } } };
      const sent = `query ($filter: ${feed.type}Filter) { ${feed.plural}(filter: $filter) { totalCount } }`;
      const { errors } = await app.graphql(sent, variables);
      for (const value of values) expect(errors?.[0]?.message).toContain(enumValueName(value));
      if (feed.module === 'congress' && DERIVED.has(leaf.name)) return; // what is sent of it is not looked at
      const [good = {}, bad = {}] = sampleRecords(feed, 2, 77).map((record, index) =>
        withValue(record, feed.key, `never-${leaf.name}-${index}`),
      );
      const refused = await app.ingest(module, [
        shapeOf(feed, good),
        shapeOf(feed, withValue(bad, leaf, 'nope')),
      ]);
      const { errors: lines } = (await refused.json()) as { readonly errors: readonly AnyRecord[] };
      expect([refused.status, lines.length]).toEqual([400, 1]);
      expect(lines[0]).toMatchObject({ line: 2, message: expect.stringContaining('"nope"') });
      for (const value of values) expect(lines[0]?.message).toContain(value);
      expect(await graphRows(list, feed.key, { eq: graphId(feed, `never-${leaf.name}-0`) })).toMatchObject({
        keys: [],
      });
    },
  );

  it('are enums in OpenAPI, of parameters and rows', async () => {
    const document = (await (await app.get('/api/openapi.json')).json()) as {
      readonly paths: Readonly<
        Record<string, { readonly get: { readonly parameters: readonly AnyRecord[] } }>
      >;
      readonly components: { readonly parameters: Readonly<Record<string, AnyRecord>> };
    };
    const shared = document.components.parameters;
    const parameters = (document.paths[path]?.get.parameters ?? []).map(
      (given) => shared[String(given.$ref).split('/').at(-1) ?? ''] ?? given,
    );
    for (const leaf of leaves) {
      const parameter = parameters.find(({ name }) => name === paramName(feed, leaf));
      expect(parameter?.schema, leaf.name).toMatchObject({ enum: leaf.field.values });
    }
  });
});

/** `Sale` stands for every kind of sale over REST, and a direction for what a label of the insider feed means. */
const isManyInOne = ({ feed }: FeedList, leaf: Leaf, value: string): boolean =>
  feed.module === 'congress' && leaf.name === 'transaction_type' && value === 'Sale';

const graphId = (feed: Feed, key: string): string =>
  feed.key.name === 'id' ? Buffer.from(`${feed.type}:${key}`).toString('base64url') : key;

async function restRows({ feed, path, wrapper }: FeedList, query: Readonly<Record<string, string>>) {
  const response = await app.get(`${path}?${new URLSearchParams({ ...query, page_size: '100' })}`);
  const body = (await response.json()) as Readonly<Record<string, readonly AnyRecord[]>>;
  expect(response.status, JSON.stringify(body)).toBe(200);
  expect(response.headers.get('x-unknown-params')).toBeNull();
  return (body[wrapper] ?? []).map((row) => String(row[paramName(feed, feed.key)]));
}

async function graphRows({ feed }: FeedList, leaf: Leaf, condition: AnyRecord) {
  const [outer, inner] = leaf.path;
  const member = leafGraphName({ ...leaf, name: inner ?? outer });
  const shown =
    inner === undefined
      ? `word: ${member}`
      : `${leafGraphName({ ...leaf, name: outer })} { word: ${member} }`;
  const query = `query ($filter: ${feed.type}Filter) { list: ${feed.plural}(first: 100, filter: $filter) { nodes { id ${shown} } } }`;
  const { data, errors } = await app.graphql(query, { filter: { [leafGraphName(leaf)]: condition } });
  expect(errors).toBeUndefined();
  const { nodes } = (data as unknown as { list: { nodes: readonly AnyRecord[] } }).list;
  return {
    keys: nodes.map(({ id }) =>
      Buffer.from(String(id), 'base64url')
        .toString()
        .slice(feed.type.length + 1),
    ),
    words: nodes.map((node) =>
      inner === undefined ? node.word : (node[leafGraphName({ ...leaf, name: outer })] as AnyRecord).word,
    ),
  };
}
