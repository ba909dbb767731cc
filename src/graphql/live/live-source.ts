import type { AnyRecord, Feed } from '../../feed/feed.ts';
import type { Filter } from '../../feed/query.ts';

export const EVENT_KINDS = ['CREATED', 'UPDATED', 'REMOVED', 'HEARTBEAT', 'RESYNC'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What the fields of an event type resolve from. */
export interface LiveEvent {
  readonly kind: EventKind;
  readonly cursor: string;
  readonly at: Date;
  readonly node: AnyRecord | null;
  readonly gap: EventGap | null;
}

/** Events that a stream passed over. */
export interface EventGap {
  readonly from: string;
  readonly to: string;
  /** How many events of the feed, filtered ones included; null for a view with a lag. */
  readonly dropped: number | null;
}

/**
 * What a subscription follows. GraphQL wants an async iterable of the `subscribe` of a field; the streams take this for
 * what it says and bring the events themselves, since many subscribers share them.
 */
export class LiveSource implements AsyncIterable<LiveEvent> {
  readonly feed: Feed;
  readonly filter: Filter | undefined;
  /** Live cursor to go on from; null: from now on. */
  readonly after: string | null;

  constructor(feed: Feed, filter: Filter | undefined, after: string | null | undefined) {
    this.feed = feed;
    this.filter = filter;
    this.after = after ?? null;
  }

  [Symbol.asyncIterator](): AsyncIterator<LiveEvent> {
    throw new Error('subscriptions are served over WebSocket and server-sent events');
  }
}
