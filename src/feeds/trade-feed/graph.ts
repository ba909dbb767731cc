import { compare, defineGraph } from '../../graphql/schema/builder.ts';
import { type Signal, signals } from './feed.ts';

/** Sources whose `source_detail` is the key of a record of another feed: of a strategy, and of a filing. */
const OF_STRATEGY = 'mte';
const OF_FILING = 'insider';

/** What is used of a strategy. */
interface Strategy {
  readonly slug: string;
}

/** What raised a signal, the signals of a strategy, and how a signal ended. */
export const signalsGraph = defineGraph(signals, {
  extend(kit) {
    const { builder, feed, type } = kit;
    const strategy = kit.of<Strategy>('Strategy');
    strategy.addRow(type, 'strategy', {
      description:
        'The strategy that raised the signal. Null for other sources, and where the strategy is not listed.',
      key: (signal: Signal) => raisedBy(signal, OF_STRATEGY),
    });
    kit.of('InsiderFiling').addRow(type, 'filing', {
      description: 'The insider filing that the signal is derived from. Null for other sources.',
      key: (signal: Signal) => raisedBy(signal, OF_FILING),
    });
    kit.addRows(strategy.type, 'trades', {
      description:
        'Trades of the strategy as signals: those of its listed backtest, and those of its alerts.',
      by: feed.leaf('source_detail'),
      filter: compare(feed.leaf('source'), 'eq', OF_STRATEGY),
      key: ({ slug }) => slug,
    });
    builder.objectFields(type, (t) => ({
      closedAt: t.field({
        type: 'DateTime',
        nullable: true,
        description: 'When the position closed. Null while it is open, and where the source does not say.',
        resolve: ({ execution }) => execution.closed_at,
      }),
      exitPrice: t.float({
        nullable: true,
        description: 'Price at which the position closed. Null while it is open. Unit: quote currency.',
        resolve: ({ status, current_price }) => (status === 'CLOSED' ? current_price : null),
      }),
    }));
  },
});

/** Key of the record that a source names; null for signals of another source. */
const raisedBy = ({ source, source_detail }: Signal, by: string): string | null =>
  source.toLowerCase() === by ? source_detail : null;
