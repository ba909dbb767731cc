import type { Services } from './app.ts';
import type { ImportRequest } from './cli/context.ts';
import { fullView } from './core/view.ts';
import { derive, touchedRecords } from './derive.ts';
import { defaultOrder } from './feed/query.ts';
import { labelDataOrigin } from './postgres/store-label.ts';
import type { Format } from './sources/format.ts';
import { type ImportReport, runImport } from './sources/import-run.ts';
import { completions } from './sources/index.ts';

/** Imports files into the store. Refuses a store that holds the simulated market. */
export async function runFormat(
  services: Services,
  format: Format,
  files: readonly string[],
  { reject, onProgress, ...options }: ImportRequest,
): Promise<ImportReport> {
  const { db, ingest, references, inputs, feeds, clock } = services;
  if ((await labelDataOrigin(db, 'imported')) === 'simulated') {
    throw new Error(
      'this store holds the simulated market; set DATA_DIR to another directory to import into',
    );
  }
  return runImport(format, files, options, {
    completions,
    onProgress,
    target: {
      reject,
      write: (feed, records) => ingest.write(feed, records),
      putReferences: (kind, entries) => references.put(kind, entries),
      references: (kind) => references.all(kind),
      putInputs: inputs.put,
      derive: ({ series, records }) =>
        derive(services, [
          ...[...series].flatMap(([kind, all]) => [...all].map((one) => ({ kind, series: one }))),
          ...[...records].flatMap(([feed, keys]) => touchedRecords(feed, keys)),
        ]),
      stored: (feed) =>
        feeds.stream(
          feed,
          { order: defaultOrder(feed), limit: Number.MAX_SAFE_INTEGER },
          fullView(clock.now()),
        ),
    },
  });
}
