import { useState } from 'preact/hooks';
import {
  InsiderSearchDocument,
  type TransactionDirection,
} from '../../../schema/operations/generated/graphql.ts';
import { entityPath } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import { TERMS } from '../data/terms.ts';
import { Side, Text, Ticker } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Figure } from '../ui/figure.tsx';
import { Choice, TickerFilter } from '../ui/filter.tsx';
import { count, dollars, filingDay, money, short } from '../ui/format.ts';
import type { Column } from '../ui/table.tsx';
import { Day } from '../ui/time.tsx';
import { useSearch } from '../ui/use-search.ts';
import { explainedOf, wordOf } from './feed-words.ts';

type Filing = RowOf['insider'];

export const INSIDER: readonly Column<Filing>[] = [
  {
    title: 'Insider',
    isWhole: true,
    before: ({ ticker }) => ticker && <Ticker symbol={ticker} kind="stock" />,
    cell: (filing) => <InsiderName of={filing} />,
  },
  {
    title: 'Ticker',
    sortBy: 'TICKER',
    isWord: true,
    isExtra: true,
    chars: 7,
    cell: ({ ticker }) => <Ticker symbol={ticker} kind="stock" />,
  },
  {
    title: 'Trade',
    help: TERMS['Trade of an insider'],
    below: 'Shares',
    chars: 9,
    phoneChars: 9,
    cell: ({ transactionDirection, transactionCode }) => (
      <span title={explainedOf(transactionCode)}>
        {transactionDirection === 'OTHER' ? wordOf(transactionCode) : <Side side={transactionDirection} />}
      </span>
    ),
  },
  {
    title: 'Shares',
    sortBy: 'SHARES',
    isFigure: true,
    isExtra: true,
    chars: 8,
    cell: ({ shares }) => <Figure value={shares} format={short} />,
  },
  {
    title: 'Value',
    sortBy: 'VALUE',
    help: TERMS['Value of a filing'],
    below: 'Filed',
    isFigure: true,
    chars: 9,
    phoneChars: 10,
    // Grants and gifts are filed at a price of nought.
    cell: ({ value }) => <Figure value={value === 0 ? null : value} format={money} unit=" USD" />,
  },
  {
    title: 'Filed',
    help: 'The day on which the form was filed, in Washington',
    sortBy: 'FILING_DATE',
    isFigure: true,
    chars: 11,
    cell: ({ filingDate }) => <Day of={filingDay(filingDate)} />,
  },
];

const PRICE: Column<Filing> = {
  title: 'Price',
  help: 'What a share cost in US dollars, as filed; a dash where nothing was paid',
  isFigure: true,
  isExtra: true,
  isIn: ({ pricePerShare }) => typeof pricePerShare === 'number',
  chars: 10,
  cell: ({ pricePerShare }) => <Figure value={pricePerShare || null} format={dollars} unit=" USD" />,
};

const TRADED: Column<Filing> = {
  title: 'Traded',
  sortBy: 'TRADE_DATE',
  isFigure: true,
  isExtra: true,
  isIn: ({ tradeDate }) => typeof tradeDate === 'string', // the open feed does not have it
  chars: 11,
  cell: ({ tradeDate }) => <Day of={tradeDate} />,
};

/** Exact beside what a share cost: both make the value. */
const SHARES: Column<Filing> = {
  title: 'Shares',
  sortBy: 'SHARES',
  isFigure: true,
  isExtra: true,
  chars: 11,
  cell: ({ shares }) => <Figure value={shares} format={count} />,
};

/** The feed has room for what a share cost and for the day of the trade. */
export const INSIDER_PAGE: readonly Column<Filing>[] = INSIDER.flatMap(
  (column): readonly Column<Filing>[] => {
    if (column.title === 'Shares') return [SHARES, PRICE];
    return column.title === 'Filed' ? [TRADED, column] : [column];
  },
);

/** The name in one line, what the insider is to the company in the next. */
export function InsiderName({ of }: { readonly of: Filing }) {
  const { insiderSlug, insiderName } = of;
  const role = roleOf(of);
  return (
    <>
      <Text
        value={insiderName}
        href={insiderSlug ? entityPath('insider', insiderSlug) : undefined} // the open feed does not have it
      />
      {role && <span class="role">{role}</span>}
    </>
  );
}

/** The title, or, of one who has none, the relationship that the form ticks. */
export function roleOf({ insiderTitle, isDirector, isTenPercent }: Filing): string | null {
  if (insiderTitle) return insiderTitle;
  if (isDirector) return isTenPercent ? 'Director, owner of 10%' : 'Director';
  return isTenPercent ? 'Owner of 10%' : null;
}

/** On the page of an asset, which is the ticker. */
export const OF_ASSET = INSIDER.filter(({ title }) => title !== 'Ticker').map(
  ({ before: _, ...column }) => column,
);

/** Transactions that company insiders reported: of one symbol, or of all with filters. */
export function Insider({ symbol }: { readonly symbol?: string }) {
  const [ticker, setTicker] = useState('');
  const [side, setSide] = useState<TransactionDirection | ''>('');
  const isAsked = ticker !== '' || side !== '';
  const rows = useSearch('insider', isAsked ? searchOf(ticker, side) : null);
  return (
    <FeedPanel
      name="insider"
      label="Insider filings"
      columns={symbol === undefined ? INSIDER : OF_ASSET}
      rows={rows}
      of={symbol === undefined ? 'insider filings' : null}
      empty={
        isAsked
          ? 'No filing matches the filters.'
          : `No filing${symbol ? ` in ${symbol}` : ''} within the window of this view.`
      }
    >
      {symbol === undefined && (
        <>
          <TickerFilter label="Ticker of insider filings" value={ticker} onChange={setTicker} />
          <Choice
            label="Kind of insider filings"
            value={side}
            options={{ '': 'All filings', BUY: 'Purchases', SELL: 'Sales', OTHER: 'Others' }}
            onChange={(value) => setSide(value as typeof side)} // one of the options
          />
        </>
      )}
    </FeedPanel>
  );
}

function searchOf(ticker: string, side: TransactionDirection | '') {
  return {
    document: InsiderSearchDocument,
    variables: {
      filter: {
        ...(ticker && { ticker: { eq: ticker } }),
        ...(side && { transactionDirection: { eq: side } }),
      },
    },
    rowsIn: ({ insiderFilings }: { readonly insiderFilings: { readonly nodes: readonly Filing[] | null } }) =>
      insiderFilings.nodes,
    params: { ...(ticker && { ticker }), ...(side && { transaction_type: side.toLowerCase() }) },
    matches: (row: Filing) =>
      (ticker === '' || row.ticker === ticker) && (side === '' || row.transactionDirection === side),
  };
}
