import type { RowOf } from '../data/feeds.ts';
import { TERMS } from '../data/terms.ts';
import { Side, Text, Ticker } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { score, words } from '../ui/format.ts';
import { None } from '../ui/none.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';

export const REVERSALS: readonly Column<RowOf['reversals']>[] = [
  {
    title: 'Pair',
    chars: 11,
    phoneChars: null,
    cell: ({ tickerDisplay }) => <Ticker symbol={tickerDisplay} kind={null} />,
  },
  { title: 'Bars', help: TERMS.Bars, chars: 5, cell: ({ interval }) => interval },
  {
    title: 'Found',
    help: TERMS.Found,
    isExtra: true,
    cell: ({ signal }) => <Text value={words(signal.what)} more={signal.condition} />,
  },
  { title: 'Side', chars: 8, phoneChars: 6, cell: ({ signal }) => <Side side={signal.direction} /> },
  {
    title: 'Expected',
    sortBy: 'EXPECTED_PCT',
    help: TERMS.Expected,
    isFigure: true,
    isIn: ({ expectedPct }) => expectedPct !== null,
    chars: 10,
    cell: ({ expectedPct }) => <Change value={expectedPct} />,
  },
  {
    title: 'Score',
    help: TERMS['Score of a reversal'],
    sortBy: 'SCORE',
    isFigure: true,
    chars: 6,
    cell: (row) => <Figure value={row.score} format={score} />,
  },
  {
    title: 'Age',
    help: 'Since the bar closed that it was found in',
    sortBy: 'KNOWN_FROM',
    isFigure: true,
    chars: 5,
    isIn: ({ detectedAt }) => detectedAt != null, // the open feed does not have it
    cell: ({ detectedAt }) => (detectedAt === null ? <None /> : <Ago time={detectedAt} />),
  },
];

/** Oversold and overbought, the current one of each pair and interval. */
export function Reversals({ empty = 'Nothing is oversold or overbought.' }: { readonly empty?: string }) {
  return <FeedPanel name="reversals" label="Reversals" columns={REVERSALS} empty={empty} />;
}
