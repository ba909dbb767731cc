import { defineGraph } from '../../graphql/schema/builder.ts';
import { PLATFORMS, predictionMarkets } from './feed.ts';

interface PlatformCount {
  readonly platform: string;
  readonly count: number;
}

/** Adds the counts by platform that REST has in `platforms`. */
export const predictionMarketsGraph = defineGraph(predictionMarkets, {
  extend({ builder, connection, feed, costing }) {
    const platformCount = builder.objectRef<PlatformCount>('PlatformCount').implement({
      description: 'Number of markets of one platform.',
      fields: (t) => ({
        platform: t.exposeString('platform', { description: 'Platform, lower case.' }),
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
          // Sources may spell a platform in another case.
          const countOf = (platform: string) =>
            [...counts].reduce((sum, [name, n]) => (name.toLowerCase() === platform ? sum + n : sum), 0);
          return PLATFORMS.map((platform) => ({ platform, count: countOf(platform) }));
        },
      }),
    );
  },
});
