import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runFormat } from '../../src/app/import.ts';
import type { Services } from '../../src/app/services.ts';
import type { ImportOptions } from '../../src/sources/format.ts';
import { formats } from '../../src/sources/index.ts';
import { fencesOf } from '../docs/guide-page.ts';

/** An import of sample files, by their names. */
export interface NamedImport {
  readonly format: string;
  readonly files: readonly string[];
  readonly options?: Partial<ImportOptions>;
}

/** Format and files of each `import` that a guide tells to run. */
export const importsIn = (page: string): readonly NamedImport[] =>
  fencesOf(page)
    .filter(({ info }) => info === 'sh')
    .flatMap(({ text }) => [...text.matchAll(/^npm run -s alpha -- import (\S+) (.*)$/gm)])
    .map(([, format = '', files = '']) => ({ format, files: files.split(' ') }));

/** Imports samples below a folder, compressed or not, wherever they lie in it; of a name of a folder all that is in it. */
export async function importNamed(
  services: Services,
  folder: string,
  imports: readonly NamedImport[],
): Promise<void> {
  const samples = readdirSync(folder, { recursive: true, withFileTypes: true });
  const sampleOf = (name: string): string => {
    const [found, ...others] = samples.filter((file) => [name, `${name}.gz`].includes(file.name));
    if (found === undefined || others.length > 0) throw new Error(`not one sample is named ${name}`);
    return join(found.parentPath, found.name);
  };
  for (const { format: name, files, options = {} } of imports) {
    const format = formats.find((one) => one.name === name);
    if (!format) throw new Error(`no format ${name}`);
    await runFormat(services, format, files.map(sampleOf), {
      reject: async () => undefined,
      onProgress: () => undefined,
      ...options,
    });
  }
}
