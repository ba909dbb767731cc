import { createHash } from 'node:crypto';
import { type AnyRecord, type Feed, publicLeaves, valueAt } from '../../../src/feed/feed.ts';
import { withValue } from '../../../src/feed/record.ts';
import type { Format, Item } from '../../../src/sources/format.ts';

/**
 * A format as an earlier version read it, which knew less: of some entries it left a field out, some it named otherwise, some it
 * could not read, and of some it made something that is nothing.
 */
export function earlierVersion(format: Format): Format {
  return {
    ...format,
    async *read(files, options) {
      let entry = 0;
      let items: Item[] = [];
      const flush = function* () {
        yield* before(format.feed, entry, items);
        items = [];
      };
      for await (const item of format.read(files, options)) {
        if (item.kind === 'capture' || item.kind === 'entry') yield* flush();
        if (item.kind === 'capture')
          yield { ...item, parser: { ...item.parser, version: item.parser.version - 1 } };
        else if (item.kind === 'entry') {
          entry = createHash('sha256').update(item.content).digest().readUInt32BE();
          yield item;
        } else items.push(item);
      }
      yield* flush();
    },
  };
}

/** What the earlier version made of an entry; which of them, its content decides, so that it reads equal ones alike. */
function* before(feed: Feed, entry: number, items: readonly Item[]): Generator<Item> {
  if (items.length === 0) return;
  const isAlone = items.filter(({ kind }) => kind !== 'noted').length === 1;
  if (entry % 7 === 0)
    return yield {
      kind: 'rejected',
      file: 'f',
      at: 'entry',
      field: null,
      reason: 'not known yet',
      raw: null,
    };
  for (const item of items) {
    if (item.kind === 'record') yield { ...item, record: poorer(feed, entry, item.record) };
    else if (item.kind === 'reference' && entry % 5 === 0) yield { ...item, key: `${item.key} ` };
    else if (item.kind === 'input')
      yield { ...item, input: { ...item.input, data: without(item.input.data) } };
    else if (item.kind === 'rejected' && isAlone && entry % 2 === 0)
      yield { kind: 'skipped', reason: 'nothing' };
    else yield item;
  }
}

/** What engines show and do not compute with. */
const SHOWN = ['rules', 'url', 'slug', 'event_id', 'max_supply', 'total_supply', 'high_24h', 'hash'];

const without = (data: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(data).filter(([name, value]) => !(SHOWN.includes(name) && value)));

function poorer(feed: Feed, entry: number, record: AnyRecord): AnyRecord {
  const key = `${String(valueAt(record, feed.key))}-`;
  if (entry % 11 === 0) return withValue(record, feed.key, key);
  const told = publicLeaves(feed).filter((one) => one.nullable && valueAt(record, one) !== null);
  const leaf = told[entry % told.length];
  return leaf && entry % 3 === 0 ? withValue(record, leaf, null) : record;
}
