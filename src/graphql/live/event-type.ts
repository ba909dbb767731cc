import type { AnyRecord, Feed } from '../../feed/feed.ts';
import { costing } from '../field-cost.ts';
import { createFilterReader } from '../filter.ts';
import type { FilterInput } from '../filter-inputs.ts';
import type { Builder, InputType, ObjectType } from '../types.ts';
import { type EVENT_KINDS, type EventGap, type LiveEvent, LiveSource } from './live-source.ts';

/** Makes the event types, which share their kinds and gaps. */
export interface EventTypes {
  /** The event type of a feed, `SignalEvent`. */
  of(feed: Feed, node: ObjectType<AnyRecord>): ObjectType<LiveEvent>;
}

export function createEventTypes(builder: Builder): EventTypes {
  const kind = builder.enumType('EventKind', {
    description: 'What an event of a subscription says.',
    values: {
      CREATED: { description: 'The row is new, or has come to match the filter.' },
      UPDATED: { description: 'The row has changed.' },
      REMOVED: { description: 'The row is gone or matches no more; `node` is the row as it last was.' },
      HEARTBEAT: { description: 'Nothing has happened; `cursor` is where the stream stands.' },
      RESYNC: { description: 'Events were passed over, see `gap`: read the list anew.' },
    } satisfies Record<(typeof EVENT_KINDS)[number], object>,
  });
  const gap = builder.objectRef<EventGap>('EventGap').implement({
    description: 'Events that a stream passed over.',
    fields: (t) => ({
      from: t.exposeString('from', { description: 'Live cursor the stream stood at.' }),
      to: t.exposeString('to', { description: 'Live cursor it goes on from.' }),
      dropped: t.exposeInt('dropped', {
        description: 'Number of events of the feed in between, whether they match the filter or not.',
      }),
    }),
  });
  return {
    of: (feed, node) =>
      builder.objectRef<LiveEvent>(`${feed.type}Event`).implement({
        description: `What happened to a ${feed.type}.`,
        fields: (t) => ({
          kind: t.field({ type: kind, description: 'What happened.', resolve: (event) => event.kind }),
          cursor: t.exposeString('cursor', {
            description: 'Live cursor: a subscription `after` it goes on behind this event.',
          }),
          at: t.field({ type: 'DateTime', description: 'When it was committed.', resolve: ({ at }) => at }),
          node: t.field({
            type: node,
            nullable: true,
            description: 'The row; null for HEARTBEAT and RESYNC.',
            resolve: (event) => event.node,
          }),
          gap: t.field({
            type: gap,
            nullable: true,
            description: 'What was passed over, for RESYNC.',
            resolve: (event) => event.gap,
          }),
        }),
      }),
  };
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
      description: `Changes as they are committed. ${feed.description}`,
      args: {
        filter: t.arg({ type: filter, description: 'Which rows to follow; all unless given.' }),
        after: t.arg.string({ description: 'Live cursor to go on from; from now on unless given.' }),
      },
      ...costing({ kind: 'one' }),
      subscribe: (_, args) => new LiveSource(feed, readFilter(args.filter), args.after),
      resolve: (value) => value,
    }),
  );
}
