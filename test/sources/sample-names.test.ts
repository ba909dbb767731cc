import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { SourceError } from '../../src/sources/format.ts';
import { formats } from '../../src/sources/index.ts';
import { NOT_IMPORTED, SAMPLES, WITHOUT_SAMPLE } from '../support/samples.ts';
import { tallyFile } from '../support/samples-page.ts';
import { describeWithSharedData } from '../support/shared-data.ts';

/** Of files, as samples.ts gives them. */
const NAMES = [
  ...SAMPLES.flatMap(({ files }) => files),
  ...Object.values(NOT_IMPORTED).flatMap((files) => Object.keys(files)),
];

it('has a sample of every format, but of those that read what others are of', () => {
  const missing = formats.filter(({ name }) => !SAMPLES.some(({ format }) => format === name));
  expect(missing.map(({ name }) => name).toSorted()).toEqual(Object.keys(WITHOUT_SAMPLE).toSorted());
});

describeWithSharedData('sample files of real providers', '.', (folder) => {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const matching = (pattern: string) =>
    all.filter((path) => (pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern));
  const bytesOf = (path: string) => statSync(join(folder, path)).size;

  it('are each named once: as imported, as left out by decision, or as without a format yet', () => {
    expect(NAMES.flatMap(matching).toSorted()).toEqual(all);
  });

  it('holds a file for each name', () => {
    expect(NAMES.filter((name) => matching(name).length === 0)).toEqual([]);
  });

  it.each(Object.keys(NOT_IMPORTED['no format yet']))(
    'no format reads %s yet',
    async (name) => {
      const options = { filedAt: new Date(0), at: new Date(0), wallet: `0x${'0'.repeat(40)}` };
      // The files of one name are of one kind.
      const [smallest = ''] = matching(name).toSorted((a, b) => bytesOf(a) - bytesOf(b));
      for (const format of formats) {
        const produced = await tallyFile(format, smallest, join(folder, smallest), options).then(
          (tally) => tally.produced,
          (error: unknown) => {
            if (error instanceof SourceError) return {};
            throw error;
          },
        );
        expect(produced, `${format.name} reads ${smallest}`).toEqual({});
      }
    },
    600_000,
  );
});
