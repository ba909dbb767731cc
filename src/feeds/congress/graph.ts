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
        description: 'The reports that disclose the trade. The report of this record comes first.',
        resolve: (trade) => trade.reports ?? [reportOf(trade)],
      }),
      replaces: t.exposeString('replaces', {
        nullable: true,
        description: 'Where an amended report corrects the trade: the id of the trade in the earlier report.',
      }),
    }));
  },
});
