import type { ComponentChildren } from 'preact';
import type { ScorecardName } from '../../../schema/operations/generated/graphql.ts';
import { assetPath } from '../data/asset-path.ts';
import { entityPath } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import { shownNow } from '../data/moment.ts';
import type { PageState } from '../data/state.ts';
import { Name } from '../ui/cells.tsx';
import { ARROWS, Figure, toneOf } from '../ui/figure.tsx';
import { bracket, count, day, instant, money, share, shortAddress } from '../ui/format.ts';
import { Spark } from '../ui/line.tsx';
import { usePageState } from '../ui/page-context.tsx';
import { Ago } from '../ui/time.tsx';
import { helpOf, SHORT_TITLES, wordOf } from './bands.ts';
import { eventOf } from './whales.tsx';

const CARDS: readonly ScorecardName[] = ['AMS', 'MRS', 'GLS'];
const SPARK_POINTS = 30;

/** What happened, in one row; each leads to where it comes from. */
export function Today() {
  const feeds = usePageState((state) => state.feeds);
  const today = usePageState((state) => state.today);
  // All at once: an item that came later would push the others.
  const needed = today ? [feeds.points] : [feeds.insider, feeds.whales, feeds.congress, feeds.points];
  const isLoading = needed.some(({ rows, source }) => rows === null && source === 'loading');
  if (isLoading) return null;
  // Without a key a page has the newest rows alone: the largest of those are the largest of no window.
  const buy =
    today?.buy ??
    feeds.insider.rows?.find(({ transactionDirection }) => transactionDirection === 'BUY') ??
    null;
  const whale = today?.whale ?? feeds.whales.rows?.[0] ?? null;
  const trade = today?.trade ?? feeds.congress.rows?.find(({ side }) => side === 'BUY') ?? null;
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
          title={today?.buy ? 'Top insider buy, 7 d' : 'Newest insider buy'}
          href={buy.ticker ? assetPath(buy.ticker, 'stock') : '#insider'}
          time={buy.filingDate}
          more={buy.insiderName}
        >
          <b>{buy.ticker}</b> <Figure value={buy.value} format={money} unit=" USD" />
        </Item>
      )}
      {cluster && (
        <Item
          title="Newest insider cluster"
          href={entityPath('cluster', cluster.ticker)}
          time={cluster.detectedAt}
          more={`${count(cluster.insiderCount)} insiders bought within 30 days`}
        >
          <b>{cluster.ticker}</b> <Figure value={cluster.totalValue} format={money} unit=" USD" />
        </Item>
      )}
      {whale && (
        <Item
          title={today?.whale ? 'Top whale move, 24 h' : 'Newest whale move'}
          href={whaleHref(whale)}
          time={whale.createdAt}
          more={`${eventOf(whale)}, ${whale.whaleName ?? shortAddress(whale.address ?? 'a whale')}`}
        >
          <b>{whale.title}</b> <Figure value={whale.value} format={money} unit=" USD" />
        </Item>
      )}
      {moved && (
        <Item
          title="Top odds move, 24 h"
          href={entityPath('market', moved.marketId)}
          time={null}
          more={moved.question}
        >
          <Moved odds={moved.yesPrice} change={moved.oneDayChange} />
        </Item>
      )}
      {trade && (
        <Item
          title={today?.trade ? 'Top Congress trade, 30 d' : 'Newest Congress buy'}
          href={trade.ticker ? assetPath(trade.ticker, 'stock') : '#congress'}
          time={trade.filedOn}
          isDay
          more={`${DEEDS[trade.side ?? ''] ?? 'Traded'} by ${trade.politicianName}`}
        >
          <b>{trade.ticker ?? '–'}</b>{' '}
          {typeof trade.amountLow === 'number' && (
            <span>{bracket(trade.amountLow, trade.amountHigh ?? null)}</span>
          )}
        </Item>
      )}
      {scores.length > 0 && <li class="scores">{scores}</li>}
    </ul>
  );
}

const DEEDS: Readonly<Record<string, string>> = {
  BUY: 'Bought',
  SELL: 'Sold',
  EXCHANGE: 'Exchanged',
};

const whaleHref = (whale: NonNullable<NonNullable<PageState['today']>['whale']> | RowOf['whales']): string =>
  'asset' in whale && whale.asset ? assetPath(whale.asset.symbol, whale.asset.kind) : '#whales';

function Item(props: {
  readonly title: string;
  readonly href: string;
  readonly time: string | null;
  /** Of the time only the day is known. */
  readonly isDay?: boolean;
  /** What it is about, in as many as two lines. */
  readonly more: string | null;
  readonly children: ComponentChildren;
}) {
  const { title, href, time, isDay = false, more, children } = props;
  return (
    <li>
      <a href={href} title={more ?? undefined}>
        <span class="item-title">
          {title} {time !== null && (isDay ? <DaysAgo time={time} /> : <Ago time={time} />)}
        </span>
        <span class="item-said">{children}</span>
        <span class="more">{more && <Name value={more} />}</span>
      </a>
    </li>
  );
}

/** Of a time of which the day alone is known: `today`, `5d`. */
function DaysAgo({ time }: { readonly time: string }) {
  const days = Math.floor((shownNow() - instant(time)) / 86_400_000);
  return <span title={day(time)}>{days <= 0 ? 'today' : `${days}d`}</span>;
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
      <Spark
        points={newestFirst
          .toReversed()
          .map((point) => ({ at: instant(point.timestamp), value: point.value ?? 0 }))}
      />
    </a>
  );
}
