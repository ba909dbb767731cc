import type { EntityOf } from '../data/state.ts';
import { Text, Ticker } from '../ui/cells.tsx';
import { count } from '../ui/format.ts';
import { None } from '../ui/none.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { type TradedAsset, tradedMost } from './traded-most.ts';

type Politician = EntityOf<'Politician'>;

/** Rows of the table: what was traded once fills the list below. */
const MOST = 10;

export const assetsOf = ({ trades }: Pick<Politician, 'trades'>): readonly TradedAsset[] =>
  tradedMost(trades.nodes ?? []).slice(0, MOST);

/** `$221K–640.5K`: sums of bounds have a decimal where they are no round numbers. */
export const sumsOf = (low: number, high: number | null): string =>
  high === null ? `over $${sum.format(low)}` : `$${sum.format(low)}–${sum.format(high)}`;

const sum = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Bars are as long as their dollars are many, against those of the first. */
function columnsOf(assets: readonly TradedAsset[]): readonly Column<TradedAsset>[] {
  const most = Math.max(...assets.map(dollarsOf));
  return [
    {
      title: 'Asset',
      isWhole: true,
      chars: 22,
      phoneChars: null,
      cell: ({ id, ticker }) =>
        ticker === null ? <Text value={id} /> : <Ticker symbol={ticker} kind="stock" />,
      under: (asset) => (
        <>
          {asset.low !== null && sumsOf(asset.low, asset.high)}
          {dollarsOf(asset) > 0 && <Balance of={asset} most={most} />}
        </>
      ),
    },
    {
      title: 'Bought against sold',
      help: 'By the lower bounds of the amounts: green is what was bought, red what was sold',
      isExtra: true,
      isIn: (asset) => dollarsOf(asset) > 0,
      cell: (asset) => <Balance of={asset} most={most} />,
    },
    {
      title: 'Purchases',
      isFigure: true,
      chars: 9,
      cell: ({ purchases }) => count(purchases),
    },
    { title: 'Sales', isFigure: true, chars: 6, cell: ({ sales }) => count(sales) },
    {
      title: 'Disclosed',
      help: 'The bounds of all amounts, added up. Members of Congress report no exact amounts',
      isFigure: true,
      isExtra: true,
      isIn: ({ low }) => low !== null,
      chars: 18,
      cell: ({ low, high }) => (low === null ? <None /> : <span>{sumsOf(low, high)}</span>),
    },
  ];
}

/** What was bought and sold, by the lower bounds; nothing where one of them is not told. */
const dollarsOf = ({ bought, sold }: TradedAsset): number =>
  bought === null || sold === null ? 0 : bought + sold;

function Balance({ of, most }: { readonly of: TradedAsset; readonly most: number }) {
  const all = dollarsOf(of);
  if (all === 0) return <None />;
  return (
    <span class="balance" style={{ width: `${(100 * all) / most}%` }} aria-hidden="true">
      <span style={{ transform: `scaleX(${(of.bought ?? 0) / all})` }} />
    </span>
  );
}

/** What a politician traded most, of the trades that the page has. */
export function TradedAssets({ of }: { readonly of: Politician }) {
  const read = of.trades.nodes?.length ?? 0;
  const all = of.totals?.trades ?? read;
  const assets = assetsOf(of);
  return (
    <div class="body">
      {read < all && (
        <p class="said">
          Of the newest {count(read)} of {count(all)} trades.
        </p>
      )}
      <Table label="Assets traded most" columns={columnsOf(assets)} rows={assets} />
    </div>
  );
}
