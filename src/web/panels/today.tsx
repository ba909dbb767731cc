import type { ComponentChildren } from 'preact';
import type { ScorecardName } from '../../../schema/operations/generated/graphql.ts';
import { assetPath } from '../data/asset-path.ts';
import { entityPath, whaleKey } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import { addressOf, MOMENT, shownNow } from '../data/moment.ts';
import type { TodayState } from '../data/state.ts';
import { TERMS } from '../data/terms.ts';
import { Name, Ticker } from '../ui/cells.tsx';
import { ARROWS, Figure, toneOf } from '../ui/figure.tsx';
import {
  bracket,
  count,
  day,
  exactly,
  filingDay,
  instant,
  moment,
  money,
  share,
  shortAddress,
} from '../ui/format.ts';
import { Spark } from '../ui/line.tsx';
import { usePageState } from '../ui/page-context.tsx';
import { useSeenDays } from '../ui/seen-days.ts';
import { Ago, Day } from '../ui/time.tsx';
import { helpOf, SHORT_TITLES, wordOf } from './bands.ts';
import { moveOf } from './whales.tsx';

const CARDS: readonly ScorecardName[] = ['AMS', 'MRS', 'GLS'];
const SPARK_POINTS = 30;

/** What happened, in one row; each leads to where it comes from. */
export function Today() {
  const feeds = usePageState((state) => state.feeds);
  const today = usePageState((state) => state.today);
  const seenOf30 = useSeenDays(30);
  // All at once: an item that came later would push the others.
  const needed = today?.trade ? [feeds.points] : [feeds.congress, feeds.points];
  if (today === null && MOMENT === null) return null;
  if (needed.some(({ rows, source }) => rows === null && source === 'loading')) return null;
  const buy = largerOf(
    today?.buy,
    (feeds.insider.rows ?? []).filter((row) => isBuy(row) && isWithin(7, row.filingDate)),
    ({ value }) => value,
  );
  const whale = largerOf(
    today?.whale,
    (feeds.whales.rows ?? []).filter(({ createdAt }) => isWithin(1, createdAt)),
    ({ value }) => value,
  );
  // The open feeds do not say how large a trade was.
  const trade = today?.trade
    ? largerOf(
        today.trade,
        (feeds.congress.rows ?? []).filter(
          ({ filedOn }) => filedOn !== null && isWithin(seenOf30 ?? 30, filedOn),
        ),
        ({ amountLow }) => amountLow ?? null,
      )
    : (feeds.congress.rows?.find(({ side }) => side === 'BUY') ?? null);
  const cluster = today?.cluster ?? null;
  const moved = today?.moved ?? null;
  const scores = CARDS.flatMap((name) => {
    const own = (feeds.points.rows ?? []).filter(
      ({ scorecard, value }) => scorecard === name && value !== null,
    );
    return own.length > 0 ? [<Score key={name} name={name} newestFirst={own.slice(0, SPARK_POINTS)} />] : [];
  });
  return (
    <ul class="today-row">
      {buy && (
        <Item
          title="Top insider buy, 7 d"
          help={helpWith(buy.value, TERMS['Top insider buy'])}
          note={<Filed on={filingDay(buy.filingDate)} />}
          href={buyHref(buy)}
          leads={buy.insiderName ?? 'An insider'}
        >
          <Ticker symbol={buy.ticker} kind="stock" /> <Figure value={buy.value} format={money} unit=" USD" />
        </Item>
      )}
      {cluster && (
        <Item
          title="Newest insider cluster"
          help={helpWith(cluster.totalValue, TERMS['Newest insider cluster'])}
          note={<Filed on={filingDay(cluster.detectedAt)} />}
          href={entityPath('cluster', cluster.ticker)}
          leads={`${count(cluster.insiderCount)} insiders bought within 30 days`}
        >
          <Ticker symbol={cluster.ticker} kind="stock" />{' '}
          <Figure value={cluster.totalValue} format={money} unit=" USD" />
        </Item>
      )}
      {whale && (
        <Item
          title="Top whale move, 24 h"
          help={helpWith(whale.value, TERMS['Top whale move'])}
          note={<Ago time={whale.createdAt} isEither />}
          href={whaleHref(whale)}
          leads={`${moveOf(whale)}, ${whale.whaleName ?? shortAddress(whale.address ?? 'a whale')}`}
        >
          <WhaleAsset of={whale} /> <Figure value={whale.value} format={money} unit=" USD" />
        </Item>
      )}
      {moved && (
        <Item
          title="Top odds move, 24 h"
          help={TERMS['Top odds move']}
          note={
            <span title={moved.observedAt === null ? undefined : `As of ${moment(moved.observedAt)}`}>
              of markets over $10K a day
            </span>
          }
          href={entityPath('market', moved.marketId)}
          leads={moved.question ?? 'A prediction market'}
        >
          <Moved odds={moved.yesPrice} change={moved.oneDayChange} />
        </Item>
      )}
      {trade && (
        <Item
          title={today?.trade ? `Top Congress trade, ${seenOf30 ?? 30} d` : 'Newest Congress buy'}
          help={today?.trade ? TERMS['Top Congress trade'] : undefined}
          note={trade.filedOn && <Filed on={day(trade.filedOn)} />}
          href={tradeHref(trade)}
          leads={`${DEEDS[trade.side ?? ''] ?? 'Traded'} by ${trade.politicianName}`}
        >
          <Ticker symbol={trade.ticker} kind="stock" />{' '}
          {typeof trade.amountLow === 'number' ? (
            <span>{bracket(trade.amountLow, trade.amountHigh ?? null)}</span>
          ) : (
            <span class="item-note">· amount with a key</span>
          )}
        </Item>
      )}
      {scores.length > 0 && <li class="scores">{scores}</li>}
    </ul>
  );
}

const isBuy = ({ transactionDirection }: RowOf['insider']): boolean => transactionDirection === 'BUY';

const DAY_MS = 86_400_000;
const isWithin = (days: number, time: string): boolean => instant(time) > shownNow() - days * DAY_MS;

/**
 * What the page was told is the largest, or a larger row that came since. Where it was not told, the largest of the newest rows would be
 * the largest of no window; and what a page of another time was told stays.
 */
function largerOf<R>(
  told: R | null | undefined,
  rows: readonly R[],
  sizeOf: (row: R) => number | null,
): R | null {
  if (told === undefined) return null;
  if (MOMENT !== null) return told;
  return rows.reduce<R | null>(
    (largest, row) => ((sizeOf(row) ?? 0) > (largest === null ? 0 : (sizeOf(largest) ?? 0)) ? row : largest),
    told,
  );
}

const DEEDS: Readonly<Record<string, string>> = {
  BUY: 'Bought',
  SELL: 'Sold',
  EXCHANGE: 'Exchanged',
};

// The open feeds do not say who it is: without a key the page of the asset has the row, or that of the feed.
const buyHref = ({ insiderSlug, ticker }: RowOf['insider']): string =>
  insiderSlug
    ? entityPath('insider', insiderSlug)
    : ticker
      ? assetPath(ticker, 'stock')
      : addressOf('/feed/insider');

const tradeHref = ({ politicianId, politicianName, ticker }: RowOf['congress']): string =>
  politicianId !== undefined
    ? entityPath('politician', politicianId ?? politicianName)
    : ticker
      ? assetPath(ticker, 'stock')
      : addressOf('/feed/congress');

type WhaleMove = NonNullable<TodayState['whale']>;

const whaleHref = (whale: WhaleMove): string =>
  whale.address !== null
    ? entityPath('whale', whaleKey(whale.source, whale.address))
    : addressOf('/feed/whales');

/** What was moved; a question of a prediction market has no page of an asset. */
function WhaleAsset({ of }: { readonly of: WhaleMove }) {
  const asset = 'asset' in of ? of.asset : null;
  if (!asset) return <b>{of.title}</b>;
  return (
    <a class="ticker" href={assetPath(asset.symbol, asset.kind)}>
      {of.title}
    </a>
  );
}

/** What a figure is exactly, and which it is of all; the link lies over the figure. */
const helpWith = (value: number | null, term: string): string =>
  value === null ? term : `${exactly(value)} USD. ${term}`;

/** Of a report the day counts, not the hour; the trade itself is older. As a date: signals count hours since then. */
const Filed = ({ on }: { readonly on: string }) => (
  <>
    filed <Day of={on} />
  </>
);

/** The whole of it leads to whose row it is, and the ticker, if there is one, to the asset. */
function Item(props: {
  readonly title: string;
  /** Which of all it is. */
  readonly help: string | undefined;
  /** How old it is, or of which it is the largest. */
  readonly note: ComponentChildren;
  readonly href: string;
  /** What it is about, in as many as two lines. */
  readonly leads: string;
  readonly children: ComponentChildren;
}) {
  const { title, help, note, href, leads, children } = props;
  return (
    <li class="tile">
      <span class="item-title">{title}</span>
      <span class="item-note">{note}</span>
      <span class="item-said">{children}</span>
      <a class="whole more" href={href} title={help === undefined ? leads : undefined} data-help={help}>
        <Name value={leads} />
      </a>
    </li>
  );
}

/** Odds, and what they were a day before. */
function Moved({ odds, change }: { readonly odds: number | null; readonly change: number | null }) {
  if (odds === null || change === null) return null;
  const tone = toneOf(change);
  return (
    <>
      {share(odds - change)} → <Figure value={odds} format={share} />{' '}
      <span class={`arrow ${tone}`} aria-hidden="true">
        {ARROWS[tone]}
      </span>
    </>
  );
}

/** Where a scorecard stands: a word, its value and which way it went, on its scale and over time. */
function Score(props: { readonly name: ScorecardName; readonly newestFirst: readonly RowOf['points'][] }) {
  const { name, newestFirst } = props;
  const [value = 0, before] = newestFirst.map((point) => point.value ?? 0);
  return (
    <a href={entityPath('scorecard', name)} data-help={helpOf(name)}>
      <span class="stand">
        <span class="of">{SHORT_TITLES[name]}</span> <b>{wordOf(name, value)}</b>{' '}
        <Figure value={value} format={(one) => one.toFixed(1)} />{' '}
        {before === undefined || before === value ? '' : value > before ? '▴' : '▾'}
      </span>
      <span class="band" aria-hidden="true">
        <span style={{ left: `${value}%` }} />
      </span>
      {before !== undefined && (
        <Spark
          points={newestFirst
            .toReversed()
            .map((point) => ({ at: instant(point.timestamp), value: point.value ?? 0 }))}
        />
      )}
    </a>
  );
}
