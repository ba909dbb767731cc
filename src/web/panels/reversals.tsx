import type { RowOf } from '../data/feeds.ts';
import { Side, Text, Ticker } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { score, words } from '../ui/format.ts';
import type { Column } from '../ui/table.tsx';

const COLUMNS: readonly Column<RowOf['reversals']>[] = [
  {
    title: 'Pair',
    width: 21,
    phoneWidth: 30,
    cell: ({ tickerDisplay }) => <Ticker symbol={tickerDisplay} kind={null} />,
  },
  { title: 'Bars', width: 9, phoneWidth: 12, cell: ({ interval }) => interval },
  {
    title: 'Found',
    isExtra: true,
    cell: ({ signal }) => <Text value={words(signal.what)} more={signal.condition} />,
  },
  { title: 'Side', width: 14, phoneWidth: 20, cell: ({ signal }) => <Side side={signal.direction} /> },
  {
    title: 'Expected',
    isFigure: true,
    width: 16,
    phoneWidth: 22,
    cell: ({ expectedPct }) => <Change value={expectedPct} />,
  },
  {
    title: 'Score',
    isFigure: true,
    width: 11,
    cell: (row) => <Figure value={row.score} format={score} />,
  },
];

/** Oversold and overbought, the current one of each pair and interval. */
export function Reversals({ empty = 'Nothing is oversold or overbought.' }: { readonly empty?: string }) {
  return <FeedPanel name="reversals" label="Reversals" columns={COLUMNS} empty={empty} />;
}
