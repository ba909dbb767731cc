import type { Services } from '../app/services.ts';
import { fullView } from '../core/access/view.ts';
import { type Ingest, type IngestLine, MAX_BATCH } from '../core/ingest/ingest.ts';
import { type Feed, valueAt } from '../feed/feed.ts';
import { restName } from '../feed/record.ts';
import { signals } from '../feeds/trade-feed/feed.ts';
import type { Completion } from '../sources/format.ts';
import { completer } from '../sources/import-run.ts';
import { sentTradeCompletion } from '../sources/legislators/sent-trades.ts';
import { keepRemoval, keepSent } from './api-entries.ts';
import { changedRecords, derive } from './derive.ts';
import { forgetSent, takeSignals } from './sent-signals.ts';

/**
 * Ingestion over the API, followed by the engines that derive from what came in: a filing raises its signal at once, and a
 * signal that was sent follows prices.
 */
export function ingestAndDerive(services: Services): Ingest {
  const { ingest, captures } = services;
  return {
    ...ingest,
    async ingest(module, lines, { request = 'none' } = {}) {
      const feed = ingest.feedOf(module);
      const sentBy = { place: placeOf(module), id: request };
      const sent = feed === signals && lines.length <= MAX_BATCH ? await takeSignals(services, lines) : null;
      const result = await ingest.ingest(module, sent?.lines ?? lines, {
        within: async (records, write) => {
          const complete = await completer(
            SENT_COMPLETIONS.filter((one) => one.feed === feed),
            {
              references: services.references.all,
            },
          );
          return captures.withLock(feed.module, async () => {
            await keepSent(services, feed, sentBy, lines, records);
            const written = await write(records.map(complete));
            await sent?.keep();
            return written;
          });
        },
      });
      await derive(
        services,
        sent?.open ?? changedRecords(feed, [...keysOf(feed, lines), ...result.reconciled]),
      );
      return result;
    },
    async remove(module, id, { request = 'none' } = {}) {
      const feed = ingest.feedOf(module);
      const changed = await captures.withLock(feed.module, async () => {
        if (feed === signals) await forgetSent(services, id);
        const changed = await ingest.remove(module, id);
        if (changed.length === 0) return changed;
        const gone = await goneOf(services, feed, changed);
        await keepRemoval(services, feed, { place: placeOf(module), id: request }, { id, gone });
        return changed;
      });
      await derive(services, changedRecords(feed, changed));
      return changed;
    },
  };
}

/** Of keys whose rows were removed or changed those that were removed. */
async function goneOf(
  { feeds, clock }: Services,
  feed: Feed,
  keys: readonly string[],
): Promise<readonly string[]> {
  const rows = await feeds.byKeys(feed, keys, { ...fullView(clock.now()), replaced: true });
  const stored = new Set(rows.map((row) => valueAt(row, feed.key)));
  return keys.filter((key) => !stored.has(key));
}

/** What completes records that come over the API. */
const SENT_COMPLETIONS: readonly Completion[] = [sentTradeCompletion];

const placeOf = (module: string): string => `/api/ingest/${module}`;

/** Keys of records that were accepted, so each has one. */
function keysOf(feed: Feed, lines: readonly IngestLine[]): string[] {
  const name = restName(feed.key.name, feed.key.field);
  return lines.map(({ value }) => String((value as Record<string, unknown>)[name])); // accepted records are objects
}
