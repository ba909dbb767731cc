import type { Services } from '../app/services.ts';
import { type Ingest, type IngestLine, MAX_BATCH } from '../core/ingest/ingest.ts';
import type { Feed } from '../feed/feed.ts';
import { restName } from '../feed/record.ts';
import { signals } from '../feeds/trade-feed/feed.ts';
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
    async ingest(module, lines) {
      const feed = ingest.feedOf(module);
      if (feed === signals && lines.length <= MAX_BATCH) {
        const sent = await takeSignals(services, lines);
        const result = await ingest.ingest(module, sent.lines);
        await derive(services, await sent.keep());
        return result;
      }
      const result = await ingest.ingest(module, lines);
      await derive(services, changedRecords(feed, [...keysOf(feed, lines), ...result.reconciled]));
      return result;
    },
    async remove(module, id) {
      const feed = ingest.feedOf(module);
      if (feed === signals) await forgetSent(services, id);
      const removed = await ingest.remove(module, id);
      if (removed.length > 0) await derive(services, changedRecords(feed, removed));
      return removed;
    },
  };
}

/** Keys of records that were accepted, so each has one. */
function keysOf(feed: Feed, lines: readonly IngestLine[]): string[] {
  const name = restName(feed.key.name, feed.key.field);
  return lines.map(({ value }) => String((value as Record<string, unknown>)[name])); // accepted records are objects
}
