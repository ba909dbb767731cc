import type { Services } from '../app/services.ts';
import type { CaptureHead, KeptEntry, Outcome } from '../core/capture/capture-store.ts';
import type { IngestLine } from '../core/ingest/ingest.ts';
import type { CameAlert } from '../core/ingest/webhooks.ts';
import { sentInput } from '../engines/signals/signals-sent.ts';
import { type AnyRecord, type Feed, valueAt } from '../feed/feed.ts';
import { parseRecord } from '../feed/record.ts';
import { allFeeds } from '../feeds/index.ts';
import { type Signal, signals } from '../feeds/trade-feed/feed.ts';
import { entryParser } from '../sources/entry-parser.ts';
import type { Item, Parser } from '../sources/format.ts';
import { alertParser } from '../sources/tradingview/alert-parser.ts';

/** What keeping what came over the API needs of the services. */
export type KeepingServices = Pick<Services, 'captures' | 'clock'>;

const nameOf = (feed: Feed): string => `api-${feed.module}`;

/**
 * What reads again what came over the API. Not the signals that were sent: those that are open follow prices since, and are
 * derived from what was sent anyway.
 */
export const apiParsers: readonly Parser[] = [
  ...allFeeds
    .filter((feed) => feed !== signals)
    .map((feed) =>
      entryParser({
        name: nameOf(feed),
        version: 1,
        feed,
        captures: 'events',
        read: (raw, { file, at }): readonly Item[] => {
          const parsed = parseRecord(feed, raw);
          if (parsed.ok) return [{ kind: 'record', record: parsed.record }];
          return parsed.problems.map(({ field, message }) => {
            return { kind: 'rejected', file, at, field, reason: message, raw };
          });
        },
      }),
    ),
  alertParser,
];

/** A request that brought something. */
export interface ApiRequest {
  /** The route, without what it names. */
  readonly place: string;
  readonly id: string;
}

/** Keeps accepted records as they were sent, `records` are what was read of the lines: to be called before they are written. */
export async function keepSent(
  services: KeepingServices,
  feed: Feed,
  { place, id }: ApiRequest,
  lines: readonly IngestLine[],
  records: readonly AnyRecord[],
): Promise<void> {
  const entries = lines.map(({ line, value }, index): KeptEntry => {
    const record = records[index] ?? {};
    return {
      at: `request ${id}, record ${line}`,
      content: JSON.stringify(value),
      outcomes: outcomesOf(feed, record),
    };
  });
  await keep(services, { module: feed.module, place, parser: nameOf(feed) }, entries);
}

function outcomesOf(feed: Feed, record: AnyRecord): readonly Outcome[] {
  const made: Outcome = { kind: 'record', subject: feed.module, key: String(valueAt(record, feed.key)) };
  const input = feed === signals && record.status === 'OPEN' ? sentInput(record as Signal) : null;
  return input ? [made, { ...input, kind: 'input', subject: input.kind }] : [made];
}

/**
 * Keeps that the record that `id` leads to was removed. Nothing stands on what it was made of then: `gone` are the keys of all
 * rows that were part of it.
 */
export async function keepRemoval(
  services: KeepingServices,
  feed: Feed,
  { place, id }: ApiRequest,
  { id: asked, gone }: { readonly id: string; readonly gone: readonly string[] },
): Promise<void> {
  const head = { module: feed.module, place, parser: 'api-removal' };
  const content = JSON.stringify({ module: feed.module, id: asked });
  const outcomes: readonly Outcome[] = [{ kind: 'skipped', reason: 'a record was removed' }];
  await keep(services, head, [{ at: `request ${id}`, content, outcomes }]);
  await services.captures.release(gone.map((key) => ({ kind: 'record', subject: feed.module, key })));
}

/** Keeps an alert as it came, without its secret. */
export async function keepAlert(
  services: KeepingServices,
  { webhook, request, body, receivedAt, input }: CameAlert,
): Promise<void> {
  const { slug, symbol, timeframe } = webhook;
  // Only where it counts: each moment is a context of its own.
  const context = {
    slug,
    symbol,
    timeframe,
    ...(body.time === undefined ? { receivedAt: receivedAt.toISOString() } : {}),
  };
  const head = { module: signals.module, place: `/api/webhooks/${slug}`, parser: alertParser.name, context };
  const { kind: subject, series, key } = input;
  const outcomes: readonly Outcome[] = [{ kind: 'input', subject, series, key }];
  const entry = { at: `request ${request}`, content: JSON.stringify(body), outcomes };
  await keep(services, { ...head, source: 'webhook' }, [entry]);
}

async function keep(
  { captures, clock }: KeepingServices,
  head: Pick<CaptureHead, 'module' | 'place' | 'parser'> & Partial<Pick<CaptureHead, 'context' | 'source'>>,
  entries: readonly KeptEntry[],
): Promise<void> {
  const about = { source: 'api', version: 1, captures: 'events', context: {}, runAt: clock.now() } as const;
  await captures.keep([{ capture: captures.open({ ...about, ...head }), entries, isEnd: true }]);
}
