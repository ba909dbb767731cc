import { useState } from 'preact/hooks';
import { assetPath } from '../data/asset-path.ts';
import type { EntityOf } from '../data/state.ts';
import { outcomeOf } from '../panels/whales.tsx';
import { Text } from '../ui/cells.tsx';
import { Figure, toneOf } from '../ui/figure.tsx';
import { coinDollars, count, money, price, short } from '../ui/format.ts';
import { type Column, Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Ago } from '../ui/time.tsx';

type Whale = EntityOf<'Whale'>;

type Read = NonNullable<Whale['positions']['nodes']>[number];
/** What a row shows the coin of; null: it is none that has a page. */
type Position = Read & Pick<Read['event'], 'asset'> & { readonly id: string };

/** What a size counts: the coin of `BTC-PERP` and of `DOT/USDC`, or shares of an outcome. */
const unitOf = ({ title, event }: Position): string =>
  event.instrument === 'OUTCOME' ? 'shares' : title.replace(/-PERP$|\/.*$/, '').replace(/^.*:/, '');

/** What positions and exits have in common. */
type Traded = Pick<Position, 'id' | 'title' | 'outcome' | 'entryPrice' | 'asset'>;

const WHAT: Column<Traded> = {
  title: 'Market',
  cell: ({ title, outcome, asset }) => (
    <Text
      value={title}
      more={outcomeOf(outcome)}
      href={asset ? assetPath(asset.symbol, asset.kind) : undefined}
    />
  ),
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
export function Gain({ value }: { readonly value: number | null }) {
  return (
    <span class={toneOf(value ?? 0)}>
      <Figure value={value} format={(one) => `${one > 0 ? '+' : ''}${money(one)}`} unit=" USD" />
    </span>
  );
}

const TABS = { open: 'Open', closed: 'Closed' } as const;

/** Open positions first; the exits behind a tab. */
export function Positions({ of: { positions, closed } }: { readonly of: Whale }) {
  const open = (positions.nodes ?? []).map((one) => ({
    ...one,
    id: `${one.title} ${one.outcome}`,
    asset: one.event.asset,
  }));
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
