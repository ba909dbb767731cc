import { defineGraph } from '../../graphql/schema/builder.ts';
import { PLATFORMS, predictionMarkets } from './feed.ts';

interface PlatformCount {
  readonly platform: string;
  readonly count: number;
}

/** Adds the counts by platform that REST has in `platforms`, and how a price moved. */
export const predictionMarketsGraph = defineGraph(predictionMarkets, {
  extend({ builder, connection, feed, type, costing, enumOf, addBars }) {
    addBars(type, 'priceHistory', {
      description:
        'How the price of Yes moved, a probability from 0 to 1: bars as the platform has them, the newest first. Nothing is ' +
        'interpolated: a period without trades has no bar.',
      subject: ({ market_id }) => market_id,
    });
    const platformCount = builder.objectRef<PlatformCount>('PlatformCount').implement({
      description: 'Number of markets of one platform.',
      fields: (t) => ({
        platform: t.expose('platform', { type: enumOf(feed.leaf('platform')), description: 'The platform.' }),
        count: t.exposeInt('count', { description: 'Number of its markets.' }),
      }),
    });
    builder.objectField(connection, 'platforms', (t) =>
      t.field({
        type: [platformCount],
        nullable: true,
        description:
          'Markets of all six platforms that the filter leaves, over all pages. The `platform` condition at the top ' +
          'of the filter does not count here, so that the others stay in sight; one inside `and`, `or`, `not` does.',
        ...costing({ kind: 'sum' }),
        async resolve(source) {
          const counts = await source.countBy(feed.leaf('platform'), 'platform');
          return PLATFORMS.map((platform) => ({ platform, count: counts.get(platform) ?? 0 }));
        },
      }),
    );
  },
});
