import { useState } from 'preact/hooks';
import {
  CongressSearchDocument,
  type Party,
  type TradeDirection,
} from '../../../schema/operations/generated/graphql.ts';
import type { RowOf } from '../data/feeds.ts';
import { Side, Text, Ticker } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Choice, TickerFilter } from '../ui/filter.tsx';
import { day, words } from '../ui/format.ts';
import { None } from '../ui/none.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';
import { useSearch } from '../ui/use-search.ts';

type Trade = RowOf['congress'];

const COLUMNS: readonly Column<Trade>[] = [
  { title: 'Member', width: 32, phoneWidth: 39, cell: (row) => <Member of={row} /> },
  {
    title: 'Ticker',
    width: 13,
    phoneWidth: 18,
    cell: ({ ticker }) => <Ticker symbol={ticker} kind="stock" />,
  },
  {
    title: 'Trade',
    width: 19,
    phoneWidth: 27,
    cell: ({ side, transactionType }) => <Trade side={side} kind={transactionType} />,
  },
  { title: 'Owner', isExtra: true, width: 12, cell: ({ owner }) => <Text value={words(owner)} /> },
  {
    title: 'Traded',
    isFigure: true,
    isExtra: true,
    cell: ({ transactionDate }) => <Day of={transactionDate} />,
  },
  {
    title: 'Filed',
    isFigure: true,
    width: 9,
    cell: ({ filedOn }) => (filedOn ? <Ago time={filedOn} /> : <None />),
  },
];

function Member({ of: { politicianName, party, chamber, state } }: { readonly of: Trade }) {
  return (
    <span title={`${politicianName}, ${party ?? 'party unknown'}, ${words(chamber)} ${state ?? ''}`}>
      {party && <span class={`party party-${party}`}>{party}</span>}
      {politicianName}
    </span>
  );
}

function Trade({ side, kind }: { readonly side: string | null; readonly kind: string | null }) {
  if (side === null) return <None />;
  return (
    <span title={words(kind)}>
      <Side side={side} />
    </span>
  );
}

function Day({ of }: { readonly of: string | null }) {
  return of === null ? <None /> : <span>{day(of)}</span>;
}

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
      columns={COLUMNS}
      rows={rows}
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
