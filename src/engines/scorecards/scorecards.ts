import { type ScorecardPoint, scorecardPoints } from '../../feeds/scorecards/feed.ts';
import type { Input } from '../../sources/format.ts';
import { MACRO } from '../../sources/macro/macro-input.ts';
import type { Engine, InputReader } from '../engine.ts';
import { AMS_SERIES, amsCard } from './ams.ts';
import { COIN, coinMarket } from './coins.ts';
import { GLS_SERIES, glsCard } from './gls.ts';
import { MRS_SERIES, mrsCard } from './mrs.ts';
import { observationsOf } from './observations.ts';
import { pointsOf } from './points.ts';
import { releaseOf } from './release.ts';

/** The macro series that the cards look at. */
export const SERIES: ReadonlySet<string> = new Set([...AMS_SERIES, ...MRS_SERIES, ...GLS_SERIES]);

/** Everything is one group: the cards share series, and all of them take less than a second. */
const GROUP = 'all';

/** The scorecards `ams`, `mrs` and `gls` for `1D` and `1W`; the formulas are in the files of their names. */
export const scorecards: Engine = {
  name: 'scorecards',
  feed: scorecardPoints,
  kinds: [MACRO, COIN],
  groupOf: ({ kind, series }) => (kind === COIN || SERIES.has(series) ? GROUP : null),
  async derive(_group, inputs) {
    const [macro, coins] = await Promise.all([
      listAll(inputs, MACRO, [...SERIES]),
      inputs.series(COIN).then((ids) => listAll(inputs, COIN, ids)),
    ]);
    return scorecardsOf(macro, coins);
  },
};

async function listAll(
  inputs: InputReader,
  kind: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Input[]>> {
  return new Map(await Promise.all(ids.map(async (id) => [id, await inputs.list(kind, id)] as const)));
}

/**
 * All points from macro inputs by series and coin captures by coin. A point shows what was known by the end of its
 * day: inputs about later days, and revisions captured later, never change it. (A gap filled later does: what was
 * published in time counts as known then, whenever it was imported.)
 */
export function scorecardsOf(
  macro: ReadonlyMap<string, readonly Input[]>,
  coins: ReadonlyMap<string, readonly Input[]>,
): ScorecardPoint[] {
  const series = new Map([...macro].map(([id, inputs]) => [id, observationsOf(inputs, releaseOf(id))]));
  const data = { series: (id: string) => series.get(id) ?? [], coins: coinMarket(coins) };
  return [amsCard(data), mrsCard(data), glsCard(data)].flatMap(pointsOf);
}
