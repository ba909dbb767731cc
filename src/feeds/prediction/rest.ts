import {
  choicesParam,
  compare,
  count,
  exact,
  feedList,
  HAS_MORE,
  LIST_SIZES,
  type RestModule,
  TOTAL,
} from '../../rest/extend.ts';
import { PLATFORMS, predictionMarkets } from './feed.ts';

const platform = predictionMarkets.leaf('platform');

const platformCounts = exact(
  Object.fromEntries(PLATFORMS.map((name) => [name, count(`Markets of ${name}.`)])),
  'Number of markets by platform, always all six. Every filter counts except `platforms`.',
);

export const predictionRest: RestModule = {
  tags: [
    {
      name: predictionMarkets.module,
      title: 'Prediction markets',
      description: predictionMarkets.description,
    },
  ],
  routes: (services) =>
    feedList(services, {
      feed: predictionMarkets,
      path: '/api/v1/prediction',
      open: '/api/markets/warehouse',
      wrapper: 'items',
      sizes: { ...LIST_SIZES, param: 'limit' },
      sortParam: 'sort',
      tag: predictionMarkets.module,
      summary: 'Prediction markets',
      params: { platforms: choicesParam('Only markets of these platforms.', PLATFORMS) },
      filter: ({ platforms }) => platforms && compare(platform, 'in', platforms),
      extra: {
        schema: {
          total: TOTAL,
          platforms: platformCounts,
          has_more: HAS_MORE,
        },
        read: async ({ reader, generatedFilter, total, hasMore, caller }) => {
          const counts = await reader.countBy(predictionMarkets, platform, generatedFilter, caller.view);
          return { total, platforms: allSix(counts), has_more: hasMore };
        },
      },
    }),
};

/** Words from when platforms were free text are in no member. */
function allSix(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries(PLATFORMS.map((name) => [name, counts.get(name) ?? 0]));
}
