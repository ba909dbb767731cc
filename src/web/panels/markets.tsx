import type { RowOf } from '../data/feeds.ts';
import { Text } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Figure } from '../ui/figure.tsx';
import { money, share, words } from '../ui/format.ts';
import { None } from '../ui/none.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';

type Market = RowOf['markets'];

const COLUMNS: readonly Column<Market>[] = [
  { title: 'Question', phoneWidth: 50, cell: ({ question }) => <Text value={question} /> },
  { title: 'Platform', isExtra: true, width: 13, cell: ({ platform }) => words(platform) },
  { title: 'Yes', width: 26, phoneWidth: 31, cell: ({ yesPrice }) => <Probability of={yesPrice} /> },
  {
    title: '24 h volume',
    isFigure: true,
    isExtra: true,
    width: 13,
    cell: ({ volume24h }) => <Figure value={volume24h} format={money} />,
  },
  {
    title: 'Ends',
    isFigure: true,
    width: 11,
    cell: ({ endDate }) => (endDate ? <Ago time={endDate} /> : <None />),
  },
];

function Probability({ of }: { readonly of: number | null }) {
  if (of === null) return <None />;
  return (
    <span class="probability">
      <span class="bar" aria-hidden="true">
        <span style={{ transform: `scaleX(${of})` }} />
      </span>
      <Figure value={of} format={share} />
    </span>
  );
}

/** The busiest prediction markets. */
export function Markets() {
  return (
    <FeedPanel name="markets" label="Prediction markets" columns={COLUMNS} empty="No market is active." />
  );
}
