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
    isExtra: true,
    width: 21,
    cell: ({ whaleName, address }) => <Whale name={whaleName} address={address} />,
  },
  { title: 'Event', width: 18, phoneWidth: 32, cell: ({ eventType }) => <Text value={words(eventType)} /> },
  { title: 'What', cell: ({ title, outcome }) => <Text value={title} more={outcome} /> },
  {
    title: 'Change',
    isFigure: true,
    isExtra: true,
    width: 14,
    cell: ({ changePct }) => <Change value={changePct} digits={0} />,
  },
  {
    title: 'Value',
    isFigure: true,
    width: 13,
    phoneWidth: 19,
    cell: ({ value }) => <Figure value={value} format={money} unit=" USD" />,
  },
  {
    title: 'Age',
    isFigure: true,
    width: 9,
    phoneWidth: 13,
    cell: ({ createdAt }) => <Ago time={createdAt} />,
  },
];

function Whale({ name, address }: { readonly name: string | null; readonly address: string | null }) {
  if (name !== null || address === null || address.length <= 14) return <Text value={name ?? address} />;
  return <span title={address}>{`${address.slice(0, 6)}…${address.slice(-4)}`}</span>;
}

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
