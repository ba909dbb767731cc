import type { Input } from '../../sources/format.ts';
import { ohlcv } from '../../sources/ohlcv/ohlcv.ts';
import { barsOf } from '../bars.ts';
import {
  brierScore,
  type Calibration,
  cell,
  type Judged,
  RELIABILITY_COLUMNS,
  reliabilityByDecile,
  rightPct,
  type Table,
} from '../calibrations/calibration.ts';
import { outcomeOf } from './reversal-calibration.ts';
import { type DetectedReversal, detectReversals } from './reversals.ts';

/** Every reversal in stored bars, with the outcome ten bars later. */
export const reversalsReliability: Calibration = {
  name: 'reversals',
  samples: [{ format: ohlcv, files: ['mre/binance-ccxt/*', 'mre/binance/*', 'mre/hyperliquid/*'] }],
  async tables(inputs) {
    const judged: JudgedReversal[] = [];
    for (const series of await inputs.series('bar'))
      judged.push(...judge(series, await inputs.list('bar', series)));
    return judged.length === 0 ? [] : [reliability(judged), moves(judged), bySeries(judged)];
  },
};

interface JudgedReversal extends Judged, DetectedReversal {
  readonly series: string;
  /** Move in its direction, %. */
  readonly outcome: number;
}

function judge(series: string, inputs: readonly Input[]): readonly JudgedReversal[] {
  const bars = barsOf(inputs);
  return detectReversals(bars).flatMap((found) =>
    outcomeOf(found, bars).map((outcome) => ({
      ...found,
      series,
      outcome,
      saidPct: found.calibration.score,
      isRight: outcome > 0,
    })),
  );
}

const reliability = (judged: readonly JudgedReversal[]): Table => ({
  title:
    `Score and outcome of ${judged.length} reversals, ${periodOf(judged)}. ` +
    `Brier score ${brierScore(judged).toFixed(4)}; a constant 50 scores 0.2500`,
  columns: RELIABILITY_COLUMNS,
  rows: reliabilityByDecile(judged),
});

function moves(judged: readonly JudgedReversal[]): Table {
  const groups: readonly [string, (one: JudgedReversal) => boolean][] = [
    ['none', ({ calibration }) => calibration.expectedPct === null],
    ['against the reversal', ({ calibration }) => (calibration.expectedPct ?? 0) < 0],
    ['with the reversal', ({ calibration }) => (calibration.expectedPct ?? 0) > 0],
  ];
  return {
    title: 'Expected move and actual move',
    columns: ['expected move', 'n', 'mean expected, %', 'mean actual, %', '± 2 standard errors', 'right, %'],
    rows: groups.flatMap(([name, isIn]) => {
      const group = judged.filter(isIn);
      if (group.length === 0) return [];
      const expected = group.flatMap(({ calibration }) => calibration.expectedPct ?? []);
      const came = group.map(({ outcome }) => outcome);
      return [
        [
          name,
          String(group.length),
          cell(expected.length === 0 ? null : mean(expected), 2),
          cell(mean(came), 2),
          cell(2 * standardError(came), 2),
          cell(rightPct(group)),
        ],
      ];
    }),
  };
}

function bySeries(judged: readonly JudgedReversal[]): Table {
  const groups = Map.groupBy(judged, ({ series, what }) => `${series} ${what}`);
  const row = (group: readonly JudgedReversal[], series: string, what: string) => [
    series,
    what,
    String(group.length),
    periodOf(group),
    cell(rightPct(group)),
    cell(mean(group.map(({ saidPct }) => saidPct))),
    cell(mean(group.map(({ outcome }) => outcome)), 2),
  ];
  const kinds = (['oversold', 'overbought'] as const).map((what) =>
    judged.filter((one) => one.what === what),
  );
  return {
    title: 'By series and kind',
    columns: ['series', 'kind', 'n', 'period', 'right, %', 'mean score', 'mean move, %'],
    rows: [
      ...[...groups.values()]
        .toSorted(([a], [b]) => (nameOf(a) < nameOf(b) ? -1 : 1))
        .map((group) => row(group, group[0]?.series.replace('|', ' ') ?? '', group[0]?.what ?? '')),
      ...kinds.filter((group) => group.length > 0).map((group) => row(group, 'all', group[0]?.what ?? '')),
    ],
  };
}

const nameOf = (one: JudgedReversal | undefined): string => `${one?.series} ${one?.what}`;

function periodOf(judged: readonly JudgedReversal[]): string {
  const days = judged.map(({ openAt }) => openAt.toISOString().slice(0, 'YYYY-MM-DD'.length)).sort();
  return `${days[0]} to ${days.at(-1)}`;
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

function standardError(values: readonly number[]): number {
  const middle = mean(values);
  const variance = values.reduce((sum, one) => sum + (one - middle) ** 2, 0) / (values.length - 1);
  return Math.sqrt(variance / values.length);
}
