import type { ComponentChildren } from 'preact';
import { entityPath } from '../data/entities.ts';
import type { RowOf } from '../data/feeds.ts';
import type { PageState } from '../data/state.ts';
import { assetPath } from '../ui/cells.tsx';
import { ARROWS, Figure, toneOf } from '../ui/figure.tsx';
import { bracket, count, money, share, shortAddress, words } from '../ui/format.ts';
import { usePageState } from '../ui/page-context.tsx';
import { Ago } from '../ui/time.tsx';

/** What happened, in one row; each leads to where it comes from. */
export function Today() {
  const feeds = usePageState((state) => state.feeds);
  const today = usePageState((state) => state.today);
  // All at once: an item that came later would push the others.
  const isLoading = [feeds.insider, feeds.whales, feeds.congress].some(
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
          title={today?.buy ? 'Top insider buy, 7 d' : 'Top recent insider buy'}
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
          title={today?.whale ? 'Top whale move, 24 h' : 'Top recent whale move'}
          href={whaleHref(whale)}
          time={whale.createdAt}
          more={`${words(whale.eventType)}, ${whale.whaleName ?? shortAddress(whale.address ?? 'a whale')}`}
        >
          <b>{whale.title}</b> <Figure value={whale.value} format={money} unit=" USD" />
        </Item>
      )}
      {moved && (
        <Item
          title="Top odds move, 24 h"
          href={entityPath('market', moved.marketId)}
          time={moved.observedAt}
          more={moved.question}
        >
          <Moved odds={moved.yesPrice} change={moved.oneDayChange} />
        </Item>
      )}
      {trade && (
        <Item
          title={today?.trade ? 'Top Congress trade, 30 d' : 'Newest Congress purchase'}
          href={trade.ticker ? assetPath(trade.ticker, 'stock') : '#congress'}
          time={trade.filedOn}
          more={`${DEEDS[trade.side ?? ''] ?? 'Traded'} by ${trade.politicianName}`}
        >
          <b>{trade.ticker ?? '–'}</b>{' '}
          {typeof trade.amountLow === 'number' && (
            <span>{bracket(trade.amountLow, trade.amountHigh ?? null)}</span>
          )}
        </Item>
      )}
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

function largest<R>(rows: readonly R[] | null, worthOf: (row: R) => number | null): R | null {
  const known = (rows ?? []).filter((row) => worthOf(row) !== null);
  return known.toSorted((one, other) => (worthOf(other) ?? 0) - (worthOf(one) ?? 0))[0] ?? null;
}

function Item(props: {
  readonly title: string;
  readonly href: string;
  readonly time: string | null;
  /** What it is about, in as many as two lines. */
  readonly more: string | null;
  readonly children: ComponentChildren;
}) {
  const { title, href, time, more, children } = props;
  return (
    <li>
      <a href={href} title={more ?? undefined}>
        <span class="item-title">
          {title} {time !== null && <Ago time={time} />}
        </span>
        <span class="item-said">{children}</span>
        <span class="more">{more}</span>
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
