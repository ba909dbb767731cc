import { useState } from 'preact/hooks';
import { WhalePageDocument } from '../../../schema/operations/generated/graphql.ts';
import { whaleOfKey } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import type { EntityOf } from '../data/state.ts';
import { eventOf, outcomeOf, WHALES } from '../panels/whales.tsx';
import { Text } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Change, Figure, toneOf } from '../ui/figure.tsx';
import { coinDollars, count, instant, money, price, short, shortAddress, words } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import { useFeed } from '../ui/page-context.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Ago } from '../ui/time.tsx';
import { sumOf } from './deal-figures.ts';
import type { EntityView } from './view.ts';

type Whale = EntityOf<'Whale'>;

/** On the page of the whale, which is neither named nor led to; a phone has the change in its place. */
const MOVES = WHALES.filter(({ title }) => title !== 'Whale').map((column): Column<RowOf['whales']> => {
  if (column.title === 'Event') return { ...column, cell: (row) => eventOf(row) };
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
      as of <Ago time={oldest} isEither />
    </span>
  );
}

type Position = NonNullable<Whale['positions']['nodes']>[number] & { readonly id: string };

/** What a size counts: the coin of `BTC-PERP` and of `DOT/USDC`, or shares of an outcome. */
const unitOf = ({ title, event }: Position): string =>
  event.instrument === 'OUTCOME' ? 'shares' : title.replace(/-PERP$|\/.*$/, '').replace(/^.*:/, '');

/** What positions and exits have in common. */
type Traded = Pick<Position, 'id' | 'title' | 'outcome' | 'entryPrice'>;

const WHAT: Column<Traded> = {
  title: 'Market',
  cell: ({ title, outcome }) => <Text value={title} more={outcomeOf(outcome)} />,
};
const ENTRY: Column<Traded> = {
  title: 'Entry',
  help: 'Average price of the entry, where the platform states it',
  isFigure: true,
  isExtra: true,
  isIn: ({ entryPrice }) => entryPrice !== null,
  chars: 10,
  cell: ({ entryPrice }) => <Figure value={entryPrice} format={coinDollars} unit=" USD" />,
};

const POSITIONS: readonly Column<Position>[] = [
  WHAT,
  {
    title: 'Size',
    help: 'In coins, or in shares of an outcome. The side stands beside the name',
    isFigure: true,
    isExtra: true,
    chars: 14,
    cell: (row) => (
      <>
        <Figure value={row.size} format={row.size >= 1_000 ? short : price} unit={` ${unitOf(row)}`} />{' '}
        <span class="more">{unitOf(row)}</span>
      </>
    ),
  },
  ENTRY,
  {
    title: 'Price',
    help: 'Price when the position was seen last',
    isFigure: true,
    isExtra: true,
    chars: 10,
    cell: ({ event }) => <Figure value={event.price} format={coinDollars} unit=" USD" />,
  },
  {
    title: 'Value',
    help: 'Value when the position was seen last. Of a perpetual, of the whole contract',
    isFigure: true,
    chars: 9,
    cell: ({ value }) => <Figure value={value} format={money} unit=" USD" />,
  },
  {
    title: 'P/L',
    help: 'Profit or loss that is not realised yet, where the platform states it',
    isFigure: true,
    isIn: ({ event }) => event.unrealizedPnl !== null,
    chars: 10,
    cell: ({ event }) => <Gain value={event.unrealizedPnl} />,
  },
  {
    title: 'Leverage',
    isFigure: true,
    isExtra: true,
    isIn: ({ event }) => event.leverage !== null,
    chars: 8,
    cell: ({ event }) => <Figure value={event.leverage} format={(times) => `${count(times)}×`} />,
  },
  {
    title: 'Seen',
    help: 'Time since the position was seen last',
    isFigure: true,
    chars: 6,
    cell: ({ asOf }) => <Ago time={asOf} />,
  },
];

type Exit = NonNullable<Whale['closed']['nodes']>[number];

const EXITS: readonly Column<Exit>[] = [
  WHAT,
  ENTRY,
  {
    title: 'Exit',
    help: 'Average price of the exit; where no fill is known, the last price that was seen',
    isFigure: true,
    isExtra: true,
    isIn: ({ price: last }) => last !== null,
    chars: 10,
    cell: ({ price: last }) => <Figure value={last} format={coinDollars} unit=" USD" />,
  },
  {
    title: 'Moved',
    help: 'Value of what was taken out, in US dollars',
    isFigure: true,
    chars: 9,
    cell: ({ value }) => <Figure value={value} format={money} unit=" USD" />,
  },
  {
    title: 'P/L',
    help: 'Profit or loss that the exit realised, where the platform states it',
    isFigure: true,
    isIn: ({ closedPnl }) => closedPnl !== null,
    chars: 10,
    cell: ({ closedPnl }) => <Gain value={closedPnl} />,
  },
  { title: 'Closed', isFigure: true, chars: 6, cell: ({ createdAt }) => <Ago time={createdAt} /> },
];

/** Dollars gained or lost. */
function Gain({ value }: { readonly value: number | null }) {
  return (
    <span class={toneOf(value ?? 0)}>
      <Figure value={value} format={(one) => `${one > 0 ? '+' : ''}${money(one)}`} unit=" USD" />
    </span>
  );
}

const TABS = { open: 'Open', closed: 'Closed' } as const;

/** Open positions first; the exits behind a tab. */
function Positions({ of: { positions, closed } }: { readonly of: Whale }) {
  const open = (positions.nodes ?? []).map((one) => ({ ...one, id: `${one.title} ${one.outcome}` }));
  const exits = closed.nodes ?? [];
  const [chosen, choose] = useState<keyof typeof TABS | null>(null);
  const shown = chosen ?? (open.length > 0 ? 'open' : 'closed');
  const isEmpty = (shown === 'open' ? open : exits).length === 0;
  return (
    <>
      <div class="tools">
        <Tabs label="Positions shown" options={TABS} value={shown} onChange={choose} />
      </div>
      <div class="body">
        {isEmpty ? (
          <p class="message">{shown === 'open' ? 'No position is open.' : 'No exit in view.'}</p>
        ) : shown === 'open' ? (
          <Table label="Open positions" columns={POSITIONS} rows={open} />
        ) : (
          <Table label="Closed positions" columns={EXITS} rows={exits} />
        )}
      </div>
    </>
  );
}
