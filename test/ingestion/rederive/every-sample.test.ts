import { expect, it } from 'vitest';
import { rederive } from '../../../src/ingestion/rederive/rederive.ts';
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
    for (const { set, format } of shuffled(sets)) await importSet(anew, folder, set, format);
    await using old = await openWholeStore();
    for (const { set, format } of shuffled(sets)) {
      await importSet(old, folder, set, format.parsers ? earlierVersion(format) : format);
    }
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

/** The first rows that one side alone has. */
function differing(one: readonly string[] = [], other: readonly string[] = []): readonly string[] {
  const [a, b] = [new Set(one), new Set(other)];
  const lines = [...a.difference(b)].map((row) => `- ${row}`);
  return [...lines.slice(0, 4), ...[...b.difference(a)].map((row) => `+ ${row}`).slice(0, 4)];
}
