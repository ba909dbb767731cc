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
import { bracket, day, words } from '../ui/format.ts';
import { None } from '../ui/none.tsx';
import type { Column } from '../ui/table.tsx';
import { useSearch } from '../ui/use-search.ts';

type Trade = RowOf['congress'];

export const CONGRESS: readonly Column<Trade>[] = [
  {
    title: 'Member',
    sortBy: 'POLITICIAN_NAME',
    isWhole: true,
    cell: (row) => <Member of={row} />,
    under: (row) => (
      <>
        <Traded of={row} /> {row.amountLow == null ? '' : amountOf(row)}
      </>
    ),
  },
  {
    title: 'Ticker',
    sortBy: 'TICKER',
    isExtra: true,
    isWhole: true,
    chars: 13,
    wideChars: 26,
    cell: (row) => <Traded of={row} />,
  },
  {
    title: 'Trade',
    chars: 10,
    phoneChars: 8,
    cell: (row) => <Trade of={row} />,
  },
  {
    title: 'Amount',
    sortBy: 'AMOUNT_LOW',
    help: TERMS.Amount,
    isFigure: true,
    isExtra: true,
    isIn: ({ amountLow }) => typeof amountLow === 'number',
    chars: 13,
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
    isFigure: true,
    chars: 11,
    phoneChars: 9.5,
    cell: ({ filedOn }) => <Day of={filedOn} />,
  },
];

/** What has no ticker goes by its name. */
function Traded({ of: { ticker, assetName } }: { readonly of: Trade }) {
  return ticker === null ? <Text value={assetName} /> : <Ticker symbol={ticker} kind="stock" />;
}

/** The open feed has no amounts. */
export function amountOf({ amountLow, amountHigh }: Trade): string {
  return bracket(amountLow ?? null, amountHigh ?? null);
}

/** On the page of an asset, which is the ticker. */
const OF_ASSET = CONGRESS.filter(({ title }) => title !== 'Ticker').map(
  (column): Column<Trade> =>
    column.under ? { ...column, under: (row) => (row.amountLow == null ? null : amountOf(row)) } : column,
);

const PARTIES: Readonly<Record<string, string>> = { D: 'Democrat', R: 'Republican', I: 'Independent' };

/** `D` → `Democrat`. */
export const partyOf = (party: string | null): string =>
  party === null ? 'party unknown' : (PARTIES[party] ?? party);

function Member({ of: { politicianId, politicianName, party, chamber, state } }: { readonly of: Trade }) {
  const title = `${politicianName}, ${partyOf(party)}, ${words(chamber)} ${state ?? ''}`;
  const name = (
    <>
      {party && <span class={`party party-${party}`}>{party}</span>}
      {politicianName}
    </>
  );
  // REST does not say who it is; a filer whom no directory knows goes by the name.
  if (politicianId === undefined) return <span title={title}>{name}</span>;
  return (
    <a class="name" title={title} href={entityPath('politician', politicianId ?? politicianName)}>
      {name}
    </a>
  );
}

function Trade({ of: { side, transactionType, owner } }: { readonly of: Trade }) {
  if (side === null) return <None />;
  return (
    <span title={`${words(transactionType)}, owner: ${owner ?? 'not told'}`}>
      <Side side={side} />
    </span>
  );
}

function Day({ of }: { readonly of: string | null }) {
  return of === null ? <None /> : <span class="day">{day(of)}</span>;
}

/** Where the table has half a page, the day of the trade is on the page of the feed. */
const IN_SHORT = CONGRESS.filter(({ title }) => title !== 'Traded').map(
  (column): Column<Trade> => (column.title === 'Ticker' ? { ...column, chars: 15 } : column),
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
