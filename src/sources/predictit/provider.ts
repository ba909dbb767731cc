import { defineProvider } from '../sync/provider.ts';
import { parsePredictItMarkets } from './markets-page.ts';
import { predictItMarkets } from './predictit-markets.ts';

export const predictIt = defineProvider({
  name: 'predictit',
  description: 'PredictIt: all open markets',
  feed: predictItMarkets.feed,
  defaultBaseUrl: 'https://www.predictit.org',
  everyMs: 5 * 60_000,
  minIntervalMs: 1_000,
  options: {},
  async *items({ getIfChanged, now }) {
    const answer = await getIfChanged('/api/marketdata/all/');
    if (answer !== null) yield* parsePredictItMarkets(answer.json, now(), answer.url);
  },
});
