import type { RowOf } from '../data/feeds.ts';
import { Text } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { count, NONE } from '../ui/format.ts';
import type { Column } from '../ui/table.tsx';

const COLUMNS: readonly Column<RowOf['strategies']>[] = [
  { title: 'Strategy', width: 42, cell: ({ name }) => <Text value={name} /> },
  { title: 'Grade', width: 12, cell: ({ grade }) => grade ?? NONE },
  {
    title: 'Total P/L',
    isFigure: true,
    cell: ({ performance }) => <Change value={performance.totalPnlPct} digits={1} />,
  },
  {
    title: 'Sharpe',
    isFigure: true,
    cell: ({ performance }) => <Figure value={performance.sharpe} format={count} />,
  },
  {
    title: 'Drawdown',
    isFigure: true,
    isExtra: true,
    cell: ({ performance }) => <Change value={performance.maxDrawdownPct} digits={1} />,
  },
];

/** Published strategies that trade it. */
export function Strategies({ symbol }: { readonly symbol: string }) {
  return (
    <FeedPanel
      name="strategies"
      label="Strategies"
      columns={COLUMNS}
      empty={`No strategy trades ${symbol}.`}
    />
  );
}
