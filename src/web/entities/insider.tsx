import { useState } from 'preact/hooks';
import { InsiderPageDocument } from '../../../schema/operations/generated/graphql.ts';
import { assetPath } from '../data/asset-path.ts';
import { documentLink } from '../data/document-link.ts';
import type { EntityOf } from '../data/state.ts';
import { roleOf } from '../panels/insider.tsx';
import { Text, Ticker } from '../ui/cells.tsx';
import { DocumentLink } from '../ui/document.tsx';
import { Figure } from '../ui/figure.tsx';
import { count, dollars, filingDay, money, short, words } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import { usePageState } from '../ui/page-context.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Day } from '../ui/time.tsx';
import { closesOf, type Deal, marksOf } from './deal-marks.ts';
import { dealColumns, KIND, paidOf } from './insider-deals.tsx';
import type { EntityView } from './view.ts';

type Insider = EntityOf<'Insider'>;

const dealsOf = ({ filings }: Insider): readonly Deal[] => filings.nodes ?? [];
const newestOf = ({ newest }: Insider) => newest.nodes?.[0]?.asset;

const TICKER: Column<Deal> = {
  title: 'Ticker',
  chars: 9,
  phoneChars: null,
  isWhole: true,
  cell: ({ ticker }) => <Ticker symbol={ticker} kind="stock" />,
  under: paidOf,
};

export const INSIDER: EntityView<Insider> = {
  query: InsiderPageDocument,
  titleOf: ({ name }) => name,
  subtitleOf({ slug, filings }) {
    const deal = filings.nodes?.find((one) => roleOf(one) !== null);
    const number = /^cik-(\d{10})$/.exec(slug)?.[1];
    return (
      <>
        {deal && <Position of={deal} />}
        {number && (
          <>
            {deal && ' · '}
            <Cik number={number} />
          </>
        )}
      </>
    );
  },
  Figures: ({ of: { filingCount, totalBuyValue, totalSellValue, filings } }) => (
    <>
      <Item title="Transactions">{count(filingCount)}</Item>
      <Item title="Bought">
        <Figure value={totalBuyValue} format={money} unit=" USD" />
      </Item>
      <Item title="Sold">
        <Figure value={totalSellValue} format={money} unit=" USD" />
      </Item>
      <Filed of={filings.nodes ?? []} all={filingCount} />
    </>
  ),
  isLedByRows: true,
  rows: {
    title: 'Transactions',
    rowsOf: dealsOf,
    Panel: Deals,
  },
  // Filings are not found by the number of the insider; another of the same name costs one more reading.
  followOf: ({ name }) => ({ insiderName: { contains: name } }),
  chart: {
    title: 'Price',
    pointsOf: (insider) => closesOf(newestOf(insider)),
    marksOf: (insider) => marksOf(dealsOf(insider), newestOf(insider)),
    saidOf: (insider) => {
      const marks = marksOf(dealsOf(insider), newestOf(insider));
      const said = marks.length > 0 ? ', with what this insider bought (green) and sold (red)' : '';
      return `Closes of ${newestOf(insider)?.symbol}${said}.`;
    },
    label: 'Closes by day of trading, in US dollars',
    format: dollars,
  },
  about: {
    title: 'Companies',
    isIn: ({ filings, holdings }) => (filings.nodes?.length ?? 0) + (holdings.nodes?.length ?? 0) > 0,
    Body: Companies,
  },
};

/** `Chief Financial Officer of UnitedHealth (UNH)`, as the newest form says. */
function Position({ of }: { readonly of: Deal }) {
  const { companyName, ticker } = of;
  return (
    <>
      {roleOf(of)}
      {(companyName ?? ticker) && (
        <>
          {' of '}
          {companyName}{' '}
          {ticker && <a href={assetPath(ticker, 'stock')}>{companyName ? `(${ticker})` : ticker}</a>}
        </>
      )}
    </>
  );
}

/** The days of the transactions that are counted, or, where not all were read, the newest. */
function Filed({ of, all }: { readonly of: readonly Deal[]; readonly all: number }) {
  const days = of.map(({ filingDate }) => filingDay(filingDate)).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  return of.length < all || first === last ? (
    <Item title="Last filing">
      <span class="day">{last}</span>
    </Item>
  ) : (
    <Item title="Filed">
      <span class="day">{first}</span> to <span class="day">{last}</span>
    </Item>
  );
}

/** A link to the filings of the CIK at the SEC. Simulated insiders have invented numbers, which are not linked. */
function Cik({ number }: { readonly number: string }) {
  const isSimulated = usePageState((state) => state.isSimulated);
  const place = `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&type=4&owner=only&CIK=${number}`;
  return <DocumentLink href={isSimulated ? null : place}>CIK {Number(number)}</DocumentLink>;
}

function Deals() {
  const insider = usePageState((state) => state.entity) as Insider; // of this view
  return (
    <div class="body">
      <Table
        label="Transactions"
        columns={[TICKER, ...KIND, ...dealColumns(newestOf(insider))]}
        rows={dealsOf(insider)}
      />
    </div>
  );
}

/** What the newest filings say of a company. */
interface Company {
  readonly id: string;
  readonly name: string | null;
  readonly role: string | null;
  readonly filings: number;
  readonly bought: number;
  readonly sold: number;
}

const COMPANIES: readonly Column<Company>[] = [
  {
    title: 'Ticker',
    chars: 7,
    phoneChars: null,
    isWhole: true,
    cell: ({ id }) => <Ticker symbol={id} kind="stock" />,
    under: ({ name, role }) => (
      <>
        {name} {name && role && <br />}
        {role}
      </>
    ),
  },
  {
    title: 'Company',
    isWhole: true,
    isExtra: true,
    isIn: ({ name }) => name !== null,
    cell: ({ name }) => <Text value={name} />,
  },
  { title: 'Role', isWhole: true, isExtra: true, cell: ({ role }) => <Text value={role} /> },
  {
    title: 'Transactions',
    isFigure: true,
    isExtra: true,
    chars: 12,
    cell: ({ filings }) => count(filings),
  },
  {
    title: 'Bought',
    help: 'Purchases for money, in US dollars',
    isFigure: true,
    chars: 9,
    cell: ({ bought }) => <Figure value={bought} format={money} unit=" USD" />,
  },
  {
    title: 'Sold',
    help: 'Sales for money, in US dollars',
    isFigure: true,
    chars: 9,
    cell: ({ sold }) => <Figure value={sold} format={money} unit=" USD" />,
  },
];

type Holding = NonNullable<Insider['holdings']['nodes']>[number] & { readonly id: string };

const HOLDINGS: readonly Column<Holding>[] = [
  { title: 'Ticker', chars: 7, cell: ({ ticker }) => <Ticker symbol={ticker} kind="stock" /> },
  {
    title: 'Security',
    cell: ({ securityTitle, ownershipNature, documentUrl }) => (
      <Text value={securityTitle} more={ownershipNature} href={documentLink(documentUrl) ?? undefined} />
    ),
    under: ({ ownershipForm }) => words(ownershipForm),
  },
  { title: 'Held', isExtra: true, chars: 9, cell: ({ ownershipForm }) => words(ownershipForm) },
  {
    title: 'Amount',
    help: 'Securities held. For a derivative on a form 3, the underlying securities. In US dollars where a form states only the value',
    isFigure: true,
    chars: 9,
    cell: ({ shares, underlyingShares, value }) => {
      const count = shares ?? underlyingShares;
      return count === null ? (
        <Figure value={value} format={money} unit=" USD" />
      ) : (
        <Figure value={count} format={short} />
      );
    },
  },
  {
    title: 'As of',
    help: 'Day for which the newest form states the holding',
    isFigure: true,
    chars: 11,
    cell: ({ statedOn }) => <Day of={statedOn} />,
  },
];

const TABS = { companies: 'Traded', holdings: 'Held' } as const;

/** Where the insider traded; what is held behind a tab. */
function Companies({ of: { filings, filingCount, holdings } }: { readonly of: Insider }) {
  const read = filings.nodes ?? [];
  const companies = companiesIn(read);
  const held = (holdings.nodes ?? []).map((one, place) => ({ ...one, id: String(place) }));
  const [chosen, choose] = useState<keyof typeof TABS | null>(null);
  const shown = chosen ?? (companies.length > 0 ? 'companies' : 'holdings');
  return (
    <>
      {held.length > 0 && (
        <div class="tools">
          <Tabs label="Traded or held" options={TABS} value={shown} onChange={choose} />
        </div>
      )}
      <div class="body">
        {shown === 'companies' ? (
          <>
            {read.length < filingCount && (
              <p class="said">
                Of the newest {count(read.length)} of {count(filingCount)} transactions.
              </p>
            )}
            <Table label="Companies" columns={COMPANIES} rows={companies} />
          </>
        ) : (
          <Table label="Holdings" columns={HOLDINGS} rows={held} />
        )}
      </div>
    </>
  );
}

function companiesIn(filings: readonly Deal[]): readonly Company[] {
  const byTicker = Map.groupBy(
    filings.filter(({ ticker }) => ticker !== null),
    ({ ticker }) => ticker ?? '',
  );
  return [...byTicker].map(([id, those]) => ({
    id,
    name: those.find(({ companyName }) => companyName !== null)?.companyName ?? null,
    role: those.map(roleOf).find((role) => role !== null) ?? null,
    filings: those.length,
    bought: sumOf(those, 'BUY'),
    sold: sumOf(those, 'SELL'),
  }));
}

const sumOf = (filings: readonly Deal[], direction: Deal['transactionDirection']): number =>
  filings.reduce(
    (sum, { transactionDirection, value }) => sum + (transactionDirection === direction ? (value ?? 0) : 0),
    0,
  );
