import { afterAll, beforeAll, expect, it } from 'vitest';
import { insiderFilings } from '../../src/feeds/insider/feed.ts';
import { sampleRecords } from '../support/records.ts';
import { type OpenedStore, openStore } from '../support/store.ts';

let opened: OpenedStore;
beforeAll(async () => {
  opened = await openStore();
});
afterAll(() => opened[Symbol.asyncDispose]());

it('has no directory entry for a filing that names no insider, also on the first day of a limited view', async () => {
  const [sample] = sampleRecords(insiderFilings, 1);
  const filedAt = new Date('2026-03-15T12:00:00Z');
  const unnamed = {
    ...sample,
    insider_name: null,
    insider_slug: null,
    filing_date: filedAt,
    known_from: filedAt,
  };
  await opened.writer.upsert(insiderFilings, [unnamed], filedAt);
  const view = { from: new Date('2026-03-15T06:00:00Z'), until: null, now: new Date('2026-03-15T13:00:00Z') };
  const query = { sort: 'total_buy_value', direction: 'desc', limit: 10 } as const;
  expect(await opened.insiders.directory(query, view)).toMatchObject({ items: [], total: 0 });
});
