import { useState } from 'preact/hooks';
import type { RowOf } from '../data/feeds.ts';
import type { EntityOf } from '../data/state.ts';
import { INSIDER as COLUMNS } from '../panels/insider.tsx';
import { Text, Ticker } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Figure } from '../ui/figure.tsx';
import { count, money, short, words } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import { type Column, ledBy, Table } from '../ui/table.tsx';
import { Tabs } from '../ui/tabs.tsx';
import type { EntityView } from './view.ts';

type Insider = EntityOf<'Insider'>;
type Filing = RowOf['insider'];

const FILINGS = ledBy(
  'Ticker',
  COLUMNS.filter(({ title }) => title !== 'Insider'),
);

export const INSIDER: EntityView<Insider> = {
  titleOf: ({ name }) => name,
  subtitleOf({ slug, filings }) {
    const title = filings.nodes?.find(({ insiderTitle }) => insiderTitle)?.insiderTitle;
    const number = /^cik-(\d{10})$/.exec(slug)?.[1];
    return (
      <>
        {title}
        {number && (
          <>
            {title && ' · '}
            <a
              href={`https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&type=4&owner=only&CIK=${number}`}
            >
              SEC number {Number(number)}
            </a>
          </>
        )}
      </>
    );
  },
  Figures: ({ of: { filingCount, totalBuyValue, totalSellValue } }) => (
    <>
      <Item title="Transactions">{count(filingCount)}</Item>
      <Item title="Bought">
        <Figure value={totalBuyValue} format={money} unit=" USD" />
      </Item>
      <Item title="Sold">
        <Figure value={totalSellValue} format={money} unit=" USD" />
      </Item>
    </>
  ),
  about: {
    title: 'Companies',
    isIn: ({ filings, holdings }) => (filings.nodes?.length ?? 0) + (holdings.nodes?.length ?? 0) > 0,
    Body: Companies,
  },
  rows: {
    title: 'Filings',
    rowsOf: ({ filings }) => filings.nodes ?? [],
    Panel: () => <FeedPanel name="insider" label="Filings" columns={FILINGS} empty="No filing in view." />,
  },
};

/** What the newest filings say of a company. */
interface Company {
  readonly id: string;
  readonly role: string | null;
  readonly filings: number;
  readonly bought: number;
  readonly sold: number;
}

const COMPANIES: readonly Column<Company>[] = [
  { title: 'Ticker', chars: 7, cell: ({ id }) => <Ticker symbol={id} kind="stock" /> },
  { title: 'Role', cell: ({ role }) => <Text value={role} /> },
  {
    title: 'Filings',
    help: 'Transactions among the newest hundred',
    isFigure: true,
    isExtra: true,
    chars: 7,
    cell: ({ filings }) => count(filings),
  },
  {
    title: 'Bought',
    help: 'Purchases among the newest hundred, in US dollars',
    isFigure: true,
    chars: 9,
    cell: ({ bought }) => <Figure value={bought} format={money} unit=" USD" />,
  },
  {
    title: 'Sold',
    help: 'Sales among the newest hundred, in US dollars',
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
      <Text value={securityTitle} more={ownershipNature} href={documentUrl ?? undefined} />
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
    cell: ({ statedOn }) => <span class="day">{statedOn}</span>,
  },
];

const TABS = { companies: 'Traded', holdings: 'Held' } as const;

/** Where the insider traded; what is held behind a tab. */
function Companies({ of: { filings, holdings } }: { readonly of: Insider }) {
  const companies = companiesIn(filings.nodes ?? []);
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
          <Table label="Companies" columns={COMPANIES} rows={companies} />
        ) : (
          <Table label="Holdings" columns={HOLDINGS} rows={held} />
        )}
      </div>
    </>
  );
}

function companiesIn(filings: readonly Filing[]): readonly Company[] {
  const byTicker = Map.groupBy(
    filings.filter(({ ticker }) => ticker !== null),
    ({ ticker }) => ticker ?? '',
  );
  return [...byTicker].map(([id, those]) => ({
    id,
    role: those.find(({ insiderTitle }) => insiderTitle)?.insiderTitle ?? null,
    filings: those.length,
    bought: sumOf(those, 'BUY'),
    sold: sumOf(those, 'SELL'),
  }));
}

const sumOf = (filings: readonly Filing[], direction: Filing['transactionDirection']): number =>
  filings.reduce(
    (sum, { transactionDirection, value }) => sum + (transactionDirection === direction ? (value ?? 0) : 0),
    0,
  );
