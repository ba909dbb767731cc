import type { Services } from '../app/services.ts';
import { type Ingest, type IngestLine, MAX_BATCH } from '../core/ingest/ingest.ts';
import type { AnyRecord, Feed } from '../feed/feed.ts';
import { restName } from '../feed/record.ts';
import { signals } from '../feeds/trade-feed/feed.ts';
import { keepRemoval, keepSent } from './api-entries.ts';
import { changedRecords, derive } from './derive.ts';
import { forgetSent, takeSignals } from './sent-signals.ts';

/**
 * Ingestion over the API, followed by the engines that derive from what came in: a filing raises its signal at once, and a
 * signal that was sent follows prices.
 */
export function ingestAndDerive(services: Services): Ingest {
  const { ingest } = services;
  return {
    ...ingest,
    async ingest(module, lines, { request = 'none' } = {}) {
      const feed = ingest.feedOf(module);
      const sentBy = { place: placeOf(module), id: request };
      const onAccepted = (records: readonly AnyRecord[]) => keepSent(services, feed, sentBy, lines, records);
      if (feed === signals && lines.length <= MAX_BATCH) {
        const sent = await takeSignals(services, lines);
        const result = await ingest.ingest(module, sent.lines, { onAccepted });
        await derive(services, await sent.keep());
        return result;
      }
      const result = await ingest.ingest(module, lines, { onAccepted });
      await derive(services, changedRecords(feed, [...keysOf(feed, lines), ...result.reconciled]));
      return result;
    },
    async remove(module, id, { request = 'none' } = {}) {
      const feed = ingest.feedOf(module);
      if (feed === signals) await forgetSent(services, id);
      const removed = await ingest.remove(module, id);
      if (removed.length > 0) {
        await keepRemoval(services, feed, { place: placeOf(module), id: request }, id);
        await derive(services, changedRecords(feed, removed));
      }
      return removed;
    },
  };
}

const placeOf = (module: string): string => `/api/ingest/${module}`;

/** Keys of records that were accepted, so each has one. */
function keysOf(feed: Feed, lines: readonly IngestLine[]): string[] {
  const name = restName(feed.key.name, feed.key.field);
  return lines.map(({ value }) => String((value as Record<string, unknown>)[name])); // accepted records are objects
}
