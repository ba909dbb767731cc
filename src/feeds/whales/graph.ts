import { defineGraph } from '../../graphql/schema/builder.ts';
import { type EVENT_TYPES, whaleActivity } from './feed.ts';
import { addWhales } from './graph-directory.ts';

interface Summary {
  readonly entries: number;
  readonly exits: number;
  readonly tokenBuys: number;
  readonly sizeChanges: number;
}

/** Adds the holders, and the counts by kind of event that REST has in `summary`. */
export const whaleActivityGraph = defineGraph(whaleActivity, {
  extend(kit) {
    addWhales(kit);
    const { builder, connection, feed, costing } = kit;
    const summary = builder.objectRef<Summary>('WhaleActivitySummary').implement({
      description: 'Events by kind, over all pages of the list.',
      fields: (t) => ({
        entries: t.exposeInt('entries', { description: 'Positions opened.' }),
        exits: t.exposeInt('exits', { description: 'Positions closed.' }),
        tokenBuys: t.exposeInt('tokenBuys', { description: 'Tokens bought.' }),
        sizeChanges: t.exposeInt('sizeChanges', { description: 'Positions made larger or smaller.' }),
      }),
    });
    builder.objectField(connection, 'summary', (t) =>
      t.field({
        type: summary,
        nullable: true,
        description: 'Number of events of each kind that the filter and the window leave.',
        ...costing({ kind: 'sum' }),
        async resolve(source) {
          const counts = await source.countBy(feed.leaf('event_type'));
          const count = (...kinds: (typeof EVENT_TYPES)[number][]) =>
            kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);
          return {
            entries: count('entry'),
            exits: count('exit'),
            tokenBuys: count('token_buy'),
            sizeChanges: count('size_increase', 'size_decrease'),
          };
        },
      }),
    );
  },
});
