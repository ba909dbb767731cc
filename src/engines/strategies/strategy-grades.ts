import type { Strategy } from '../../feeds/mte/feed.ts';
import { freqtradeBacktest } from '../../sources/freqtrade/freqtrade-backtest.ts';
import { type Calibration, cell, type Table } from '../calibrations/calibration.ts';
import { listingOf } from './strategy-listing.ts';

/** Grades and drawdowns of every stored run, listed or not. */
export const strategyGrades: Calibration = {
  name: 'strategies',
  samples: [{ format: freqtradeBacktest, files: ['mte/freqtrade/*', 'mte/freqtrade-testdata/*'] }],
  async tables(inputs) {
    const runs: Strategy[] = [];
    for (const slug of await inputs.series('backtest'))
      for (const run of await inputs.list('backtest', slug)) {
        const listing = listingOf(slug, [run]);
        if (listing) runs.push(listing);
      }
    return runs.length === 0 ? [] : [distribution(runs), drawdowns(runs)];
  },
};

function distribution(runs: readonly Strategy[]): Table {
  const rowOf = (name: string, group: readonly Strategy[]) => {
    const scores = group.flatMap(({ performance }) => performance.score ?? []);
    return [
      name,
      String(group.length),
      cell((100 * group.length) / runs.length),
      scores.length === 0 ? '-' : `${cell(Math.min(...scores))} to ${cell(Math.max(...scores))}`,
    ];
  };
  const ungraded = Map.groupBy(
    runs.filter(({ grade }) => grade === null),
    ({ ungraded_reason: reason }) => reason,
  );
  return {
    title: `Grades of ${runs.length} runs, ${periodOf(runs)}`,
    columns: ['grade', 'n', 'share, %', 'score'],
    rows: [
      ...['A', 'B', 'C', 'D', 'F'].map((letter) =>
        rowOf(
          letter,
          runs.filter(({ grade }) => grade === letter),
        ),
      ),
      ...[...ungraded].toSorted().map(([reason, group]) => rowOf(`none: ${reason}`, group)),
    ],
  };
}

const drawdowns = (runs: readonly Strategy[]): Table => ({
  title: 'Each run: drawdowns in %, return a year in %',
  columns: [
    'strategy',
    'ran',
    'days',
    'trades',
    'closed',
    'at least',
    'at most',
    'a year',
    'Sharpe',
    'score',
    'grade',
  ],
  rows: runs.map(({ slug, grade, backtest, performance }) => [
    slug,
    isoDay(backtest.ran_at),
    String(performance.days),
    String(performance.total_trades),
    cell(performance.closed_drawdown_pct, 2),
    cell(performance.least_drawdown_pct, 1),
    cell(performance.max_drawdown_pct, 1),
    cell(performance.annual_return_pct, 0),
    cell(performance.sharpe, 1),
    cell(performance.score, 1),
    grade ?? '-',
  ]),
});

function periodOf(runs: readonly Strategy[]): string {
  const from = runs.map(({ backtest }) => isoDay(backtest.tested_from)).sort();
  const to = runs.map(({ backtest }) => isoDay(backtest.tested_to)).sort();
  return `${from[0]} to ${to.at(-1)}`;
}

const isoDay = (at: Date | null): string => at?.toISOString().slice(0, 'YYYY-MM-DD'.length) ?? '-';
