import type { Followed } from '../../core/live/follow.ts';
import type { AnyRecord, Feed } from '../../feed/feed.ts';

export const EVENT_KINDS = ['CREATED', 'UPDATED', 'REMOVED', 'HEARTBEAT', 'RESYNC'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What the fields of an event type resolve from. */
export interface LiveEvent {
  readonly kind: EventKind;
  /** Of the row; null without one. */
  readonly feed: Feed | null;
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
  /** Each feed once. */
  readonly followed: readonly Followed[];
  /** Cursor of a stream of these feeds to go on from; null: from now on. */
  readonly after: string | null;

  constructor(followed: readonly Followed[], after: string | null | undefined) {
    this.followed = followed;
    this.after = after ?? null;
  }

  [Symbol.asyncIterator](): AsyncIterator<LiveEvent> {
    throw new Error('subscriptions are served over WebSocket and server-sent events');
  }
}
