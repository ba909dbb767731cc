import type { ImportRequest } from '../cli/context.ts';
import { importTarget } from '../ingestion/import-target.ts';
import { labelDataOrigin } from '../postgres/stores/store-label.ts';
import type { Format } from '../sources/format.ts';
import { type ImportReport, runImport } from '../sources/import-run.ts';
import { completions } from '../sources/index.ts';
import type { Services } from './services.ts';

/** Imports files into the store. Refuses a store that holds the simulated market. */
export async function runFormat(
  services: Services,
  format: Format,
  files: readonly string[],
  { reject, onProgress, ...options }: ImportRequest,
): Promise<ImportReport> {
  if ((await labelDataOrigin(services.db, 'imported')) === 'simulated') {
    throw new Error(
      'this store holds the simulated market; set DATA_DIR to another directory to import into',
    );
  }
  const target = importTarget(services, format.name, reject);
  return runImport(format, files, options, { completions, onProgress, target });
}
