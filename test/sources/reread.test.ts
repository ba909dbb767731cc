import { describe, expect, it } from 'vitest';
import type { NativeEntry } from '../../src/core/capture/capture-store.ts';
import type { CaptureMark, Input, Item } from '../../src/sources/format.ts';
import { formats } from '../../src/sources/index.ts';
import { parsers } from '../../src/sources/parsers.ts';
import { sampleFiles, sampleOptions } from '../support/sample-files.ts';
import { SAMPLES } from '../support/samples.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

interface Captured {
  readonly mark: CaptureMark;
  readonly entries: NativeEntry[];
  readonly items: Item[];
}

/** The captures of what was read; marks of entries stand among the items. */
async function capturesOf(items: AsyncIterable<Item>): Promise<readonly Captured[]> {
  const captures: Captured[] = [];
  for await (const item of items) {
    if (item.kind === 'capture') captures.push({ mark: item, entries: [], items: [] });
    const capture = captures.at(-1);
    if (capture === undefined) throw new Error(`an item before any capture: ${JSON.stringify(item)}`);
    if (item.kind === 'entry') capture.entries.push({ at: item.at, content: item.content });
    capture.items.push(item);
  }
  return captures;
}

const parserOf = ({ parser }: CaptureMark) => parsers.find(({ name }) => name === parser.name);

describeWithSharedData('native entries of all samples', '.', (folder) => {
  const sets = SAMPLES.flatMap((set, index) => {
    const format = formats.find(({ name }) => name === set.format);
    const name = `${set.format} of ${set.files[0]} (${index + 1})`;
    return format?.parsers ? [[name, set, format] as const] : [];
  });

  describe.each(sets)('%s', (_name, set, format) => {
    it('become the same when they are read again by themselves', async () => {
      const captures = await capturesOf(format.read(sampleFiles(folder, set), sampleOptions(set)));
      for (const { mark, entries, items } of captures) {
        const parser = parserOf(mark);
        if (parser === undefined) {
          expect(mark.parser.name).toBe('unreadable-file');
          continue;
        }
        const stored = { place: mark.place, context: mark.context, entries: each(entries) };
        const again: Item[] = [];
        for await (const item of parser.reread(stored, nothingEarlier)) again.push(item);
        expect(again.map(withoutPlace)).toEqual(items.map(withoutPlace));
      }
    });

    it('became something, every one', async () => {
      for (const { items } of await capturesOf(format.read(sampleFiles(folder, set), sampleOptions(set)))) {
        const read = items.filter(({ kind }) => kind !== 'noted');
        const empty = read.filter((item, index) => item.kind === 'entry' && isEnd(read[index + 1]));
        expect(empty).toEqual([]);
      }
    });
  });
});

const nothingEarlier = async (): Promise<Input | null> => null;
const isEnd = (item: Item | undefined) => item === undefined || item.kind === 'entry';

/** As the store would hold it. Pages of one file are captures of their own, and count anew. */
function withoutPlace(item: Item): unknown {
  const plain = item.kind === 'capture' ? { ...item, parser: item.parser.name } : item;
  return JSON.parse(JSON.stringify('at' in plain ? { ...plain, at: '' } : plain));
}

async function* each<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list;
}
