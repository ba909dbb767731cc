import { expect, test } from 'vitest';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { sampleRecords } from '../../support/records.ts';
import { openStore } from '../../support/store.ts';

test('of several that find the names of a feed missing at once, one makes them', async () => {
  await using store = await openStore();
  await store.writer.upsert(whaleActivity, sampleRecords(whaleActivity, 200), new Date());
  const names = await store.searchNames();
  expect(names.length).toBeGreaterThan(5);
  await store.forgetNames();
  const made = await Promise.all([store.refreshNames(), store.refreshNames(), store.refreshNames()]);
  expect(made.flat().filter((module) => module === whaleActivity.module)).toEqual([whaleActivity.module]);
  expect(await store.searchNames()).toEqual(names);
});
