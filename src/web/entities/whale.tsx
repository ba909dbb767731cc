import { WhalePageDocument } from '../../../schema/operations/generated/graphql.ts';
import { whaleOfKey } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import type { EntityOf } from '../data/state.ts';
import { toneOfMove } from '../panels/whale-move.ts';
import { eventOf, WHALES } from '../panels/whales.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { count, instant, money, shortAddress, words } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import { useFeed } from '../ui/page-context.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';
import { sumOf } from './deal-figures.ts';
import type { EntityView } from './view.ts';
import { Gain, Positions } from './whale-positions.tsx';

type Whale = EntityOf<'Whale'>;

/** On the page of the whale, which is neither named nor led to; a phone has the change in its place. */
const MOVES = WHALES.filter(({ title }) => title !== 'Whale').map((column): Column<RowOf['whales']> => {
  if (column.title === 'Event')
    return { ...column, cell: (row) => <span class={toneOfMove(row)}>{eventOf(row)}</span> };
  if (column.title !== 'Market') return column;
  return {
    ...column,
    under: ({ changePct }) => (changePct === null ? null : <Change value={changePct} digits={0} isPlain />),
  };
});

export const WHALE: EntityView<Whale> = {
  query: WhalePageDocument,
  titleOf: ({ whaleName, address }) => whaleName ?? shortAddress(address),
  subtitleOf: ({ venue, whaleName, address }) => <Venue venue={venue} address={address} name={whaleName} />,
  Figures: ({ of }) => (
    <>
      <Item title="Events">{count(of.eventCount)}</Item>
      <Item title="Last seen">
        <Ago time={of.lastSeenAt} /> ago
      </Item>
      <Open of={of} />
    </>
  ),
  preview: {
    open: {
      whales: (key) => {
        const { platform, address } = whaleOfKey(key);
        return { source: platform, address };
      },
    },
    titleOf: ({ whales: { rows } }, key) =>
      rows?.[0] ? (rows[0].whaleName ?? shortAddress(whaleOfKey(key).address)) : null,
    Subtitle: ({ shownKey }) => {
      const { platform, address } = whaleOfKey(shownKey);
      return <Venue venue={platform} address={address} />;
    },
    Figures: LastMove,
    Rows: Activity,
    offer:
      'A key shows the open positions, with profit and loss where the platform states it. A free key is enough.',
  },
  about: {
    title: 'Positions',
    isIn: ({ positions, closed }) => [positions, closed].some(({ nodes }) => (nodes?.length ?? 0) > 0),
    Body: Positions,
  },
  rows: {
    title: 'Activity',
    rowsOf: ({ activity }) => activity.nodes ?? [],
    Panel: Activity,
  },
  followOf: ({ address, venue }) => ({ address: { eq: address }, source: { eq: venue } }),
};

function Venue(props: { readonly venue: string; readonly address: string; readonly name?: string | null }) {
  const { venue, address, name = null } = props;
  return (
    <>
      {words(venue)}
      <span class="dot"> · </span>
      <span class="address" title={name === null ? address : `${name}, ${address}`}>
        {address}
      </span>
    </>
  );
}

function Activity() {
  return <FeedPanel name="whales" label="Activity" columns={MOVES} empty="No event in view." />;
}

/** Of the open feed. */
function LastMove() {
  const [newest] = useFeed('whales').rows ?? [];
  return newest ? (
    <Item title="Last seen">
      <Ago time={newest.createdAt} /> ago
    </Item>
  ) : null;
}

/** What the open positions are worth together, where all of them were read. */
function Open({ of: { positions } }: { readonly of: Whale }) {
  const open = positions.nodes ?? [];
  if (open.length === 0 || positions.pageInfo.hasNextPage) return null;
  const values = open.map(({ value }) => value);
  const gaining = open.filter(({ event }) => event.unrealizedPnl !== null);
  const gains = gaining.map(({ event }) => event.unrealizedPnl);
  return (
    <>
      <Item title="Open positions">{count(open.length)}</Item>
      {values.every((value) => value !== null) && (
        <Item
          title="Value"
          help="Of the open positions together, when each was seen last. Of a perpetual, of the whole contract."
        >
          <Figure value={sumOf(values)} format={money} unit=" USD" /> <AsOf of={open} />
        </Item>
      )}
      {gains.length > 0 && (
        <Item
          title="P/L"
          help="Profit or loss of the open positions that is not realised yet, of those whose platform states it."
        >
          <Gain value={sumOf(gains)} />
          {gains.length < open.length && <span class="more"> of {count(gains.length)}</span>}{' '}
          <AsOf of={gaining} />
        </Item>
      )}
    </>
  );
}

/** The oldest time at which one of these positions was seen last. */
function AsOf({ of }: { readonly of: readonly { readonly asOf: string }[] }) {
  const [oldest] = of.map(({ asOf }) => asOf).toSorted((one, other) => instant(one) - instant(other));
  if (oldest === undefined) return null;
  return (
    <span class="more">
      seen <Ago time={oldest} isEither />
    </span>
  );
}
