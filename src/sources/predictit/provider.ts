import { createOpenScan } from '../prediction/open-scan.ts';
import { defineProvider } from '../sync/provider.ts';
import { parsePredictItMarkets } from './markets-page.ts';
import { predictItMarkets } from './predictit-markets.ts';

export const predictIt = defineProvider({
  name: 'predictit',
  description: 'PredictIt: all open markets; those that are no longer among them become inactive',
  feed: predictItMarkets.feed,
  defaultBaseUrl: 'https://www.predictit.org',
  everyMs: 5 * 60_000,
  minIntervalMs: 1_000,
  options: {},
  async *items(context) {
    const { getIfChanged, now } = context;
    const answer = await getIfChanged('/api/marketdata/all/');
    if (answer === null) return;
    const scan = createOpenScan('predictit', context);
    yield* scan.pass(parsePredictItMarkets(answer.json, now(), answer.url));
    yield* scan.missing();
  },
});
