import { defineGraph } from '../../graphql/schema/builder.ts';
import { congress } from './feed.ts';
import { addPoliticians } from './graph-politicians.ts';
import { reportOf } from './reconciled-reports.ts';
import { reportDueOn } from './stock-act.ts';

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
      reportDueOn: t.field({
        type: 'Date',
        nullable: true,
        description:
          'Last day on which the report of the trade counts as in time: the 45th after the trade, which the STOCK Act allows, or, where that is a Saturday, a Sunday or a federal holiday, the next working day. A report filed later is late. Null where the day of the trade is not known.',
        resolve: reportDueOn,
      }),
      replaces: t.exposeString('replaces', {
        nullable: true,
        description: 'Where an amended report corrects the trade: the id of the trade in the earlier report.',
      }),
    }));
  },
});
