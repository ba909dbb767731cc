import type { ScorecardPoint } from '../../feeds/scorecards/feed.ts';
import { coingeckoMarkets } from '../../sources/coingecko/coingecko-markets.ts';
import { coinbase } from '../../sources/macro/coinbase.ts';
import { coingeckoGlobal } from '../../sources/macro/coingecko-global.ts';
import { defillama } from '../../sources/macro/defillama.ts';
import { fred } from '../../sources/macro/fred.ts';
import { MACRO } from '../../sources/macro/macro-input.ts';
import type { Calibration } from '../calibrations/calibration.ts';
import { type Outcome, outcomesByDecile, spread } from '../calibrations/outcomes.ts';
import type { InputReader } from '../engine.ts';
import { COIN } from './coins.ts';
import { type Day, isoDay, parseDay } from './day.ts';
import { observationsOf, type Series, valueOn } from './observations.ts';
import { releaseOf } from './release.ts';
import { scorecardsOf } from './scorecards.ts';
import { realisedVolatilityPct } from './transforms.ts';

const GLOBAL = 'scorecards/coingecko-global-daily';

/** Every daily point that stored series give, and what the market did in the thirty days after it. */
export const scorecardsReliability: Calibration = {
  name: 'scorecards',
  samples: [
    { format: fred, files: ['scorecards/fred/*'] },
    {
      format: coingeckoGlobal,
      files: ['btc_dominance', 'crypto_market_cap', 'crypto_volume', 'active_cryptoassets'].map(
        (name) => `${GLOBAL}/${name}.csv`,
      ),
    },
    { format: defillama, files: ['defi_tvl', 'stablecoin_supply'].map((name) => `${GLOBAL}/${name}.csv`) },
    { format: coinbase, files: [`${GLOBAL}/watch_*`] },
    { format: coingeckoMarkets, files: ['aoe/coingecko/coins_markets_*'] },
  ],
  async tables(inputs) {
    const [macro, coins] = await Promise.all([listsOf(inputs, MACRO), listsOf(inputs, COIN)]);
    const daily = scorecardsOf(macro, coins).filter(({ timeframe }) => timeframe === '1D');
    if (daily.length === 0) return [];
    const closes = (id: string): Series => observationsOf(macro.get(id) ?? [], releaseOf(id));
    const behind = outcomesOf(closes('COINBASE:btcusd'), closes('COINBASE:ethusd'));
    return [
      spread(`Daily points by fifths of the scale, ${isoRange(daily)}`, figuresIn(daily)),
      ...behind.flatMap(({ card, title, came, at }) => {
        const outcomes = daily.flatMap((point) => outcomeOf(point, card, at));
        return outcomes.length === 0 ? [] : [outcomesByDecile(outcomes, { title, came, overlap: HORIZON })];
      }),
    ];
  },
};

/** Days behind a point. */
const HORIZON = 30;

async function listsOf(inputs: Pick<InputReader, 'list' | 'series'>, kind: string) {
  const ids = await inputs.series(kind);
  return new Map(await Promise.all(ids.map(async (id) => [id, await inputs.list(kind, id)] as const)));
}

/** What came in the thirty days behind a day, by card; null where the closes do not reach. */
function outcomesOf(btc: Series, eth: Series) {
  const gain = (series: Series, day: Day) => {
    const [from, to] = [valueOn(series, day, 0), valueOn(series, day + HORIZON, 0)];
    return from && to ? 100 * Math.log(to.value / from.value) : null;
  };
  const volatility = realisedVolatilityPct(btc, HORIZON);
  return [
    {
      card: 'ams',
      title: '`ams` and the log return of ETH against BTC in the next 30 days',
      came: 'mean log return of ETH against BTC, %',
      at: (day: Day) => {
        const [own, other] = [gain(eth, day), gain(btc, day)];
        return own === null || other === null ? null : own - other;
      },
    },
    {
      card: 'mrs',
      title: '`mrs` and the volatility of BTC in the next 30 days',
      came: 'mean volatility, % a year',
      at: (day: Day) => valueOn(volatility, day + HORIZON, 0)?.value ?? null,
    },
    {
      card: 'gls',
      title: '`gls` and the log return of BTC in the next 30 days',
      came: 'mean log return of BTC, %',
      at: (day: Day) => gain(btc, day),
    },
  ] as const;
}

function outcomeOf(point: ScorecardPoint, card: string, at: (day: Day) => number | null): readonly Outcome[] {
  const day = parseDay(point.timestamp.toISOString());
  const said = point.data[card];
  const came = day === null || point.scorecard !== card ? null : at(day);
  return day === null || said === undefined || came === null ? [] : [{ said, came, day: isoDay(day) }];
}

/** The composites and the scores of their components. */
function figuresIn(points: readonly ScorecardPoint[]): readonly (readonly [string, readonly number[]])[] {
  const figures = new Map<string, number[]>();
  for (const { scorecard, data } of points)
    for (const [name, value] of Object.entries(data)) {
      if (name !== scorecard && !name.endsWith('_score')) continue;
      const label = name === scorecard ? `\`${name}\`` : `${scorecard}: \`${name}\``;
      const values = figures.get(label) ?? [];
      values.push(value);
      figures.set(label, values);
    }
  return [...figures];
}

function isoRange(points: readonly ScorecardPoint[]): string {
  const days = points.map(({ timestamp }) => timestamp.toISOString().slice(0, 10)).sort();
  return `${days[0]} to ${days.at(-1)}`;
}
