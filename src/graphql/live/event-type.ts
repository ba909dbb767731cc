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
    description: 'What an event of a stream says.',
    values: {
      CREATED: { description: 'The row is new, or has come to match the filter.' },
      UPDATED: { description: 'The row has changed and still matches the filter.' },
      REMOVED: {
        description: 'The row is gone, stale or no longer matches; `node` is the row as it last matched.',
      },
      HEARTBEAT: { description: 'Sent every 15 seconds: everything up to `cursor` has been told.' },
      RESYNC: {
        description:
          'Events were passed over, see `gap`: they are no longer kept, or the reader was too slow. Read the list anew ' +
          'and go on from its `liveCursor`.',
      },
    } satisfies Record<(typeof EVENT_KINDS)[number], object>,
  });
  const gap = builder.objectRef<EventGap>('EventGap').implement({
    description: 'Events that a stream passed over, told by RESYNC.',
    fields: (t) => ({
      from: t.exposeString('from', { description: 'Live cursor of the last event told before the gap.' }),
      to: t.exposeString('to', { description: 'Live cursor the stream goes on from.' }),
      dropped: t.exposeInt('dropped', {
        nullable: true,
        description:
          'Number of events in between, whether they match the filter or not; null where the key sees a feed late, since ' +
          'it would count what is held back.',
      }),
    }),
  });
  const commonFields = (t: Fields<LiveEvent>) => ({
    kind: t.field({ type: kind, description: 'What happened.', resolve: (event) => event.kind }),
    cursor: t.exposeString('cursor', {
      description:
        'Live cursor of this event. Keep the last one: a subscription `after` it goes on behind this event.',
    }),
    at: t.field({
      type: 'DateTime',
      description:
        'When the change was committed, which for delayed insider data is long before it is told, and for a row that ' +
        'becomes stale the last change of that row; for HEARTBEAT and RESYNC when it was sent.',
      resolve: ({ at }) => at,
    }),
    gap: t.field({
      type: gap,
      nullable: true,
      description: 'What was passed over; null but for RESYNC.',
      resolve: (event) => event.gap,
    }),
  });
  const nodeDescription =
    'The row as it is now, for REMOVED as it last matched; null for HEARTBEAT and RESYNC.';
  return {
    of: (feed, node) =>
      builder.objectRef<LiveEvent>(`${feed.type}Event`).implement({
        description: `An event of the subscription \`${feed.plural}\`: a change of a row, or news of the stream itself.`,
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
          'An event of the subscription `changes`: a change of a row of one feed, or news of the stream itself.',
        fields: (t) => ({
          ...commonFields(t),
          feed: t.field({
            type: feedName,
            nullable: true,
            description: 'The feed of the row; null for HEARTBEAT and RESYNC, which are of all feeds.',
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
            'Which rows to follow, as in the list; all unless given. A row that no longer matches is REMOVED.',
        }),
        after: t.arg.string({
          description:
            'Where to go on: `liveCursor` of the list, `cursor` of the last event that came, or the snapshot of an ' +
            'answer (`X-Snapshot`). Unless given, what is committed from now on.',
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
