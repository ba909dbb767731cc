import type { SearchIndex } from '../../src/core/search-ports.ts';

/** For readers of which nothing is searched. */
export const noNames: SearchIndex = {
  feeds: [],
  find: async () => [],
  assetNames: async (assets) => assets.map(() => null),
  assetAliases: async (assets) => assets.map(() => []),
};
