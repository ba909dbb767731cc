import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { ImportOptions } from '../../src/sources/format.ts';
import type { SampleSet } from './samples.ts';

/** The files of a sample set below the data folder. */
export function sampleFiles(folder: string, set: SampleSet): readonly string[] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const files = set.files.flatMap((name) =>
    all.filter((path) => (name.endsWith('*') ? path.startsWith(name.slice(0, -1)) : path === name)),
  );
  return (set.asFolder ? [dirname(files[0] ?? '')] : files).map((file) => join(folder, file));
}

export const sampleOptions = ({ filedAt, wallet, at }: SampleSet): ImportOptions => ({
  ...(filedAt ? { filedAt: new Date(filedAt) } : {}),
  ...(wallet ? { wallet } : {}),
  ...(at ? { at: new Date(at) } : {}),
});
