import type { RowOf } from '../data/feeds.ts';
import { Text } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { count, money, words } from '../ui/format.ts';
import { usePageState } from '../ui/page-context.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';

const COLUMNS: readonly Column<RowOf['whales']>[] = [
  {
    title: 'Whale',
    width: '24%',
    cell: ({ whaleName, address }) => <Text value={whaleName ?? address} />,
  },
  { title: 'Event', width: '18%', cell: ({ eventType }) => <Text value={words(eventType)} /> },
  { title: 'What', cell: ({ title, outcome }) => <Text value={title} more={outcome} /> },
  {
    title: 'Change',
    isFigure: true,
    isExtra: true,
    width: '14%',
    cell: ({ changePct }) => <Change value={changePct} digits={0} />,
  },
  {
    title: 'Value',
    isFigure: true,
    width: '14%',
    cell: ({ value }) => <Figure value={value} format={money} unit=" USD" />,
  },
  { title: 'Age', isFigure: true, width: '10%', cell: ({ createdAt }) => <Ago time={createdAt} /> },
];

/** Large position changes, on chains and in prediction markets. */
export function Whales() {
  const summary = usePageState(({ whaleSummary }) => whaleSummary);
  return (
    <FeedPanel name="whales" label="Whale activity" columns={COLUMNS} empty="No whale has moved lately.">
      {summary && (
        <span class="facts">
          <b>{count(summary.entries)}</b> entries <b>{count(summary.exits)}</b> exits{' '}
          <b>{count(summary.tokenBuys)}</b> buys <b>{count(summary.sizeChanges)}</b> resizes
        </span>
      )}
    </FeedPanel>
  );
}
