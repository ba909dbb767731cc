import { useState } from 'preact/hooks';
import { CongressSearchDocument } from '../../../schema/operations/generated/graphql.ts';
import type { RowOf } from '../data/feeds.ts';
import { Side, Text, Ticker } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Choice, TickerFilter } from '../ui/filter.tsx';
import { day } from '../ui/format.ts';
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
    cell: ({ transactionType }) => <Trade kind={transactionType} />,
  },
  { title: 'Owner', isExtra: true, width: 12, cell: ({ owner }) => <Text value={owner} /> },
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
    cell: ({ filingDate }) => (filingDate ? <Ago time={filingDate} /> : <None />),
  },
];

function Member({ of: { politicianName, party, chamber, state } }: { readonly of: Trade }) {
  return (
    <span title={`${politicianName}, ${party ?? 'party unknown'}, ${chamber} ${state ?? ''}`}>
      {party && <span class={`party party-${party}`}>{party}</span>}
      {politicianName}
    </span>
  );
}

function Trade({ kind }: { readonly kind: string | null }) {
  if (kind === null) return <None />;
  const side = kind.startsWith('Sale') ? 'SELL' : kind === 'Purchase' ? 'BUY' : kind;
  return (
    <span title={kind}>
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
  const [kind, setKind] = useState('');
  const [party, setParty] = useState('');
  const isAsked = ticker !== '' || kind !== '' || party !== '';
  const rows = useSearch('congress', isAsked ? searchOf(ticker, kind, party) : null);
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
            value={kind}
            options={{ '': 'All trades', Purchase: 'Purchases', Sale: 'Sales' }}
            onChange={setKind}
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

function searchOf(ticker: string, kind: string, party: string) {
  return {
    document: CongressSearchDocument,
    variables: {
      filter: {
        ...(ticker && { ticker: { eq: ticker } }),
        ...(kind && { transactionType: kind === 'Sale' ? { contains: 'Sale' } : { eq: kind } }),
        ...(party && { party: { eq: party } }),
      },
    },
    rowsIn: ({ congressTrades }: { readonly congressTrades: { readonly nodes: readonly Trade[] | null } }) =>
      congressTrades.nodes,
    params: {
      ...(ticker && { ticker }),
      ...(kind && { transaction_type: kind }),
      ...(party && { party }),
    },
    matches: (row: Trade) =>
      (ticker === '' || row.ticker === ticker) &&
      (kind === '' || row.transactionType?.startsWith(kind) === true) &&
      (party === '' || row.party === party),
  };
}
