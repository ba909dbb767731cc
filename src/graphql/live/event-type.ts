import type { EnumRef } from '@pothos/core';
import type { AnyRecord, Feed } from '../../feed/feed.ts';
import { costing } from '../cost/field-cost.ts';
import { type StaleArgs, staleArgs } from '../lists/arguments.ts';
import { createFilterReader } from '../lists/filter.ts';
import type { FilterInput } from '../lists/filter-inputs.ts';
import type { Builder, Fields, InputType, ObjectType } from '../schema/types.ts';
import { type EVENT_KINDS, type EventGap, type LiveEvent, LiveSource } from './live-source.ts';

/** Makes the event types, which share their kinds and gaps. */
export interface EventTypes {
  /** The event type of a feed, `SignalEvent`. */
  of(feed: Feed, node: ObjectType<AnyRecord>): ObjectType<LiveEvent>;
  /** The event type of a stream of several feeds, which `feedName` has the plurals of. */
  ofAll(node: NodeInterface, feedName: EnumRef<never, string>): ObjectType<LiveEvent>;
}

type NodeInterface = ReturnType<Builder['nodeInterfaceRef']>;

export function createEventTypes(builder: Builder): EventTypes {
  const kind = builder.enumType('EventKind', {
    description: 'Kind of an event in a stream.',
    values: {
      CREATED: { description: 'The row is new, or now matches the filter.' },
      UPDATED: { description: 'The row has changed and still matches the filter.' },
      REMOVED: {
        description: 'The row is gone, stale or no longer matches; `node` is the row as it last matched.',
      },
      HEARTBEAT: { description: 'Sent every 15 seconds: every event up to `cursor` has been sent.' },
      RESYNC: {
        description:
          'Events are missing: they are no longer kept, or the reader was too slow. `gap` says which. Read the list again and continue from its `liveCursor`.',
      },
    } satisfies Record<(typeof EVENT_KINDS)[number], object>,
  });
  const gap = builder.objectRef<EventGap>('EventGap').implement({
    description: 'Events that a stream left out. RESYNC reports them.',
    fields: (t) => ({
      from: t.exposeString('from', { description: 'Live cursor of the last event before the gap.' }),
      to: t.exposeString('to', { description: 'Live cursor from which the stream continues.' }),
      dropped: t.exposeInt('dropped', {
        nullable: true,
        description:
          'Number of events in the gap, whether they match the filter or not. Null where the key sees a feed with a delay, because the number would count events that are held back.',
      }),
    }),
  });
  const commonFields = (t: Fields<LiveEvent>) => ({
    kind: t.field({ type: kind, description: 'What happened.', resolve: (event) => event.kind }),
    cursor: t.exposeString('cursor', {
      description:
        'Live cursor of this event. Keep the last one: a subscription with this cursor as `after` continues after this event.',
    }),
    at: t.field({
      type: 'DateTime',
      description:
        "When the change was committed. Delayed insider data is sent long after that. For a row that becomes stale, the time of the row's last change. For HEARTBEAT and RESYNC, when the event was sent.",
      resolve: ({ at }) => at,
    }),
    gap: t.field({
      type: gap,
      nullable: true,
      description: 'The events that are missing. Null except for RESYNC.',
      resolve: (event) => event.gap,
    }),
  });
  const nodeDescription =
    'The row as it is now. For REMOVED, the row as it last matched. Null for HEARTBEAT and RESYNC.';
  return {
    of: (feed, node) =>
      builder.objectRef<LiveEvent>(`${feed.type}Event`).implement({
        description: `An event of the subscription \`${feed.plural}\`: a change of a row, or a message about the stream itself.`,
        fields: (t) => {
          const { gap: passedOver, ...before } = commonFields(t);
          return {
            ...before,
            node: t.field({
              type: node,
              nullable: true,
              description: nodeDescription,
              resolve: (event) => event.node,
            }),
            gap: passedOver,
          };
        },
      }),
    ofAll: (node, feedName) =>
      builder.objectRef<LiveEvent>('ChangeEvent').implement({
        description:
          'An event of the subscription `changes`: a change of a row of one feed, or a message about the stream itself.',
        fields: (t) => ({
          ...commonFields(t),
          feed: t.field({
            type: feedName,
            nullable: true,
            description: 'The feed of the row. Null for HEARTBEAT and RESYNC, which concern all feeds.',
            resolve: (event) => (event.feed?.plural ?? null) as never, // one of the enum's values
          }),
          node: t.field({
            type: node,
            nullable: true,
            description: nodeDescription,
            resolve: ({ feed, node: row }) => row && feed && { ...row, __typename: feed.type },
          }),
        }),
      }),
  };
}

interface SubscriptionArgs extends StaleArgs {
  readonly filter?: FilterInput | null | undefined;
  readonly after?: string | null | undefined;
}

/** The subscription of a feed, with the filter of its list. */
export function addSubscription(
  builder: Builder,
  feed: Feed,
  { event, filter }: { readonly event: ObjectType<LiveEvent>; readonly filter: InputType<FilterInput> },
): void {
  const readFilter = createFilterReader(feed);
  builder.subscriptionField(feed.plural, (t) =>
    t.field({
      type: event,
      description: `Changes of the list \`${feed.plural}\` as they are committed. ${feed.description}`,
      args: {
        filter: t.arg({
          type: filter,
          description:
            'Which rows to follow, as in the list. Default: all. A row that no longer matches is sent as REMOVED.',
        }),
        after: t.arg.string({
          description:
            'Where to continue: `liveCursor` of the list, `cursor` of the last event, or the snapshot of an answer (`X-Snapshot`). Default: what is committed from now on.',
        }),
        ...staleArgs(t.arg, feed),
      },
      ...costing({ kind: 'one' }),
      subscribe: (_, { filter: which, after, includeStale }: SubscriptionArgs) =>
        new LiveSource([{ feed, filter: readFilter(which, null), stale: includeStale === true }], after),
      resolve: (value) => value,
    }),
  );
}
