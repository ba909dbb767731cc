import { expect, test } from 'vitest';
import { fullView, type View } from '../../../src/core/access/view.ts';
import type { AnyRecord } from '../../../src/feed/feed.ts';
import { insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { predictionMarkets } from '../../../src/feeds/prediction/feed.ts';
import { viewOfThen } from '../../support/history-model.ts';
import { sampleRecords, seeded } from '../../support/records.ts';
import { type OpenedStore, openStore } from '../../support/store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = Date.UTC(2026, 5, 1);
const at = (minutes: number): Date => new Date(START + minutes * MINUTE_MS);
const LAST = 600;
const KEYS = ['a', 'b', 'c'];
const [SAMPLE = {}] = sampleRecords(predictionMarkets, 1);

/** Changes of three markets at random minutes, with one of them removed and there again. */
async function write({ writer }: OpenedStore): Promise<void> {
  const random = seeded(5);
  for (let minute = 0; minute < LAST; minute += 1 + Math.floor(random() * 9)) {
    const key = KEYS[Math.floor(random() * KEYS.length)] ?? 'a';
    if (random() < 0.05) await writer.remove(predictionMarkets, key, at(minute));
    else
      await writer.upsert(
        predictionMarkets,
        [
          {
            ...SAMPLE,
            market_id: key,
            yes_price: minute / 1000,
            known_from: at(minute),
            observed_at: at(minute),
          },
        ],
        at(minute),
      );
  }
}

async function rowsIn({ store }: OpenedStore, view: View): Promise<ReadonlyMap<unknown, AnyRecord>> {
  const order = { leaf: predictionMarkets.key, direction: 'asc' } as const;
  const { rows } = await store.page(predictionMarkets, { order, limit: 10, filter: undefined }, view);
  return new Map(rows.map((row) => [row.market_id, row]));
}

const minutes = Array.from({ length: LAST }, (_, minute) => minute);

test('thinned out, it answers the same at the ends of stretches and since, and never what came later', async () => {
  await using opened = await openStore();
  await write(opened);
  const answers = async () =>
    Promise.all(minutes.map(async (minute) => rowsIn(opened, viewOfThen(at(minute)))));
  const before = await answers();
  const thinning = { before: at(420), spacingMs: HOUR_MS };
  expect(await opened.versions.thin(predictionMarkets, thinning), 'snapshots need all of it').toBe(0);
  await opened.log.prune([predictionMarkets], { count: 0, olderThan: at(LAST), heldUntil: at(LAST) });
  const removed = await opened.versions.thin(predictionMarkets, thinning);
  expect(removed).toBeGreaterThan(40);
  expect(await opened.versions.thin(predictionMarkets, thinning), 'again there is nothing to do').toBe(0);

  const after = await answers();
  for (const minute of minutes) {
    const [was, is] = [before[minute], after[minute]];
    expect([...(is?.keys() ?? [])], `${minute}`).toEqual([...(was?.keys() ?? [])]);
    if (minute % 60 === 0 || minute >= 420) expect(is, `${minute}`).toEqual(was);
    // In between stands what was known before, never what came later.
    for (const [key, { observed_at: shown }] of is ?? [])
      expect(Number(shown)).toBeLessThanOrEqual(Number(was?.get(key)?.observed_at));
  }
  const [history] = await opened.versions.versions(
    predictionMarkets,
    ['a'],
    { limit: 500 },
    fullView(at(LAST)),
  );
  const ends =
    history?.versions.map(({ place, knownFrom, isFollowed }) => [place.until, knownFrom, isFollowed]) ?? [];
  ends.forEach(([until, , isFollowed], index) => {
    const [, newer] = ends[index - 1] ?? [];
    if (isFollowed) expect(until).toEqual(newer);
  });
});

test('of records that are corrected nothing is thinned out', async () => {
  await using opened = await openStore();
  for (const shares of [1, 2, 3])
    await opened.writer.upsert(
      insiderFilings,
      [{ ...sampleRecords(insiderFilings, 1)[0], shares }],
      at(shares),
    );
  expect(await opened.versions.thin(insiderFilings, { before: at(99), spacingMs: HOUR_MS })).toBe(0);
});
