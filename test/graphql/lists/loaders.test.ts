import { expect, test } from 'vitest';
import { fullView } from '../../../src/core/access/view.ts';
import { createReader } from '../../../src/core/read/read.ts';
import { createLoaders, type Reading } from '../../../src/graphql/lists/loaders.ts';
import { noDirectories } from '../../support/no-directories.ts';
import { noNames } from '../../support/no-names.ts';
import { fakeInsiders, fakeStore } from '../fake-store.ts';
import { NOW } from '../serve.ts';

const reader = createReader({
  store: fakeStore(),
  insiders: fakeInsiders,
  search: noNames,
  directories: noDirectories,
});
const loaders = () => createLoaders(reader, fullView(NOW));

/** A reading that waits to be answered, and what it was asked for. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const asked: string[][] = [];
  const reading: Reading<string> = {
    name: 'held',
    objects: (value) => value.length,
    async read(keys) {
      asked.push([...keys]);
      await promise;
      return keys;
    },
  };
  return { reading, asked, answer: resolve };
}

test('what is asked twice is read and counted once, and what fails is not counted', async () => {
  const own = loaders();
  const { reading, asked, answer } = held();
  answer();
  await Promise.all([own.load(reading, 'ab'), own.load(reading, 'ab'), own.load(reading, 'c')]);
  const failing: Reading<string> = {
    name: 'failing',
    objects: () => 100,
    read: async ([first]) => [new Error('no'), String(first)],
  };
  await Promise.allSettled([own.load(failing, 'x'), own.load(failing, 'y')]);
  own.count('asset', 'NVDA', 7);
  own.count('asset', 'NVDA', 7);
  expect(asked).toEqual([['ab', 'c']]);
  expect(await own.close()).toBe(3 + 100 + 7);
});

test('an operation that ended waits for what it began, and begins nothing more', async () => {
  const own = loaders();
  const { reading, asked, answer } = held();
  const begun = own.load(reading, 'abc');
  await expect.poll(() => asked).toEqual([['abc']]);
  const closed = own.close();
  const late = own.load(reading, 'late');
  const other = own.load({ ...reading, name: 'other' }, 'later');
  await expect(late).rejects.toThrow('over');
  await expect(other).rejects.toThrow('over');
  answer();
  expect([await begun, await closed]).toEqual(['abc', 3]);
  expect(asked).toEqual([['abc']]);
});
