import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { dayAfter, dayOf, type FeedFile, monthOf, startOfDay } from '../../../src/core/files/feed-file.ts';
import { whaleActivity } from '../../../src/feeds/whales/feed.ts';
import { createFilingStore } from '../../../src/postgres/stores/filing-store.ts';
import { createQuotaLedger } from '../../../src/postgres/stores/quota-ledger.ts';
import { type Fleet, startFleet } from '../../support/fleet.ts';
import { withinOneMinute } from '../quota-requests.ts';

const today = dayOf(new Date());
const day = dayAfter(today, -1);
/** Listed as if it were made: what it costs goes by its rows. */
const FILE: FeedFile = {
  feed: whaleActivity.module,
  kind: 'day',
  day,
  rows: 45_000,
  bytes: 1_000,
  sha256: 'ab'.repeat(32),
  recordedUntil: startOfDay(today),
  recordedSeq: 0n,
  knownSince: null,
  visibleFrom: null,
};

const folder = mkdtempSync(join(tmpdir(), 'alpha-links-'));
let fleet: Fleet;
beforeAll(async () => {
  fleet = await startFleet({ FILES_URL: pathToFileURL(folder).href });
  const filings = createFilingStore(fleet.db);
  const was = await vi.waitUntil(() => filings.filing(whaleActivity), { timeout: 300_000, interval: 50 });
  expect(await filings.add(whaleActivity, [FILE], was, { ...was, nextMonth: monthOf(today) })).toBe(true);
}, 600_000);
afterAll(async () => {
  await fleet?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 600_000);

test(
  '1,000 requests at once for a link at two processes, on a small key, are charged as one',
  () =>
    withinOneMinute(async () => {
      const { id, token } = await fleet.newKey('pro');
      const ask = async (n: number) => {
        const { url } = fleet.servers[n % 2] ?? expect.unreachable();
        const headers = { 'x-api-key': token };
        const answer = await fetch(`${url}/api/v1/files/whales/${day}.parquet`, {
          headers,
          redirect: 'manual',
        });
        return answer.status;
      };
      const ledger = createQuotaLedger(fleet.db);
      const used = async () =>
        (await ledger.used({ account: id, limits: { minute: 0, day: 0 } }, new Date())).day;
      const statuses = await Promise.all(Array.from({ length: 1_000 }, (_, n) => ask(n)));
      const charged = await used();
      const again = [await ask(0), await ask(1)];
      const after = await used();
      return () => {
        expect(new Set(statuses)).toEqual(new Set([302, 429]));
        expect([charged, again, after]).toEqual([5, [302, 302], 5]);
      };
    }),
  600_000,
);
