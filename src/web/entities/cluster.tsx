import { entityPath } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import type { EntityOf } from '../data/state.ts';
import { INSIDER as COLUMNS } from '../panels/insider.tsx';
import { assetPath, Text } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Figure } from '../ui/figure.tsx';
import { count, money } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';
import type { EntityView } from './view.ts';

type Cluster = EntityOf<'InsiderCluster'>;
type Filing = RowOf['insider'];

const PURCHASES = COLUMNS.filter(({ title }) => title !== 'Ticker');

export const CLUSTER: EntityView<Cluster> = {
  titleOf: ({ ticker, insiderCount }) => `${ticker}: ${count(insiderCount)} insiders bought`,
  subtitleOf: ({ ticker, traded }) => (
    <>
      within 30 days · <a href={assetPath(ticker, 'stock')}>{traded?.name ?? ticker}</a>
    </>
  ),
  Figures: ({ of: { insiderCount, totalValue, detectedAt } }) => (
    <>
      <Item title="Insiders">{count(insiderCount)}</Item>
      <Item title="Bought">
        <Figure value={totalValue} format={money} unit=" USD" />
      </Item>
      <Item title="A cluster since">
        <Ago time={detectedAt} />
      </Item>
    </>
  ),
  about: {
    title: 'Who bought',
    isIn: (cluster) => filingsOf(cluster).length > 0,
    Body: ({ of }) => (
      <div class="body">
        <Table label="Who bought" columns={BUYERS} rows={buyersIn(filingsOf(of))} />
      </div>
    ),
  },
  rows: {
    title: 'Purchases',
    rowsOf: filingsOf,
    Panel: () => (
      <FeedPanel name="insider" label="Purchases" columns={PURCHASES} empty="No purchase in view." />
    ),
  },
};

function filingsOf({ traded }: Cluster): readonly Filing[] {
  return traded?.purchases.nodes ?? [];
}

interface Buyer {
  readonly id: string;
  readonly name: string | null;
  readonly role: string | null;
  readonly bought: number;
  readonly lastFiled: string;
}

const BUYERS: readonly Column<Buyer>[] = [
  {
    title: 'Insider',
    cell: ({ id, name, role }) => <Text value={name} more={role} href={entityPath('insider', id)} />,
  },
  {
    title: 'Bought',
    help: 'All purchases together, in US dollars',
    isFigure: true,
    chars: 9,
    cell: ({ bought }) => <Figure value={bought} format={money} unit=" USD" />,
  },
  {
    title: 'Filed',
    help: 'When the newest purchase was filed',
    isFigure: true,
    chars: 5,
    cell: ({ lastFiled }) => <Ago time={lastFiled} />,
  },
];

/** Who bought most first. */
function buyersIn(filings: readonly Filing[]): readonly Buyer[] {
  const known = filings.filter(({ insiderSlug }) => insiderSlug !== null);
  const buyers = [...Map.groupBy(known, ({ insiderSlug }) => insiderSlug ?? '')].map(([id, those]) => ({
    id,
    name: those[0]?.insiderName ?? null,
    role: those.find(({ insiderTitle }) => insiderTitle)?.insiderTitle ?? null,
    bought: those.reduce((sum, { value }) => sum + (value ?? 0), 0),
    lastFiled: those.map(({ filingDate }) => filingDate).reduce((a, b) => (a > b ? a : b)),
  }));
  return buyers.toSorted((one, other) => other.bought - one.bought);
}
