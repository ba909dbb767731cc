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
        'History of the price of Yes, a probability from 0 to 1, in the bars of the platform, newest first. Nothing is interpolated: a period of which the platform reports nothing has no bar.',
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
          'Number of markets of each of the six platforms that the filter leaves, over all pages. A `platform` condition at the top of the filter is ignored here, so that the numbers of the other platforms stay visible. A `platform` condition inside `and`, `or` or `not` counts.',
        ...costing({ kind: 'sum' }),
        async resolve(source) {
          const counts = await source.countBy(feed.leaf('platform'), 'platform');
          return PLATFORMS.map((platform) => ({ platform, count: counts.get(platform) ?? 0 }));
        },
      }),
    );
  },
});
