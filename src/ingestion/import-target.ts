import type { Services } from '../app/services.ts';
import { fullView } from '../core/access/view.ts';
import type { Changed } from '../engines/engine.ts';
import { defaultOrder } from '../feed/query.ts';
import type { Rejection } from '../sources/format.ts';
import type { ImportTarget, Changed as ImportTouched } from '../sources/import-sink.ts';
import { changedRecords, type DeriveServices, derive } from './derive.ts';

/** What importing needs of the services. */
export type ImportServices = DeriveServices & Pick<Services, 'references' | 'captures'>;

/** Where imports and synchronisations write; `source` is the format or provider that is read. */
export function importTarget(
  services: ImportServices,
  source: string,
  reject: (rejection: Rejection) => Promise<void>,
): ImportTarget {
  const { ingest, references, inputs, feeds, captures, clock } = services;
  const runAt = clock.now();
  return {
    reject,
    captures: { open: (head) => captures.open({ ...head, source, runAt }), keep: captures.keep },
    refusal: ingest.refusal,
    write: (feed, records) => ingest.write(feed, records),
    putReferences: (kind, entries) => references.put(kind, entries),
    references: (kind) => references.all(kind),
    putInputs: inputs.put,
    derive: (changed) => derive(services, changedBy(changed)),
    stored: (feed, filter) =>
      feeds.stream(
        feed,
        { filter, order: defaultOrder(feed), limit: Number.MAX_SAFE_INTEGER },
        // Rows that are part of another record are completed as well: what they say can make them the record.
        { ...fullView(clock.now()), replaced: true },
      ),
  };
}

/** What an import touched, as engines take it. */
export const changedBy = ({ series, records }: ImportTouched): readonly Changed[] => [
  ...[...series].flatMap(([kind, all]) => [...all].map(([one, key]) => ({ kind, series: one, key }))),
  ...[...records].flatMap(([feed, keys]) => changedRecords(feed, keys)),
];
