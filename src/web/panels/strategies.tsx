import { entityPath } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import { TERMS } from '../data/terms.ts';
import { Text } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { NONE, ratio } from '../ui/format.ts';
import type { Column } from '../ui/table.tsx';

export const STRATEGIES: readonly Column<RowOf['strategies']>[] = [
  {
    title: 'Strategy',
    sortBy: 'NAME',
    cell: ({ name, slug }) => <Text value={name} href={entityPath('strategy', slug)} />,
    isLong: true,
  },
  { title: 'Grade', help: TERMS.Grade, chars: 6, cell: ({ grade }) => grade ?? NONE },
  {
    title: 'Total P/L',
    sortBy: 'PERFORMANCE_TOTAL_PNL_PCT',
    isFigure: true,
    chars: 11,
    cell: ({ performance }) => <Change value={performance.totalPnlPct} digits={1} />,
  },
  {
    title: 'Sharpe',
    sortBy: 'PERFORMANCE_SHARPE',
    help: TERMS.Sharpe,
    isFigure: true,
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
