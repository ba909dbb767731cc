import type { Coin } from '../../sources/coingecko/coin.ts';
import { coingeckoMarkets } from '../../sources/coingecko/coingecko-markets.ts';
import { type Calibration, cell, type Table } from '../calibrations/calibration.ts';
import { mean, type Outcome, outcomesByDecile, periodOf, spread } from '../calibrations/outcomes.ts';
import { isClaim } from '../coin-claims.ts';
import type { InputReader } from '../engine.ts';
import { BENCHMARKS, type Benchmarks, type MarketPhase, outperformanceOf } from './outperformance.ts';

/** Every score of every stored scan, and how the coin did against BTC until the scan a week later. */
export const outperformanceReliability: Calibration = {
  name: 'outperformance',
  samples: [{ format: coingeckoMarkets, files: ['aoe/coingecko/coins_markets_2026*'] }],
  async tables(inputs) {
    const scans = await scansIn(inputs);
    const scored = scans.flatMap((scan) => scoresOf(scan, scans));
    const outcomes = scored.filter((one): one is Scored & Outcome => one.came !== null);
    const pairs = new Set(outcomes.map(({ day }) => day)).size;
    if (scored.length === 0) return [];
    const spreadTable = spread(`Scores of ${scans.length} scans, ${periodOf(scored)}`, [
      ['composite_score', scored.map(({ said }) => said)],
    ]);
    if (outcomes.length === 0) return [spreadTable, phases(scored)];
    return [
      spreadTable,
      outcomesByDecile(outcomes, {
        title: `Score and the log return against BTC until the scan a week later, in ${pairs} scans`,
        came: 'mean log return against BTC, %',
        overlap: 1,
      }),
      phases(scored),
    ];
  },
};

interface ScanOfCoins {
  readonly at: string;
  readonly coins: ReadonlyMap<string, Coin>;
}

interface Scored {
  readonly said: number;
  readonly phase: MarketPhase | null;
  readonly day: string;
  /** ln(coin) − ln(BTC), %. Null without a scan a week later. */
  readonly came: number | null;
}

/** What was captured of coins together, oldest first. */
async function scansIn(inputs: Pick<InputReader, 'list' | 'series'>): Promise<readonly ScanOfCoins[]> {
  const byTime = new Map<string, Map<string, Coin>>();
  for (const id of await inputs.series('coin'))
    for (const { key, data } of await inputs.list('coin', id)) {
      const coin = data as unknown as Coin; // as coinEntry made it
      if (coin.name === null) continue; // of a coin by itself
      byTime.set(key, (byTime.get(key) ?? new Map<string, Coin>()).set(id, coin));
    }
  const scans = [...byTime].map(([at, coins]) => ({ at, coins }));
  return scans.filter(({ coins }) => coins.has('bitcoin')).sort((a, b) => (a.at < b.at ? -1 : 1));
}

function scoresOf({ at, coins }: ScanOfCoins, scans: readonly ScanOfCoins[]): readonly Scored[] {
  const benchmarks: Benchmarks = Object.fromEntries(
    BENCHMARKS.flatMap((id) => {
      const coin = coins.get(id);
      return coin ? [[id, coin]] : [];
    }),
  );
  const later = weekLater(at, scans);
  const gain = (id: string) => {
    const [from, to] = [coins.get(id)?.price, later?.coins.get(id)?.price];
    return from && to ? 100 * Math.log(to / from) : null;
  };
  const ofBitcoin = gain('bitcoin');
  return [...coins].flatMap(([id, coin]) => {
    if (isClaim(id, coin) || id === 'bitcoin') return [];
    const { composite_score: said, market_phase: phase } = outperformanceOf(id, coin, benchmarks);
    const own = gain(id);
    const came = own === null || ofBitcoin === null ? null : own - ofBitcoin;
    return said === null ? [] : [{ said, phase, day: at.slice(0, 10), came }];
  });
}

const DAY_MS = 86_400_000;

/** The scan nearest to seven days later, between five and a half and eight and a half. */
function weekLater(at: string, scans: readonly ScanOfCoins[]): ScanOfCoins | undefined {
  const off = (scan: ScanOfCoins) => Math.abs((Date.parse(scan.at) - Date.parse(at)) / DAY_MS - 7);
  return scans.filter((scan) => off(scan) <= 1.5).toSorted((a, b) => off(a) - off(b))[0];
}

const PHASES = ['PHASE_A', 'PHASE_B', 'PHASE_C', 'PHASE_D'] as const;

const phases = (scored: readonly Scored[]): Table => ({
  title: 'Phases, and the log return against BTC until the scan a week later',
  columns: [
    'phase',
    'n',
    'share, %',
    'with a scan a week later',
    'mean log return against BTC, %',
    'ahead of BTC, %',
  ],
  rows: [...PHASES, null].flatMap((phase) => {
    const group = scored.filter((one) => one.phase === phase);
    if (group.length === 0) return [];
    const came = group.flatMap((one) => one.came ?? []);
    const ahead = came.filter((one) => one > 0).length;
    return [
      [
        phase ?? 'none',
        String(group.length),
        cell((100 * group.length) / scored.length),
        String(came.length),
        cell(came.length === 0 ? null : mean(came)),
        cell(came.length === 0 ? null : (100 * ahead) / came.length),
      ],
    ];
  }),
});
