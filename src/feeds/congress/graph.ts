import { defineGraph } from '../../graphql/schema/builder.ts';
import { congress } from './feed.ts';
import { addPoliticians } from './graph-politicians.ts';
import { reportOf } from './reconciled-reports.ts';

/** The people behind the trades, and which reports tell a trade. */
export const congressGraph = defineGraph(congress, {
  extend(kit) {
    addPoliticians(kit);
    const { builder, feed, type, addEntryType } = kit;
    const report = addEntryType(feed.leaf('reports'));
    builder.objectFields(type, (t) => ({
      reports: t.field({
        type: [report],
        description: 'The reports that tell the trade, that of the record first.',
        resolve: (trade) => trade.reports ?? [reportOf(trade)],
      }),
      replaces: t.exposeString('replaces', {
        nullable: true,
        description: 'For a trade that an amended report corrects, its id in the report before.',
      }),
    }));
  },
});
