import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIngest, type Ingest } from '../../src/core/ingest/ingest.ts';
import { type Leaf, type LeafValue, valueAt } from '../../src/feed/feed.ts';
import { toJsonRecord, withValue } from '../../src/feed/record.ts';
import { formProblem } from '../../src/feed/text-form.ts';
import { parseValue } from '../../src/feed/value.ts';
import { registry } from '../../src/feeds/index.ts';
import { sampleRecords, seeded } from '../support/records.ts';
import { openStore } from '../support/store.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const stack = new AsyncDisposableStack();
let ingest: Ingest;

beforeAll(async () => {
  const opened = stack.use(await openStore());
  ingest = createIngest({ feeds: registry, writer: opened.writer, clock: { now: () => NOW } });
});
afterAll(() => stack.disposeAsync());

const random = seeded(1);
/** Letters of three bytes that hardly compress: rows of an index are bounded in bytes, compressed. */
const letters = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(random() * 20_000))).join('');

function longest(leaf: Leaf, value: LeafValue): LeafValue {
  if (leaf.field.options.internal === true) return value;
  if (leaf.kind === 'id') return letters(200);
  if (leaf.kind === 'text') {
    const text = [10_000, 433]
      .map(letters)
      .find((one) => parseValue(leaf.field, one).ok && formProblem(leaf.field, one) === null);
    return text ?? value;
  }
  return leaf.kind === 'texts' ? Array.from({ length: 1000 }, () => letters(500)) : value;
}

const modules = registry.flatMap(({ feed, ingestModules: takes }) =>
  (takes?.map(({ name }) => name) ?? [feed.module]).map((name) => ({ feed, name })),
);

test.each(modules.filter(({ name }) => !['mrs', 'gls'].includes(name)))(
  'the store takes the longest texts of $name',
  async ({ feed, name }) => {
    const [sample = {}] = sampleRecords(feed, 1);
    let record = sample;
    for (const leaf of feed.leaves) record = withValue(record, leaf, longest(leaf, valueAt(sample, leaf)));
    if (feed.module === 'scorecards') record = withValue(record, feed.leaf('scorecard'), name);
    const result = await ingest.ingest(name, [{ line: 1, value: toJsonRecord(feed, record) }]);
    expect(result.created).toBe(1);
  },
);
