import type { Services } from './app.ts';
import type { Ingest, IngestLine } from './core/ingest.ts';
import { derive, touchedRecords } from './derive.ts';
import type { Feed } from './feed/feed.ts';
import { restName } from './feed/record.ts';

/** Ingestion over the API, followed by the engines that derive from what came in: a filing raises its signal at once. */
export function ingestAndDerive(services: Services): Ingest {
  const { ingest } = services;
  const follow = (feed: Feed, keys: readonly string[]) => derive(services, touchedRecords(feed, keys));
  return {
    ...ingest,
    async ingest(module, lines) {
      const result = await ingest.ingest(module, lines);
      const feed = ingest.feedOf(module);
      await follow(feed, keysOf(feed, lines));
      return result;
    },
    async remove(module, id) {
      const removed = await ingest.remove(module, id);
      if (removed) await follow(ingest.feedOf(module), [id]);
      return removed;
    },
  };
}

/** Keys of records that were accepted, so each has one. */
function keysOf(feed: Feed, lines: readonly IngestLine[]): string[] {
  const name = restName(feed.key.name, feed.key.field);
  return lines.map(({ value }) => String((value as Record<string, unknown>)[name])); // accepted records are objects
}
