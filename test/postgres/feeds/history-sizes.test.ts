import { expect, test } from 'vitest';
import { allFeeds } from '../../../src/feeds/index.ts';
import { insiderFilings } from '../../../src/feeds/insider/feed.ts';
import { predictionMarkets } from '../../../src/feeds/prediction/feed.ts';
import { sampleRecords } from '../../support/records.ts';
import { openStore } from '../../support/store.ts';

const at = (hour: number): Date => new Date(Date.UTC(2026, 5, 1, hour));

test('sizes tell what is kept of each feed, and how far back it answers', async () => {
  await using opened = await openStore();
  const { writer, versions, log } = opened;
  const [market = {}] = sampleRecords(predictionMarkets, 1);
  for (const hour of [1, 2, 3]) {
    const known = { known_from: at(hour), observed_at: at(hour) };
    await writer.upsert(predictionMarkets, [{ ...market, ...known, yes_price: hour / 10 }], at(hour));
  }
  await writer.upsert(
    predictionMarkets,
    [{ ...market, known_from: at(3), observed_at: at(3), yes_price: 0.9 }],
    at(4),
  );
  for (const shares of [1, 2])
    await writer.upsert(insiderFilings, [{ ...sampleRecords(insiderFilings, 1)[0], shares }], at(shares));

  const sizes = await versions.sizes(allFeeds);
  const of = (module: string) => sizes.find((size) => size.module === module);
  expect(sizes.map(({ module }) => module)).toEqual(allFeeds.map(({ module }) => module));
  expect(of('prediction')).toEqual({
    module: 'prediction',
    records: 1,
    versions: 3,
    corrected: 1,
    bytes: expect.any(Number),
    knownSince: at(1),
    answeredSince: at(1),
  });
  expect(of('insider')).toMatchObject({
    records: 1,
    versions: 1,
    corrected: 1,
    knownSince: null,
    answeredSince: at(1),
  });
  expect(of('aoe')).toMatchObject({ records: 0, versions: 0, knownSince: null, answeredSince: null });
  expect(of('prediction')?.bytes).toBeGreaterThan(of('mre')?.bytes ?? Infinity);

  await log.prune([predictionMarkets], { count: 1, olderThan: at(0), heldUntil: at(9) });
  expect((await versions.sizes([predictionMarkets]))[0]).toMatchObject({
    answeredSince: at(4),
    knownSince: at(1),
  });
});
