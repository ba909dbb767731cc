import { InsiderClusterPageDocument } from '../../../schema/operations/generated/graphql.ts';
import { assetPath } from '../data/asset-path.ts';
import type { EntityOf } from '../data/state.ts';
import { OF_ASSET } from '../panels/insider.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Figure } from '../ui/figure.tsx';
import { count, day, dollars, filingDay, money, percent } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import { usePageState } from '../ui/page-context.tsx';
import { useSeenDays } from '../ui/seen-days.ts';
import { Table } from '../ui/table.tsx';
import { averageOf, sumOf } from './deal-figures.ts';
import { closesOf, type Deal, marksOf, paidToday } from './deal-marks.ts';
import { dealColumns, NAMED } from './insider-deals.tsx';
import type { EntityView } from './view.ts';

type Cluster = EntityOf<'InsiderCluster'>;

/** Largest first. */
const byValue = (deals: readonly Deal[] | null | undefined): readonly Deal[] =>
  (deals ?? []).toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0));
const purchasesOf = ({ traded }: Cluster) => byValue(traded?.purchases.nodes);
const salesOf = ({ traded }: Cluster) => byValue(traded?.sales.nodes);

export const CLUSTER: EntityView<Cluster> = {
  query: InsiderClusterPageDocument,
  titleOf: ({ ticker, insiderCount }) => `${ticker}: ${count(insiderCount)} insiders bought`,
  subtitleOf: ({ ticker, traded }) => (
    <>
      <a href={assetPath(ticker, 'stock')}>{traded?.name ?? ticker}</a> · within <Span />
    </>
  ),
  Figures,
  isLedByRows: true,
  rows: {
    title: 'Purchases',
    rowsOf: purchasesOf,
    Panel: () => <Deals label="Purchases" dealsOf={purchasesOf} />,
  },
  preview: {
    open: { insider: (ticker) => ({ ticker, transaction_direction: 'buy' }) },
    titleOf: ({ insider }, ticker) => (insider.rows?.[0] ? ticker : null),
    Subtitle: ({ shownKey }) => <a href={assetPath(shownKey, 'stock')}>Purchases of insiders</a>,
    Rows: () => (
      <FeedPanel name="insider" label="Purchases" columns={OF_ASSET} empty="No purchase in view." />
    ),
    offer:
      'A key shows who bought within 30 days, at which prices, and the price since. A free key is enough.',
  },
  followOf: ({ ticker }) => ({ ticker: { eq: ticker } }),
  chart: {
    title: 'Price',
    pointsOf: ({ traded }) => closesOf(traded),
    marksOf: (cluster) => marksOf([...purchasesOf(cluster), ...salesOf(cluster)], cluster.traded),
    saidOf: (cluster) => saidOf(cluster),
    label: 'Closes by day of trading, in US dollars',
    format: dollars,
  },
  about: {
    title: 'Sales within the same 30 days',
    isIn: (cluster) => salesOf(cluster).length > 0,
    Body: () => <Deals label="Sales within the same 30 days" dealsOf={salesOf} />,
  },
};

const CLUSTER_DAYS = 30;

function Span() {
  const seen = useSeenDays(CLUSTER_DAYS);
  return `${CLUSTER_DAYS} days${seen === null ? '' : `, of which this key sees ${seen}`}`;
}

function Figures({ of }: { readonly of: Cluster }) {
  const bought = purchasesOf(of);
  const sold = salesOf(of);
  // Of fewer days the beginning is not known.
  const seen = useSeenDays(CLUSTER_DAYS);
  return (
    <>
      <Item title="Insiders">{count(of.insiderCount)}</Item>
      <Item title="Bought">
        <Figure value={of.totalValue} format={money} unit=" USD" />
      </Item>
      <Item title="Average price" help="What the insiders paid a share, by the number of shares">
        <Figure value={averageOf(bought)} format={dollars} unit=" USD" />
      </Item>
      <Item title="Sold" help="What insiders of the company sold in the same 30 days">
        <Figure value={sumOf(sold.map(({ value }) => value))} format={money} unit=" USD" />
      </Item>
      <Item title="Purchase days">{spanOf(bought)}</Item>
      {seen === null && (
        <Item title="Cluster since" help="Day on which the purchase of the second insider became known">
          <span class="day">{filingDay(of.detectedAt)}</span>
        </Item>
      )}
    </>
  );
}

/** The days from the first trade to the last. */
function spanOf(deals: readonly Deal[]) {
  const days = deals.flatMap(({ tradeDate }) => tradeDate ?? []).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return '–';
  return <span class="day">{day(first) === day(last) ? day(first) : `${day(first)} to ${day(last)}`}</span>;
}

/** The prices of the page that is shown make the column of what became of each price. */
function Deals({
  label,
  dealsOf,
}: {
  readonly label: string;
  readonly dealsOf: (cluster: Cluster) => readonly Deal[];
}) {
  const cluster = usePageState((state) => state.entity) as Cluster; // of this view
  return (
    <div class="body">
      <Table label={label} columns={[NAMED, ...dealColumns(cluster.traded)]} rows={dealsOf(cluster)} />
    </div>
  );
}

/** The average is of shares of today, and of the purchases whose price is known for them. */
function saidOf(cluster: Cluster): string {
  const paid = averageOf(
    purchasesOf(cluster).flatMap((deal) => {
      const price = paidToday(deal, cluster.traded);
      return price === null || deal.value === null ? [] : [{ shares: deal.value / price, value: deal.value }];
    }),
  );
  const last = cluster.traded?.price?.last ?? null;
  if (paid === null || last === null) return `The last ${count(closesOf(cluster.traded).length)} closes.`;
  const change = percent((last / paid - 1) * 100, 1);
  return `The insiders paid ${dollars(paid)} a share on average; the newest price is ${dollars(last)}, ${change}.`;
}
