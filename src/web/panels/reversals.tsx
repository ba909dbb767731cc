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
    sortBy: 'TICKER',
    isWord: true,
    chars: 11,
    phoneChars: null,
    cell: ({ tickerDisplay }) => <Ticker symbol={tickerDisplay} kind={null} />,
    under: ({ signal }) => <Found {...signal} />,
  },
  { title: 'Timeframe', help: TERMS.Timeframe, chars: 9, cell: ({ interval }) => interval },
  {
    title: 'Found',
    help: TERMS.Found,
    isExtra: true,
    isTall: true,
    wideChars: 68,
    cell: ({ signal }) => <Text value={words(signal.what)} more={signal.condition} />,
  },
  {
    title: 'Side',
    help: 'The direction that the price is expected to turn to',
    chars: 8,
    phoneChars: 6,
    cell: ({ signal }) => <Side side={signal.direction} />,
  },
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
    chars: 7,
    // At 50 and below it says nothing, or the contrary.
    cell: ({ score: value }) => (
      <span class={value !== null && value > 50 ? undefined : 'more'}>
        <Figure value={value} format={(one) => `${score(one)}%`} />
      </span>
    ),
  },
  {
    title: 'Age',
    help: 'Time since the close of the bar in which the reversal was found',
    sortBy: 'KNOWN_FROM',
    isAge: true,
    isFigure: true,
    chars: 5,
    isIn: ({ detectedAt }) => detectedAt != null, // the open feed does not have it
    cell: ({ detectedAt }) => (detectedAt === null ? <None /> : <Ago time={detectedAt} />),
  },
];

/** In a word; why it is said, on hover and focus. */
function Found({ what, condition }: Pick<RowOf['reversals']['signal'], 'what' | 'condition'>) {
  if (!condition) return <>{words(what)}</>;
  return (
    <button type="button" class="term" data-help={condition}>
      {words(what)}
    </button>
  );
}

/** Where the table has half a page. */
const IN_SHORT = REVERSALS.map(
  (column): Column<RowOf['reversals']> =>
    column.title === 'Found'
      ? { ...column, isTall: false, cell: ({ signal }) => <Found {...signal} /> }
      : column,
);

/** Oversold and overbought, the current one of each pair and interval. */
export function Reversals(props: { readonly of?: string | null; readonly empty?: string }) {
  const { of = null, empty = 'Nothing is oversold or overbought.' } = props;
  return <FeedPanel name="reversals" label="Reversals" columns={IN_SHORT} of={of} empty={empty} />;
}
