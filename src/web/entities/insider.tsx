import type { RowOf } from '../data/feeds.ts';
import type { EntityOf } from '../data/state.ts';
import { INSIDER as COLUMNS } from '../panels/insider.tsx';
import { Text, Ticker } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Figure } from '../ui/figure.tsx';
import { count, money } from '../ui/format.ts';
import { type Column, Table } from '../ui/table.tsx';
import { Item } from './item.tsx';
import type { EntityView } from './view.ts';

type Insider = EntityOf<'Insider'>;
type Filing = RowOf['insider'];

const FILINGS = COLUMNS.filter(({ title }) => title !== 'Insider');

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
    isIn: ({ filings }) => companiesIn(filings.nodes ?? []).length > 0,
    Body: ({ of: { filings } }) => (
      <div class="body">
        <Table label="Companies" columns={COMPANIES} rows={companiesIn(filings.nodes ?? [])} />
      </div>
    ),
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
