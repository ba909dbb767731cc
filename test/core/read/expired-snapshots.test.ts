import { expect, test } from 'vitest';
import { fullView, type View } from '../../../src/core/access/view.ts';
import type { FeedStore } from '../../../src/core/ports.ts';
import { createReader } from '../../../src/core/read/read.ts';
import { congress } from '../../../src/feeds/congress/feed.ts';
import { insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { fakeInsiders, fakeStore } from '../../graphql/fake-store.ts';
import { noDirectories } from '../../support/no-directories.ts';
import { noNames } from '../../support/no-names.ts';

const NOW = new Date('2026-03-10T00:00:00Z');
const heldAt = (seq: bigint): View => ({
  ...fullView(NOW),
  heads: new Map([
    ['congress', seq],
    ['insider', seq],
  ]),
});

/** A reader over a log of which all behind an event is kept, and what was read of its store. */
function countedReader() {
  const counted = { pruned: 10n, reads: 0, asked: 0 };
  const store = fakeStore();
  const page: FeedStore['page'] = (...args) => {
    counted.reads += 1;
    return store.page(...args);
  };
  const reader = createReader({
    store: {
      ...store,
      page,
      async keepsBehind(_, seq) {
        counted.asked += 1;
        return counted.pruned <= seq;
      },
    },
    insiders: {
      ...fakeInsiders,
      async companyNames(symbols) {
        counted.reads += 1;
        return symbols.map(() => null);
      },
    },
    search: noNames,
    directories: noDirectories,
    analysed: { insiders: [insiderFilings] },
  });
  const list = (seq: bigint) => reader.list(congress, { slice: { first: 1 } }, heldAt(seq));
  return { counted, reader, list };
}

const EXPIRED = { code: 'SNAPSHOT_EXPIRED' };

test('an expired snapshot is refused before anything is read, and then without a question', async () => {
  const { counted, reader, list } = countedReader();
  await expect(list(9n)).rejects.toMatchObject(EXPIRED);
  await expect(reader.insiders.companyNames(['NVDA'], heldAt(9n))).rejects.toMatchObject(EXPIRED);
  expect(counted).toMatchObject({ reads: 0, asked: 2 });
  await expect(list(9n)).rejects.toMatchObject(EXPIRED);
  await expect(list(3n)).rejects.toMatchObject(EXPIRED);
  expect(counted).toMatchObject({ reads: 0, asked: 2 });
});

test('one that expires while it is read is refused behind the reading, and before the next', async () => {
  const { counted, list } = countedReader();
  await list(10n);
  expect(counted).toMatchObject({ reads: 1, asked: 2 });
  counted.pruned = 12n;
  await expect(list(11n)).rejects.toMatchObject(EXPIRED);
  expect(counted).toMatchObject({ reads: 2, asked: 3 });
  await expect(list(11n)).rejects.toMatchObject(EXPIRED);
  expect(counted).toMatchObject({ reads: 2, asked: 3 });
  await list(12n);
  expect(counted).toMatchObject({ reads: 3, asked: 5 });
});
