import { entityPath } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import { isOfFirst, likeliestOf, likelihoodOf } from '../data/likeliest.ts';
import { isMarketOver } from '../data/market-over.ts';
import { TERMS } from '../data/terms.ts';
import { Text } from '../ui/cells.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Figure, OddsChange } from '../ui/figure.tsx';
import { exactly, money, share, short, words } from '../ui/format.ts';
import { None } from '../ui/none.tsx';
import type { Column } from '../ui/table.tsx';
import { Ago } from '../ui/time.tsx';
import { platformOf } from './feed-words.ts';

type Market = RowOf['markets'];

export const MARKETS: readonly Column<Market>[] = [
  {
    title: 'Question',
    cell: ({ question, marketId }) => <Text value={question} href={entityPath('market', marketId)} />,
    isLong: true,
    under: (market, isBelow) => (
      <>
        {platformOf(market)}
        {market.volume24h !== null && !isBelow('24 h volume') && (
          <>
            {' '}
            <span class="unbroken">
              · <DayVolume of={market} /> in 24 h
            </span>
          </>
        )}
      </>
    ),
  },
  { title: 'Platform', isExtra: true, isRoomy: true, chars: 11, cell: (market) => platformOf(market) },
  {
    title: 'Odds',
    sortBy: 'YES_PRICE',
    help: TERMS.Odds,
    below: '24 h change',
    chars: 26,
    tabletChars: 12,
    phoneChars: 10.5,
    cell: (market) => <Odds of={market} />,
    under: underOdds,
  },
  {
    title: '24 h change',
    sortBy: 'ONE_DAY_CHANGE',
    help: TERMS['24 h change'],
    isFigure: true,
    isExtra: true,
    isIn: (market) => changeOf(market) !== null,
    chars: 11,
    cell: (market) => <DayChange of={market} />,
  },
  {
    title: '24 h volume',
    sortBy: 'VOLUME_24H_USD',
    isFigure: true,
    isExtra: true,
    chars: 17,
    help: TERMS.Volume,
    cell: (market) => <DayVolume of={market} />,
  },
  {
    title: 'Ends',
    sortBy: 'END_DATE',
    below: '24 h volume',
    isFigure: true,
    chars: 8,
    phoneChars: 9.5,
    cell: ({ endDate }) => (endDate ? <Ago time={endDate} isEither /> : <None />),
  },
];

/** `PLAY_MONEY` → `play money`. */
export const unitOf = (unit: string): string => (unit === 'USD' ? unit : words(unit).toLowerCase());

type Traded = Pick<Market, 'volume24h' | 'volume24hUsd' | 'volumeUnit' | 'yesPrice'>;

/** In dollars, of contracts about; what has no dollars in its own words. */
export function DayVolume({ of }: { readonly of: Traded }) {
  const { volume24h, volume24hUsd, volumeUnit, yesPrice } = of;
  if (volume24hUsd === null) return <OwnVolume value={volume24h} unit={volumeUnit} />;
  if (volumeUnit !== 'CONTRACTS') return <Figure value={volume24hUsd} format={money} unit=" USD" />;
  const said = `${exactly(volume24h ?? 0)} contracts at ${exactly((yesPrice ?? 0) * 100)}%`;
  return <Figure value={volume24hUsd} format={(value) => `≈ ${money(value)}`} said={said} />;
}

function OwnVolume({ value, unit }: { readonly value: number | null; readonly unit: string | null }) {
  const said = unit ? ` ${unitOf(unit)}` : '';
  return (
    <span class="more">
      <Figure value={value} format={short} unit={said} />
      {value !== null && said}
    </span>
  );
}

/** Null where trading is over, or where the odds shown are not those of the first outcome: platforms state the change of that one alone. */
const changeOf = (market: Market): number | null =>
  !isMarketOver(market) && isOfFirst(market) ? (market.oneDayChange ?? null) : null; // the open feed may not have it

function DayChange({ of }: { readonly of: Market }) {
  const change = changeOf(of);
  return change === null ? <None /> : <OddsChange value={change} />;
}

/** What a phone has no column for. */
function underOdds(market: Market) {
  return market.isResolved ? market.result : likeliestOf(market)?.name;
}

/** What came true, or, where the platform does not say it, the last odds. */
function resultOf(market: Market): string {
  if (market.result) return `: ${market.result}`;
  const odds = likelihoodOf(market);
  const name = likeliestOf(market)?.name ?? '';
  return odds === null ? '' : `, last ${share(odds)} ${name}`.trimEnd();
}

/** As a bar, with the name of the outcome behind it, or what came true; a phone has the names below. */
function Odds({ of }: { readonly of: Market }) {
  if (of.isResolved)
    return (
      <span>
        Resolved<span class="more extra">{resultOf(of)}</span>
      </span>
    );
  const name = likeliestOf(of)?.name;
  return (
    <span class="odds">
      <Probability of={likelihoodOf(of)} />
      <span class="more extra" title={name ?? undefined}>
        {name}
      </span>
    </span>
  );
}

/** Odds as a bar, and in per cent. */
export function Probability({
  of,
  format = share,
}: {
  readonly of: number | null;
  readonly format?: (value: number) => string;
}) {
  if (of === null) return <None />;
  return (
    <span class="probability">
      <span class="bar" aria-hidden="true">
        <span style={{ transform: `scaleX(${of})` }} />
      </span>
      <Figure value={of} format={format} />
    </span>
  );
}

/** The feed has questions whole, however long they are. */
export const MARKETS_PAGE = MARKETS.map(
  (column): Column<Market> =>
    column.title === 'Question' ? { ...column, isWhole: true, wideChars: 54 } : column,
);

/** Behind the tab of what is closed all have ended. */
export const CLOSED_MARKETS = MARKETS_PAGE.map(
  (column): Column<Market> => (column.title === 'Ends' ? { ...column, title: 'Ended' } : column),
);

/** In half a row the question has the room of the bars. */
const OF_ASSET = MARKETS.filter(({ title }) => title !== '24 h change').map(
  (column): Column<Market> =>
    column.title === 'Odds'
      ? {
          ...column,
          isFigure: true,
          chars: 5,
          cell: (market) => <Figure value={likelihoodOf(market)} format={share} />,
        }
      : column,
);

/** The busiest prediction markets. */
export function Markets({
  of = null,
  isOfAsset = false,
}: {
  readonly of?: string | null;
  readonly isOfAsset?: boolean;
}) {
  return (
    <FeedPanel
      name="markets"
      label="Prediction markets"
      columns={isOfAsset ? OF_ASSET : MARKETS}
      of={of}
      empty="No market is active."
    />
  );
}
