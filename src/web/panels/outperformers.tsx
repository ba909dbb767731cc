import type { RowOf } from '../data/feeds.ts';
import { TERMS } from '../data/terms.ts';
import { Text, Ticker } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Figure } from '../ui/figure.tsx';
import { coinDollars, exactly, percent, points, score } from '../ui/format.ts';
import { None } from '../ui/none.tsx';
import { useFeed } from '../ui/page-context.tsx';
import type { Column } from '../ui/table.tsx';
import { phaseOf } from './feed-words.ts';

type Outperformer = RowOf['outperformers'];

/** Per cent at which a cell has its full colour. */
const FULL = { perf24h: 8, perf7d: 20, perf30d: 40, outperfVsBtc24h: 8 } as const;

const SORTS = {
  perf24h: 'PERF_24H',
  perf7d: 'PERF_7D',
  perf30d: 'PERF_30D',
  outperfVsBtc24h: 'OUTPERF_VS_BTC_24H',
} as const;

/** Against Bitcoin, Bitcoin has no place. */
const isItself = ({ symbol }: Outperformer, field: keyof typeof FULL): boolean =>
  field === 'outperfVsBtc24h' && symbol === 'BTC';

const heat = (title: string, field: keyof typeof FULL, isExtra = false): Column<Outperformer> => ({
  title,
  sortBy: SORTS[field],
  isFigure: true,
  isExtra,
  chars: 8,
  phoneChars: 7,
  cell: (row) => (
    <Heat
      value={isItself(row, field) ? null : row[field]}
      full={FULL[field]}
      isInPoints={field === 'outperfVsBtc24h'}
    />
  ),
});

export const OUTPERFORMERS: readonly Column<Outperformer>[] = [
  {
    title: 'Symbol',
    sortBy: 'SYMBOL',
    isWord: true,
    chars: 8,
    phoneChars: null,
    cell: ({ symbol, name }) => (
      <span title={name ?? undefined}>
        <Ticker symbol={symbol} kind="crypto" />
      </span>
    ),
    under: ({ currentPrice }) =>
      currentPrice !== null && <span class="wide-phone">{coinDollars(currentPrice)}</span>,
  },
  { title: 'Name', isExtra: true, cell: ({ name }) => <Text value={name} /> },
  {
    title: 'Price',
    isFigure: true,
    isExtra: true,
    chars: 12,
    cell: ({ currentPrice }) => <Figure value={currentPrice} format={coinDollars} unit=" USD" />,
  },
  heat('24 h', 'perf24h'),
  heat('7 d', 'perf7d'),
  heat('30 d', 'perf30d', true),
  { ...heat('vs BTC 24 h', 'outperfVsBtc24h'), help: TERMS['vs BTC'], chars: 10, phoneChars: 9 },
  {
    title: 'Score',
    sortBy: 'COMPOSITE_SCORE',
    help: TERMS['Score of a coin'],
    isFigure: true,
    chars: 6,
    cell: ({ compositeScore }) => <Figure value={compositeScore} format={score} />,
  },
  {
    title: 'Phase',
    help: TERMS.Phase,
    isExtra: true,
    chars: 10,
    cell: ({ marketPhase }) => phaseOf(marketPhase),
  },
];

/** A cell as warm as its figure is far from nought; the sign is in the text. */
function Heat(props: {
  readonly value: number | null;
  readonly full: number;
  /** Of what is less than another, percentage points. */
  readonly isInPoints: boolean;
}) {
  const { value, full, isInPoints } = props;
  if (value === null) return <None />;
  const strength = Math.round(Math.min(1, Math.abs(value) / full) * 100);
  return (
    <span
      class={value >= 0 ? 'heat heat-up' : 'heat heat-down'}
      style={{ '--strength': `${strength}%` }}
      title={`${exactly(value)}${isInPoints ? ' percentage points' : '%'}`}
    >
      {isInPoints ? points(value, 'pt') : percent(value, 1)}
    </span>
  );
}

/** Where the table has half a page, names stand on hover. */
const IN_SHORT = OUTPERFORMERS.filter(({ title }) => title !== 'Name');

/** The coins that are furthest ahead of Bitcoin first. */
export function Outperformers() {
  const { rows } = useFeed('outperformers');
  return (
    <FeedPanel
      name="outperformers"
      label="Coins against Bitcoin"
      columns={IN_SHORT}
      rows={rows?.filter(({ symbol }) => symbol !== 'BTC') ?? null}
      order={SORTS.outperfVsBtc24h}
      of="coins against Bitcoin"
      empty="The scan found nothing."
    />
  );
}
