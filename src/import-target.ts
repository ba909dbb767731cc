import type { Services } from './app.ts';
import { fullView } from './core/view.ts';
import { derive, touchedRecords } from './derive.ts';
import { defaultOrder } from './feed/query.ts';
import type { Rejection } from './sources/format.ts';
import type { ImportTarget } from './sources/import-sink.ts';

/** Where imports and synchronisations write. */
export function importTarget(
  services: Services,
  reject: (rejection: Rejection) => Promise<void>,
): ImportTarget {
  const { ingest, references, inputs, feeds, clock } = services;
  return {
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
    stored: (feed, filter) =>
      feeds.stream(
        feed,
        { filter, order: defaultOrder(feed), limit: Number.MAX_SAFE_INTEGER },
        fullView(clock.now()),
      ),
  };
}
