import { useState } from 'preact/hooks';
import {
  CongressSearchDocument,
  type Party,
  type TradeDirection,
} from '../../../schema/operations/generated/graphql.ts';
import { entityPath } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import { TERMS } from '../data/terms.ts';
import { Side, Text, Ticker } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Choice, TickerFilter } from '../ui/filter.tsx';
import { bracket, count, words } from '../ui/format.ts';
import { None } from '../ui/none.tsx';
import type { Column } from '../ui/table.tsx';
import { Day } from '../ui/time.tsx';
import { useSearch } from '../ui/use-search.ts';
import { DELAY, isLate } from './disclosure.tsx';
import { partyOf } from './feed-words.ts';

type Trade = RowOf['congress'];

export const CONGRESS: readonly Column<Trade>[] = [
  {
    title: 'Member',
    sortBy: 'POLITICIAN_NAME',
    isWord: true,
    isWhole: true,
    cell: (row) => <Member of={row} />,
    under: (row) => <Traded of={row} />,
  },
  {
    title: 'Ticker',
    sortBy: 'TICKER',
    isWord: true,
    isExtra: true,
    isWhole: true,
    chars: 13,
    wideChars: 24,
    cell: (row) => <Traded of={row} />,
  },
  {
    title: 'Trade',
    below: 'Owner',
    chars: 10,
    phoneChars: 8,
    cell: (row) => <Trade of={row} />,
  },
  {
    title: 'Amount',
    sortBy: 'AMOUNT_LOW',
    help: TERMS.Amount,
    below: 'Filed',
    isFigure: true,
    isIn: ({ amountLow }) => typeof amountLow === 'number',
    chars: 13,
    phoneChars: 11,
    cell: (row) => <span>{amountOf(row)}</span>,
  },
  {
    title: 'Traded',
    sortBy: 'TRANSACTION_DATE',
    isFigure: true,
    isExtra: true,
    chars: 11,
    cell: ({ transactionDate }) => <Day of={transactionDate} />,
  },
  {
    title: 'Filed',
    sortBy: 'FILING_DATE',
    help: 'The day on which the report was filed',
    below: null,
    isFigure: true,
    chars: 11,
    phoneChars: 10,
    cell: ({ filedOn }) => <Day of={filedOn} />,
  },
];

/** What has no ticker goes by its name. */
export function Traded({ of, hasName = false }: { readonly of: Trade; readonly hasName?: boolean }) {
  const { ticker, assetName } = of;
  if (ticker === null) return <Text value={assetName} />;
  return (
    <>
      <Ticker symbol={ticker} kind="stock" />
      {hasName && assetName !== null && <span class="role">{assetName}</span>}
    </>
  );
}

/** The open feed has no amounts. */
export function amountOf({ amountLow, amountHigh }: Trade): string {
  return bracket(amountLow ?? null, amountHigh ?? null);
}

export const OWNER: Column<Trade> = {
  title: 'Owner',
  help: 'Whose asset it is, as the report states: of the member, of the spouse, of both or of a child',
  isExtra: true,
  isIn: ({ owner }) => owner != null,
  chars: 7,
  cell: ({ owner }) => (owner == null ? <None /> : words(owner)),
};

/** The column of the owner stands before the trade. */
export function withOwner(columns: readonly Column<Trade>[]): readonly Column<Trade>[] {
  return columns.flatMap((column) => (column.title === 'Trade' ? [OWNER, column] : column));
}

/** On the page of an asset, which is the ticker. */
const OF_ASSET = CONGRESS.filter(({ title }) => title !== 'Ticker').map((column): Column<Trade> => {
  if (column.under)
    return { ...column, under: ({ owner }) => isOther(owner) && <>Owner: {words(owner ?? null)}</> };
  return column.title === 'Trade'
    ? { ...column, chars: 14, cell: (row) => <Trade of={row} hasOwner /> }
    : column;
});

/** Whether the asset belongs to the member's spouse or child, or to both spouses. Most assets belong to the member alone. */
const isOther = (owner: Trade['owner']): boolean => owner != null && owner.toUpperCase() !== 'SELF';

function Member({ of, hasSeat = false }: { readonly of: Trade; readonly hasSeat?: boolean }) {
  const { politicianId, politicianName, party, chamber, state } = of;
  const seat = [chamber && words(chamber), state].filter(Boolean).join(', ');
  const title = `${politicianName}, ${partyOf(party)}, ${seat}`;
  return (
    <span class="member">
      {party && <span class={`party party-${party}`}>{party}</span>}
      <span>
        {/* REST does not say who it is; a filer whom no directory knows goes by the name. */}
        {politicianId === undefined ? (
          <span title={title}>{politicianName}</span>
        ) : (
          <a class="name" title={title} href={entityPath('politician', politicianId ?? politicianName)}>
            {politicianName}
          </a>
        )}
        {hasSeat && <span class="role extra">{seat}</span>}
      </span>
    </span>
  );
}

function Trade(props: { readonly of: Trade; readonly hasOwner?: boolean }) {
  const { of, hasOwner = false } = props;
  const { side, transactionType, owner } = of;
  if (side === null) return <None />;
  return (
    <span title={`${words(transactionType)}. Owner: ${owner == null ? 'not told' : words(owner)}`}>
      <Side side={side} />
      {hasOwner && isOther(owner) && <span class="more extra"> {words(owner ?? null).toLowerCase()}</span>}
    </span>
  );
}

/** What a phone has below the asset: the day of the trade, and whether it was reported late. */
export function Told(props: { readonly of: Trade; readonly isBelow: (title: string) => boolean }) {
  const { of, isBelow } = props;
  return (
    <>
      {of.transactionDate !== null && !isBelow('Traded') && (
        <>
          Traded <Day of={of.transactionDate} />
        </>
      )}{' '}
      {isLate(of) && !isBelow('Delay') && (
        <span class="late unbroken">{count(of.daysToDisclosure ?? 0)} days, late</span>
      )}
    </>
  );
}

/** The feed has room for all that a report says. A trade in a bond has no ticker. */
export const CONGRESS_PAGE: readonly Column<Trade>[] = [
  ...withOwner(CONGRESS).map((column): Column<Trade> => {
    if (column.title === 'Member')
      return {
        ...column,
        cell: (row) => <Member of={row} hasSeat />,
        under: (row, isBelow) => (
          <>
            {column.under?.(row, isBelow)}
            <br />
            <Told of={row} isBelow={isBelow} />
          </>
        ),
      };
    return column.title === 'Ticker'
      ? { ...column, title: 'Asset', cell: (row) => <Traded of={row} hasName /> }
      : column;
  }),
  { ...DELAY, sortBy: 'DAYS_TO_DISCLOSURE' },
];

/** Where the table has half a page, the day of the trade is on the page of the feed. */
const IN_SHORT = CONGRESS.filter(({ title }) => title !== 'Traded').map(
  (column): Column<Trade> => (column.title === 'Ticker' ? { ...column, title: 'Asset', chars: 17 } : column),
);

/** What members of Congress disclosed: of one symbol, or of all with filters. */
export function Congress({ symbol }: { readonly symbol?: string }) {
  const [ticker, setTicker] = useState('');
  const [side, setSide] = useState<TradeDirection | ''>('');
  const [party, setParty] = useState<Party | ''>('');
  const isAsked = ticker !== '' || side !== '' || party !== '';
  const rows = useSearch('congress', isAsked ? searchOf(ticker, side, party) : null);
  return (
    <FeedPanel
      name="congress"
      label="Congress trades"
      columns={symbol === undefined ? IN_SHORT : OF_ASSET}
      rows={rows}
      of={symbol === undefined ? 'Congress trades' : null}
      empty={
        isAsked
          ? 'No trade matches the filters.'
          : `No trade${symbol ? ` in ${symbol}` : ''} within the window of this view.`
      }
    >
      {symbol === undefined && (
        <>
          <TickerFilter label="Ticker of congress trades" value={ticker} onChange={setTicker} />
          <Choice
            label="Kind of congress trades"
            value={side}
            options={{ '': 'All trades', BUY: 'Purchases', SELL: 'Sales', EXCHANGE: 'Exchanges' }}
            onChange={setSide}
          />
          <Choice
            label="Party of congress trades"
            value={party}
            options={{ '': 'All parties', D: 'Democrats', R: 'Republicans', I: 'Independents' }}
            onChange={setParty}
          />
        </>
      )}
    </FeedPanel>
  );
}

function searchOf(ticker: string, side: TradeDirection | '', party: Party | '') {
  return {
    document: CongressSearchDocument,
    variables: {
      filter: {
        ...(ticker && { ticker: { eq: ticker } }),
        ...(side && { direction: { eq: side } }),
        ...(party && { party: { eq: party } }),
      },
    },
    rowsIn: ({ congressTrades }: { readonly congressTrades: { readonly nodes: readonly Trade[] | null } }) =>
      congressTrades.nodes,
    params: {
      ...(ticker && { ticker }),
      ...(side && { direction: side }),
      ...(party && { party }),
    },
    matches: (row: Trade) =>
      (ticker === '' || row.ticker === ticker) &&
      (side === '' || row.side === side) &&
      (party === '' || row.party === party),
  };
}
