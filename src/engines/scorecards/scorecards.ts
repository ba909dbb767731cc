import { type ScorecardName, type ScorecardPoint, scorecardPoints } from '../../feeds/scorecards/feed.ts';
import type { Input } from '../../sources/format.ts';
import { MACRO } from '../../sources/macro/macro-input.ts';
import { type Engine, type InputReader, versionOf } from '../engine.ts';
import { AMS_SERIES, amsCard } from './ams.ts';
import { COIN, coinMarket } from './coins.ts';
import type { Card } from './composite.ts';
import { GLS_SERIES, glsCard } from './gls.ts';
import type { MarketData } from './market-data.ts';
import { MRS_SERIES, mrsCard } from './mrs.ts';
import { observationsOf } from './observations.ts';
import { pointsOf } from './points.ts';
import { releaseOf } from './release.ts';

/** What a card is made from, and how; the formulas are in the files of their names. */
interface CardRule {
  readonly name: ScorecardName;
  /** The macro series that it looks at. */
  readonly series: ReadonlySet<string>;
  readonly usesCoins: boolean;
  /** Of the engine; raised when the card makes something else of the same inputs. */
  readonly version?: number;
  readonly card: (data: MarketData) => Card;
}

export const CARDS: readonly CardRule[] = [
  { name: 'ams', series: new Set(AMS_SERIES), usesCoins: true, version: 2, card: amsCard },
  { name: 'mrs', series: new Set(MRS_SERIES), usesCoins: false, card: mrsCard },
  { name: 'gls', series: new Set(GLS_SERIES), usesCoins: false, card: glsCard },
];

/** The scorecards for `1D` and `1W`, an engine each: a scan of coins touches `ams` alone. */
export const scorecards: readonly Engine[] = CARDS.map(
  (rule): Engine => ({
    name: `scorecards-${rule.name}`,
    version: versionOf(rule),
    feed: scorecardPoints,
    kinds: rule.usesCoins ? [MACRO, COIN] : [MACRO],
    groupOf: ({ kind, series }) => (kind === COIN || rule.series.has(series) ? 'all' : null),
    async derive(_group, inputs) {
      const [macro, coins] = await Promise.all([
        listAll(inputs, MACRO, [...rule.series]),
        rule.usesCoins ? inputs.series(COIN).then((ids) => listAll(inputs, COIN, ids)) : NO_COINS,
      ]);
      return pointsOf(rule.card(marketData(macro, coins)));
    },
  }),
);

type Lists = ReadonlyMap<string, readonly Input[]>;

const NO_COINS: Lists = new Map();

async function listAll(inputs: InputReader, kind: string, ids: readonly string[]): Promise<Lists> {
  return new Map(await Promise.all(ids.map(async (id) => [id, await inputs.list(kind, id)] as const)));
}

/**
 * All points from macro inputs by series and coin captures by coin. A point shows what was known by the end of its
 * day: inputs about later days, and revisions captured later, never change it. (A gap filled later does: what was
 * published in time counts as known then, whenever it was imported.)
 */
export function scorecardsOf(macro: Lists, coins: Lists): ScorecardPoint[] {
  const data = marketData(macro, coins);
  return CARDS.flatMap(({ card }) => pointsOf(card(data)));
}

function marketData(macro: Lists, coins: Lists): MarketData {
  const series = new Map([...macro].map(([id, inputs]) => [id, observationsOf(inputs, releaseOf(id))]));
  return { series: (id) => series.get(id) ?? [], coins: coinMarket(coins) };
}
