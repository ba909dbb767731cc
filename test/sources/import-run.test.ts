import { expect, it } from 'vitest';
import { type ImportReport, runImport } from '../../src/sources/import-run.ts';
import { formats } from '../../src/sources/index.ts';
import { describeWithSharedData } from '../support/shared-data.ts';
import { memoryTarget } from './sync/memory.ts';

const sumOf = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);

describeWithSharedData('an import report', '.', (folder) => {
  it.each([
    [
      'coingecko-markets',
      'aoe/coingecko/coins_markets_2026-05-02T0719.json.gz',
      { inputs: 301, references: 0 },
    ],
    ['manifold-markets', 'prediction/manifold/v0_markets.json.gz', { inputs: 177, references: 0 }],
    ['house-clerk-fd', 'congress/house-clerk-fd/2024FD.xml', { inputs: 0, references: 229 }],
    [
      'senate-transactions',
      'congress/senate-stock-watcher/all_transactions.json',
      { inputs: 0, references: 0 },
    ],
  ])('of %s adds up on the first and on the second pass', async (name, path, { inputs, references }) => {
    const format = formats.find((one) => one.name === name);
    if (!format) throw new Error(`no format ${name}`);
    const target = memoryTarget();
    const run = () => runImport(format, [`${folder}/${path}`], {}, { target, completions: [] });
    const whole = ({ read, created, updated, unchanged, skipped, rejected, ...report }: ImportReport) => {
      expect(report).toMatchObject({ inputs, references });
      const records = created + updated + unchanged;
      expect(records + inputs + references + sumOf(skipped) + sumOf(rejected)).toBe(read);
    };
    const first = await run();
    whole(first);
    expect(first).toMatchObject({ changedInputs: inputs, changedReferences: references });
    const second = await run();
    whole(second);
    expect(second).toMatchObject({ created: 0, changedInputs: 0, changedReferences: 0 });
  });
});
