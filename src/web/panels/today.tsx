import type { ComponentChildren } from 'preact';
import type { ScorecardName } from '../../../schema/operations/generated/graphql.ts';
import { entityPath } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import type { PageState } from '../data/state.ts';
import { assetPath } from '../ui/cells.tsx';
import { ARROWS, Figure, toneOf } from '../ui/figure.tsx';
import { bracket, count, instant, money, share, shortAddress, words } from '../ui/format.ts';
import { Spark } from '../ui/line.tsx';
import { usePageState } from '../ui/page-context.tsx';
import { Ago } from '../ui/time.tsx';
import { bandOf, CARD_TITLES, helpOf, wordOf } from './bands.ts';

const CARDS: readonly ScorecardName[] = ['AMS', 'MRS', 'GLS'];
const SPARK_POINTS = 30;

/** What happened, in one row; each leads to where it comes from. */
export function Today() {
  const feeds = usePageState((state) => state.feeds);
  const today = usePageState((state) => state.today);
  // All at once: an item that came later would push the others.
  const isLoading = [feeds.insider, feeds.whales, feeds.congress, feeds.points].some(
    ({ rows, source }) => rows === null && source === 'loading',
  );
  if (isLoading) return null;
  const buy =
    today?.buy ??
    largest(feeds.insider.rows, ({ value, transactionDirection }) =>
      transactionDirection === 'BUY' ? value : null,
    );
  const whale = today?.whale ?? largest(feeds.whales.rows, ({ value }) => value);
  const trade = today?.trade ?? feeds.congress.rows?.find(({ side }) => side === 'BUY') ?? null;
  const cluster = today?.cluster ?? null;
  const moved = today?.moved ?? null;
  return (
    <ul class="today-row">
      {buy && (
        <Item
          title={`Top insider buy, ${today?.buy ? '7 d' : newest(feeds.insider.rows)}`}
          href={buy.ticker ? assetPath(buy.ticker, 'stock') : '#insider'}
          time={buy.filingDate}
        >
          <b>{buy.ticker}</b> <Figure value={buy.value} format={money} unit=" USD" />
          <span class="more">{buy.insiderName}</span>
        </Item>
      )}
      {cluster && (
        <Item title="Newest cluster" href={entityPath('cluster', cluster.ticker)} time={cluster.detectedAt}>
          <b>{cluster.ticker}</b> <Figure value={cluster.totalValue} format={money} unit=" USD" />
          <span class="more">{count(cluster.insiderCount)} insiders bought</span>
        </Item>
      )}
      {whale && (
        <Item
          title={`Top whale, ${today?.whale ? '24 h' : newest(feeds.whales.rows)}`}
          href={whaleHref(whale)}
          time={whale.createdAt}
        >
          <b>{whale.title}</b> <Figure value={whale.value} format={money} unit=" USD" />
          <span class="more">
            {words(whale.eventType)}, {whale.whaleName ?? shortAddress(whale.address ?? 'a whale')}
          </span>
        </Item>
      )}
      {moved && (
        <Item title="Top odds move, 24 h" href={entityPath('market', moved.marketId)} time={moved.observedAt}>
          <Moved odds={moved.yesPrice} change={moved.oneDayChange} />
          <span class="more">{moved.question}</span>
        </Item>
      )}
      {trade && (
        <Item
          title={today?.trade ? 'Top Congress, 30 d' : 'Newest Congress buy'}
          href={trade.ticker ? assetPath(trade.ticker, 'stock') : '#congress'}
          time={trade.filedOn}
        >
          <b>{trade.ticker ?? '–'}</b>{' '}
          {typeof trade.amountLow === 'number' && (
            <span>{bracket(trade.amountLow, trade.amountHigh ?? null)}</span>
          )}
          <span class="more">{trade.politicianName}</span>
        </Item>
      )}
      {CARDS.map((name) => (
        <Score key={name} name={name} points={feeds.points.rows} />
      ))}
    </ul>
  );
}

const whaleHref = (whale: NonNullable<NonNullable<PageState['today']>['whale']> | RowOf['whales']): string =>
  'asset' in whale && whale.asset ? assetPath(whale.asset.symbol, whale.asset.kind) : '#whales';

/** What an open feed was read for: its newest rows, whatever time they span. */
const newest = (rows: readonly unknown[] | null): string => `newest ${count(rows?.length ?? 0)}`;

function largest<R>(rows: readonly R[] | null, worthOf: (row: R) => number | null): R | null {
  const known = (rows ?? []).filter((row) => worthOf(row) !== null);
  return known.toSorted((one, other) => (worthOf(other) ?? 0) - (worthOf(one) ?? 0))[0] ?? null;
}

function Item(props: {
  readonly title: string;
  readonly href: string;
  readonly time: string | null;
  readonly children: ComponentChildren;
}) {
  const { title, href, time, children } = props;
  return (
    <li>
      <a href={href}>
        <span class="item-title">
          {title} {time !== null && <Ago time={time} />}
        </span>
        <span class="item-said">{children}</span>
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
      <Figure value={odds} format={share} />{' '}
      <span class={tone}>
        <span class="arrow" aria-hidden="true">
          {ARROWS[tone]}
        </span>
        from {share(odds - change)}
      </span>
    </>
  );
}

function Score({
  name,
  points,
}: {
  readonly name: ScorecardName;
  readonly points: readonly RowOf['points'][] | null;
}) {
  const own = (points ?? [])
    .filter((point) => point.scorecard === name && point.value !== null)
    .slice(0, SPARK_POINTS);
  const [last, before] = own;
  if (!last || last.value === null) return null;
  const arrow =
    before?.value == null ? '' : before.value === last.value ? '▪' : last.value > before.value ? '▴' : '▾';
  return (
    <li class="score">
      <a href={entityPath('scorecard', name)} data-help={helpOf(name)}>
        <span class="item-title">
          {CARD_TITLES[name]} {before === undefined && <Ago time={last.timestamp} />}
        </span>
        <span class="item-said">
          <b>{wordOf(name, last.value)}</b> <Figure value={last.value} format={(one) => one.toFixed(1)} />{' '}
          {arrow}
        </span>
        <span class="past">
          <span class={`band band-${bandOf(last.value)}`} aria-hidden="true">
            <span style={{ left: `${last.value}%` }} />
          </span>
          <Spark
            points={own
              .toReversed()
              .map(({ timestamp, value }) => ({ at: instant(timestamp), value: value ?? 0 }))}
          />
        </span>
      </a>
    </li>
  );
}
