import { expect, it } from 'vitest';
import { originsOf } from '../../../src/app/origins.ts';
import type { Services } from '../../../src/app/services.ts';
import { defaultOrder } from '../../../src/feed/query.ts';
import { outperformers } from '../../../src/feeds/aoe/feed.ts';
import { reversals } from '../../../src/feeds/mre/feed.ts';
import { strategies } from '../../../src/feeds/mte/feed.ts';
import { predictionMarkets } from '../../../src/feeds/prediction/feed.ts';
import { signals } from '../../../src/feeds/trade-feed/feed.ts';
import { rederive } from '../../../src/ingestion/rederive/rederive.ts';
import type { Format } from '../../../src/sources/format.ts';
import { formats } from '../../../src/sources/index.ts';
import { SAMPLES } from '../../support/samples.ts';
import { describeWithSharedData } from '../../support/shared-data.ts';
import { earlierVersion } from './earlier-version.ts';
import { contentOf, importSet, openWholeStore, outcomesOf, shuffled } from './whole-store.ts';

describeWithSharedData('reading all samples again', '.', (folder) => {
  const sets = SAMPLES.map((set) => {
    const format = formats.find(({ name }) => name === set.format);
    if (!format) throw new Error(`no format ${set.format}`);
    return { set, format };
  });

  it('makes of what earlier parsers made what importing anew makes, in any order', async () => {
    await using anew = await openWholeStore();
    await using old = await openWholeStore();
    const importAll = async (services: Services, read: (format: Format) => Format) => {
      for (const { set, format } of shuffled(sets)) await importSet(services, folder, set, read(format));
    };
    await Promise.all([
      importAll(anew, (format) => format),
      importAll(old, (format) => (format.parsers ? earlierVersion(format) : format)),
    ]);
    await expectTraced(anew);
    const report = await rederive(old);
    expect(report.cannotRedo.captures).toEqual([]);
    for (const { created } of [report.records, report.inputs, report.references])
      expect(created).toBeGreaterThan(0);
    for (const { updated } of [report.records, report.inputs]) expect(updated).toBeGreaterThan(0);
    const [one, other] = [await contentOf(old), await contentOf(anew)];
    for (const table of Object.keys(other)) expect(differing(one[table], other[table]), table).toEqual([]);
    expect(differing(await outcomesOf(old), await outcomesOf(anew))).toEqual([]);
  }, 900_000);
});

/** All but what comes of formats whose entries are not kept has a native entry, or is made of inputs that have one. */
async function expectTraced(services: Services): Promise<void> {
  const isKept = formats.every((format) => format.parsers);
  const { records, inputs } = await services.rereads.withoutEntry([]);
  expect(inputs).toEqual({});
  expect(Object.keys(records)).toEqual(isKept ? [] : ['insider']);
  const origins = originsOf(services.engines);
  for (const feed of [outperformers, reversals, predictionMarkets, strategies, signals]) {
    const rows = await services.feeds.page(feed, { order: defaultOrder(feed), limit: 20_000 }, EVERYTHING);
    const traced = rows.rows
      .flatMap((row) => origins(feed, row)?.traced ?? [])
      .filter(({ kind }) => isKept || kind !== 'record');
    expect(traced.length, feed.module).toBeGreaterThan(0);
    expect(
      (await services.provenance.heads(traced)).filter((head) => head === null),
      feed.module,
    ).toEqual([]);
  }
}

const EVERYTHING = { from: null, until: null, now: new Date(), replaced: true, stale: true } as const;

/** The first rows that one side alone has. */
function differing(one: readonly string[] = [], other: readonly string[] = []): readonly string[] {
  const [a, b] = [new Set(one), new Set(other)];
  const lines = [...a.difference(b)].map((row) => `- ${row}`);
  return [...lines.slice(0, 4), ...[...b.difference(a)].map((row) => `+ ${row}`).slice(0, 4)];
}
