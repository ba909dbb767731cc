import type { RowOf } from '../data/feeds.ts';
import { Side, Ticker } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { price, score, words } from '../ui/format.ts';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';

type Signal = RowOf['signals'];

const COLUMNS: readonly Column<Signal>[] = [
  {
    title: 'Symbol',
    width: 17,
    phoneWidth: 29,
    cell: ({ symbol, assetType }) => <Ticker symbol={symbol} kind={assetType} />,
  },
  { title: 'Side', width: 12, phoneWidth: 16, cell: ({ direction }) => <Side side={direction} /> },
  { title: 'Source', isExtra: true, cell: ({ source, timeframe }) => <Source of={source} on={timeframe} /> },
  {
    title: 'Entry',
    isFigure: true,
    isExtra: true,
    cell: ({ entryPrice }) => <Figure value={entryPrice} format={price} />,
  },
  {
    title: 'Now',
    isFigure: true,
    cell: ({ currentPrice }) => <Figure value={currentPrice} format={price} />,
  },
  { title: 'P/L', isFigure: true, phoneWidth: 21, cell: ({ pnlPct }) => <Change value={pnlPct} /> },
  {
    title: 'Strength',
    isFigure: true,
    isExtra: true,
    width: 11,
    cell: ({ signalStrength }) => <Figure value={signalStrength} format={score} />,
  },
  { title: 'Status', isExtra: true, width: 10, cell: ({ status }) => <Status status={status} /> },
  {
    title: 'Age',
    isFigure: true,
    width: 9,
    phoneWidth: 14,
    cell: ({ timestamp }) => <Ago time={timestamp} />,
  },
];

function Source({ of, on }: { readonly of: string; readonly on: string | null }) {
  return (
    <span>
      {of.length <= 3 ? of.toUpperCase() : words(of)}
      {on ? <span class="more"> {on}</span> : null}
    </span>
  );
}

function Status({ status }: { readonly status: Signal['status'] }) {
  return <span class={status === 'OPEN' ? '' : 'none'}>{status === 'OPEN' ? 'Open' : 'Closed'}</span>;
}

/** The unified feed of all sources. */
export function Signals({
  empty = 'No signals within the window of this view.',
}: {
  readonly empty?: string;
}) {
  return <FeedPanel name="signals" label="Signals" columns={COLUMNS} empty={empty} />;
}
