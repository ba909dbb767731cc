import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AnyRecord, valueAt } from '../../src/feed/feed.ts';
import { withValue } from '../../src/feed/record.ts';
import { registry } from '../../src/feeds/index.ts';
import { leafGraphName } from '../../src/graphql/schema/names.ts';
import { sampleRecords } from '../support/records.ts';
import { type OpenGraph, openGraph } from './open-graph.ts';
import { NOW } from './serve.ts';

/** Fields that were free text once: a store may hold words that are in no set. */
const FIELDS = registry.flatMap(({ feed, graph }) =>
  graph?.lists === false
    ? []
    : feed.leaves
        .filter(({ field }) => field.options.wasText)
        .map((leaf) => ({ feed, leaf, name: `${feed.module}.${leaf.name}` })),
);

let graph: OpenGraph;
beforeAll(async () => {
  graph = await openGraph();
}, 600_000);
afterAll(() => graph?.[Symbol.asyncDispose]());

test('there are such fields', () => expect(FIELDS.length).toBeGreaterThan(10));

test.each(FIELDS)(
  'an old word of $name is null, and fails neither its row nor the answer',
  async ({ feed, leaf }) => {
    const rows = sampleRecords(feed, 3).map((record, index) => {
      const own = withValue(record, feed.key, `old-${leaf.name}-${index}`);
      return index === 1
        ? withValue(own, leaf, 'of old')
        : withValue(own, leaf, leaf.field.values[0] ?? null);
    });
    await graph.opened.writer.upsert(feed, rows, NOW);
    const [outer, inner] = leaf.path;
    const shown = (data: AnyRecord) => (inner === undefined ? data.word : (data.group as AnyRecord).word);
    const word = leafGraphName({ ...leaf, name: inner ?? outer });
    const fields =
      inner === undefined
        ? `word: ${word}`
        : `group: ${leafGraphName({ ...leaf, name: outer })} { word: ${word} }`;
    const ids = rows.map((row) =>
      Buffer.from(`${feed.type}:${String(valueAt(row, feed.key))}`).toString('base64url'),
    );
    const { nodes } = await graph.data(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on ${feed.type} { ${fields} } } }`,
      { ids },
    );
    expect(nodes.map(shown)).toEqual([expect.any(String), null, expect.any(String)]);
  },
);
