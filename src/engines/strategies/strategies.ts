import { type Strategy, strategies } from '../../feeds/mte/feed.ts';
import { barSeriesOf } from '../../sources/ohlcv/bar-series.ts';
import type { Changed, Engine, InputReader } from '../engine.ts';
import { listedRun, listingOf } from './strategy-listing.ts';
import { markedTrades, pairOf } from './trade-bars.ts';

/** Strategy listings out of backtests, and out of bars that cover them; a group is a strategy. */
export const strategyListings: Engine = {
  name: 'strategies',
  version: 2,
  feed: strategies,
  kinds: ['backtest', 'trials', 'bar'],
  groupOf: ({ kind, series }) => (kind === 'bar' ? null : series),
  groupsIn: testedOn,
  originOf: ({ slug }) => ({ kind: 'backtest', series: String(slug) }),
  async derive(slug, inputs) {
    const [runs, trials] = await Promise.all([inputs.list('backtest', slug), inputs.list('trials', slug)]);
    const listed = listedRun(runs);
    const listing = listingOf(slug, runs, {
      trials: trials.find(({ key }) => key === runs.at(-1)?.key),
      marked: listed && (await markedTrades(listed, inputs)),
    });
    return listing ? [listing] : [];
  },
};

/** Listed strategies that were tested on the pair of a bar that changed, at its time or later. */
async function testedOn(changes: readonly Changed[], inputs: InputReader): Promise<readonly string[]> {
  const oldest = new Map<string, string>();
  for (const { kind, series, key = '' } of changes) {
    const bars = kind === 'bar' ? barSeriesOf(series) : null;
    if (bars === null) continue;
    const pair = pairOf(bars.ticker);
    const known = oldest.get(pair);
    if (known === undefined || key < known) oldest.set(pair, key);
  }
  if (oldest.size === 0) return [];
  const slugs: string[] = [];
  for await (const batch of inputs.records(strategies)) {
    for (const { slug, backtest } of batch as readonly Strategy[]) {
      const to = backtest.tested_to?.toISOString() ?? '';
      const isConcerned = (pair: string) => to >= (oldest.get(pair) ?? '\u{10FFFF}');
      if (backtest.pairs?.some(isConcerned)) slugs.push(slug);
    }
  }
  return slugs;
}
