import { entityPath } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import { TERMS } from '../data/terms.ts';
import { Text } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { count, NONE, percent, ratio, score } from '../ui/format.ts';
import { None } from '../ui/none.tsx';
import type { Column } from '../ui/table.tsx';

export const STRATEGIES: readonly Column<RowOf['strategies']>[] = [
  {
    title: 'Strategy',
    sortBy: 'NAME',
    isWord: true,
    cell: ({ name, slug }) => <Text value={name} href={entityPath('strategy', slug)} />,
    isLong: true,
    under: ({ performance: { sharpe, maxDrawdownPct } }, isBelow) => {
      const said = [
        isBelow('Sharpe') ? [] : `Sharpe ${sharpe === null ? NONE : ratio(sharpe)}`,
        isBelow('Drawdown') ? [] : `drawdown ${maxDrawdownPct === null ? NONE : percent(maxDrawdownPct, 1)}`,
      ];
      return `Backtest: ${said.flat().join(', ')}`;
    },
  },
  {
    title: 'Grade',
    sortBy: 'PERFORMANCE_SCORE',
    help: TERMS.Grade,
    chars: 9,
    phoneChars: 6,
    cell: ({ grade, performance }) => <Grade grade={grade} score={performance.score} />,
    under: ({ performance }) => performance.score !== null && score(performance.score),
  },
  {
    title: 'Backtest P/L',
    help: 'Profit or loss of all closed trades of the backtest, in per cent of the starting balance',
    sortBy: 'PERFORMANCE_TOTAL_PNL_PCT',
    below: null,
    isFigure: true,
    chars: 11,
    cell: ({ performance }) => <Change value={performance.totalPnlPct} digits={1} />,
  },
  {
    title: 'Sharpe',
    sortBy: 'PERFORMANCE_SHARPE',
    help: TERMS.Sharpe,
    isFigure: true,
    isExtra: true,
    chars: 7,
    cell: ({ performance }) => <Figure value={performance.sharpe} format={ratio} />,
  },
  {
    title: 'Drawdown',
    sortBy: 'PERFORMANCE_MAX_DRAWDOWN_PCT',
    help: TERMS.Drawdown,
    isFigure: true,
    isExtra: true,
    chars: 11,
    cell: ({ performance }) => <Change value={performance.maxDrawdownPct} digits={1} />,
  },
];

/** Its page has room for how much was tested. */
export const STRATEGIES_PAGE: readonly Column<RowOf['strategies']>[] = [
  ...STRATEGIES,
  {
    title: 'Trades',
    sortBy: 'PERFORMANCE_TOTAL_TRADES',
    help: 'Closed trades of the backtest',
    isFigure: true,
    isExtra: true,
    chars: 7,
    cell: ({ performance }) => <Figure value={performance.totalTrades} format={count} />,
  },
  {
    title: 'Tested',
    sortBy: 'PERFORMANCE_DAYS',
    help: 'Days of the market that the backtest covers',
    isFigure: true,
    isExtra: true,
    chars: 9,
    isIn: ({ performance: { days } }) => days != null, // the open feed does not have it
    cell: ({ performance: { days } }) => (days == null ? <None /> : <span>{count(days)} days</span>),
  },
];

/** The letter, and on a wide screen the score that it stands for. */
function Grade({ grade, score: value }: { readonly grade: string | null; readonly score: number | null }) {
  if (grade === null) return <None />;
  return (
    <>
      {grade} {value !== null && <span class="more extra">{score(value)}</span>}
    </>
  );
}

/** Published strategies that trade it. */
export function Strategies({ symbol }: { readonly symbol: string }) {
  return (
    <FeedPanel
      name="strategies"
      label="Strategies"
      columns={STRATEGIES}
      empty={`No strategy trades ${symbol}.`}
    />
  );
}
