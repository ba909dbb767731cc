import { useState } from 'preact/hooks';
import { kindOfWord } from '../data/asset-path.ts';
import { entityPath } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import { TERMS } from '../data/terms.ts';
import { Side, Text, Ticker } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { digitsOfAll, score, words } from '../ui/format.ts';
import { None } from '../ui/none.tsx';
import { useFeed, usePageState } from '../ui/page-context.tsx';
import { type Column, ledBy } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Ago } from '../ui/time.tsx';
import { sourceOf } from './feed-words.ts';
import { formatOf } from './newest-price.ts';

type Signal = RowOf['signals'];

export const SIGNALS: readonly Column<Signal>[] = [
  {
    title: 'Symbol',
    sortBy: 'SYMBOL',
    isWord: true,
    chars: 10,
    phoneChars: null,
    cell: ({ symbol, assetType }) => <Ticker symbol={symbol} kind={assetType} />,
    under: (row) => <Under of={row} />,
  },
  {
    title: 'Side',
    help: 'Long gains when the price rises, short when it falls',
    isExtra: true,
    chars: 6,
    cell: ({ direction }) => <Side side={direction} />,
  },
  {
    title: 'Source',
    help: TERMS.Source,
    isExtra: true,
    chars: 10,
    cell: (row) => <Source of={row} />,
  },
  {
    title: 'Strategy or insider',
    isRoomy: true,
    isExtra: true,
    isIn: (row) => strategyOf(row) !== null || buyerOf(row) !== null,
    cell: (row) => (buyerOf(row) === null ? <Strategy of={row} /> : <Text value={buyerOf(row)} />),
  },
  { title: 'Status', isExtra: true, chars: 7, cell: ({ status }) => words(status) },
  {
    title: 'Entry',
    help: 'The price when the signal was raised; of a purchase of an insider, what the insider paid, days before the filing was public',
    isFigure: true,
    isExtra: true,
    chars: 11,
    cell: (row) => <Figure value={row.entryPrice} format={priceOf(row)} />,
  },
  {
    title: 'Last',
    help: 'The last price; for a closed signal, its exit',
    below: 'Entry',
    isFigure: true,
    chars: 11,
    phoneChars: 11,
    cell: (row) => <Price of={row} value={row.currentPrice} />,
  },
  {
    title: 'P/L',
    sortBy: 'PNL_PCT',
    help: TERMS['P/L'],
    isFigure: true,
    chars: 11,
    phoneChars: 8.4,
    cell: (row) => (row.pnlPct === null ? <None why={unpriced(row)} /> : <Change value={row.pnlPct} />),
    under: ({ status }) => (status === 'CLOSED' ? 'closed' : null),
  },
  {
    title: 'Score',
    sortBy: 'SIGNAL_STRENGTH',
    help: TERMS['Score of a signal'],
    isFigure: true,
    isExtra: true,
    isIn: ({ signalStrength }) => signalStrength !== null,
    chars: 5,
    cell: ({ signalStrength }) => <Figure value={signalStrength} format={score} />,
  },
  {
    title: 'Age',
    help: 'Time since the signal was raised',
    sortBy: 'TIMESTAMP',
    isAge: true,
    isFigure: true,
    chars: 5,
    cell: ({ timestamp }) => <Ago time={timestamp} />,
  },
];

/** Leads to the strategy that raised the signal. */
function Source({ of, hasBuyer = false }: { readonly of: Signal; readonly hasBuyer?: boolean }) {
  const strategy = strategyOf(of);
  return (
    <Text
      value={sourceOf(of.source)}
      more={of.timeframe ?? (hasBuyer ? buyerOf(of) : null)}
      href={strategy === null ? undefined : entityPath('strategy', strategy)}
    />
  );
}

/** Who bought, of a signal of insiders: its notes say so behind what it is. */
const buyerOf = ({ source, notes }: Signal): string | null =>
  source === 'insider' ? (notes?.replace(/^Insider purchase: /, '') ?? null) : null;

/** Its stable name; null: another source raised the signal, or the open feed does not say which strategy. */
export const strategyOf = ({ source, sourceDetail }: Signal): string | null =>
  source === 'mte' ? (sourceDetail ?? null) : null;

function Strategy({ of }: { readonly of: Signal }) {
  const strategy = strategyOf(of);
  const name = usePageState(
    ({ strategyNames }) => strategyNames[strategy ?? ''] ?? (strategy && words(strategy)),
  );
  return <Text value={name} href={strategy === null ? undefined : entityPath('strategy', strategy)} />;
}

/** What tells signals alike apart has a second line. */
function Under({ of }: { readonly of: Signal }) {
  const { direction, source, timeframe } = of;
  const buyer = buyerOf(of)?.replace(/ \(.*\)$/, '') ?? null; // without the role
  return (
    <>
      <Side side={direction} /> · {sourceOf(source)} {timeframe}
      {buyer !== null && (
        <>
          <br />
          {buyer}
        </>
      )}
    </>
  );
}

/** Coins and stocks of these feeds are priced in US dollars, or in a coin that is worth one; currencies and metals in each other. */
const currencyOf = ({ assetType, symbol }: Signal) => {
  const isRate = assetType?.toLowerCase() === 'forex' || /\/(?!USD)/.test(symbol);
  return formatOf(isRate ? '' : 'USD', kindOfWord(assetType) === 'crypto' || symbol.includes('/'));
};

function Price(props: {
  readonly of: Signal;
  readonly value: number | null;
  readonly format?: (value: number) => string;
}) {
  const { of, value, format = priceOf(of) } = props;
  return value === null ? <None why={unpriced(of)} /> : <Figure value={value} format={format} />;
}

/** Why a signal has no price. */
const unpriced = ({ source }: Signal): string =>
  source.toLowerCase() === 'insider'
    ? 'No close of the stock since the filing was public that could be compared'
    : 'The source states no price';

/** Both prices of a signal in one format, and those of `rows` where they are of one asset. */
export function priceOf(of: Signal, rows: readonly Signal[] = [of]): (value: number) => string {
  const { format, digitsOf } = currencyOf(of);
  const prices = rows.flatMap(({ entryPrice, currentPrice }) =>
    [entryPrice ?? [], currentPrice ?? []].flat(),
  );
  const digits = digitsOfAll(prices, digitsOf);
  // Of prices that are worlds apart the large ones do not get the digits of the small ones.
  return (value) => format(value, Math.min(digits, digitsOf(value) + 2));
}

/** Where all rows are of one asset, their prices have as many decimals. */
export function alikePrices(
  columns: readonly Column<Signal>[],
  rows: readonly Signal[] | null,
): readonly Column<Signal>[] {
  const [first] = rows ?? [];
  if (!rows || !first) return columns;
  const format = priceOf(first, rows);
  const cells: Readonly<Record<string, Column<Signal>['cell']>> = {
    Entry: ({ entryPrice }) => <Figure value={entryPrice} format={format} />,
    Last: (row) => <Price of={row} value={row.currentPrice} format={format} />,
  };
  return columns.map((column) => ({ ...column, cell: cells[column.title] ?? column.cell }));
}

/** As they are headed where all signals are of one status. */
const TITLES = { OPEN: 'Now', CLOSED: 'Exit' } as const;

/** Of one status, which its tab says. */
export const signalsOf = (
  status: Signal['status'],
  columns: readonly Column<Signal>[] = SIGNALS,
): readonly Column<Signal>[] =>
  columns
    .filter(({ title }) => title !== 'Status')
    .map((column) => (column.title === 'Last' ? { ...column, title: TITLES[status] } : column));

function columnsOf(
  status: Signal['status'],
  isOfAsset: boolean,
  rows: readonly Signal[] | null,
): readonly Column<Signal>[] {
  const others = ['Score', 'Strategy or insider', ...(isOfAsset ? ['Symbol'] : [])];
  const all = isOfAsset ? alikePrices(SIGNALS, rows) : SIGNALS;
  const columns = signalsOf(status, all)
    .filter(({ title }) => !others.includes(title))
    // What tells signals of insiders apart is who bought.
    .map((column) => (isOfAsset && column.title === 'Source' ? widened(column) : column));
  return isOfAsset ? ledBy('Side', columns, (row) => <Source of={row} hasBuyer />) : columns;
}

const widened = ({ chars: _, ...column }: Column<Signal>): Column<Signal> => ({
  ...column,
  isWhole: true,
  cell: (row) => <Source of={row} hasBuyer />,
});

const TABS = { OPEN: 'Open', CLOSED: 'Closed' } as const;

/** Signals as a table: open ones first, what is closed behind a tab. */
export function SignalsPanel(props: {
  readonly columnsOf: (status: Signal['status'], rows: readonly Signal[] | null) => readonly Column<Signal>[];
  readonly of?: string | null;
}) {
  const { rows } = useFeed('signals');
  const [chosen, choose] = useState<Signal['status'] | null>(null);
  const hasOpen = rows?.some(({ status }) => status === 'OPEN') ?? true;
  const shown = chosen ?? (hasOpen ? 'OPEN' : 'CLOSED');
  return (
    <FeedPanel
      name="signals"
      label="Signals"
      columns={props.columnsOf(shown, rows)}
      rows={rows?.filter(({ status }) => status === shown) ?? null}
      of={props.of ?? null}
      empty={
        rows?.length === 0
          ? 'No signals within the window of this view.'
          : `None is ${TABS[shown].toLowerCase()}.`
      }
    >
      <Tabs label="Signals shown" options={TABS} value={shown} onChange={choose} />
    </FeedPanel>
  );
}

/** The unified feed of all sources, or what it has of an asset. */
export function Signals({ isOfAsset = false }: { readonly isOfAsset?: boolean }) {
  return (
    <SignalsPanel
      columnsOf={(status, rows) => columnsOf(status, isOfAsset, rows)}
      of={isOfAsset ? null : 'signals'}
    />
  );
}
