import type { ComponentChildren } from 'preact';
import type { Entity, EntityOf } from '../data/state.ts';
import { assetPath } from '../ui/cells.tsx';
import { Change, Figure } from '../ui/figure.tsx';
import { bracket, count, day, money, ratio, score, share, short, shortAddress, words } from '../ui/format.ts';
import { None } from '../ui/none.tsx';
import { usePageState } from '../ui/page-context.tsx';
import { Ago } from '../ui/time.tsx';

/** What an entity is called. */
export function titleOf(entity: Entity): string {
  if (entity.__typename === 'Whale') return entity.whaleName ?? shortAddress(entity.address);
  return entity.__typename === 'PredictionMarket' ? entity.question : entity.name;
}

/** Name and figures of an entity. `shownKey`: what stands there until its name is known. */
export function EntityHead({ shownKey }: { readonly shownKey: string }) {
  const entity = usePageState((state) => state.entity);
  if (!entity) return <h1>{shownKey}</h1>;
  return (
    <>
      <h1>
        {titleOf(entity)} <span class="more">{subtitleOf(entity)}</span>
      </h1>
      <dl class="numbers">
        <Figures of={entity} />
      </dl>
    </>
  );
}

function subtitleOf(entity: Entity): ComponentChildren {
  switch (entity.__typename) {
    case 'Politician': {
      const { party, chamber, state, isServing } = entity;
      const of = [party, chamber && words(chamber), state, !isServing && 'no longer in office'];
      return of.filter(Boolean).join(' · ');
    }
    case 'Whale':
      return (
        <>
          {words(entity.venue)}
          {entity.whaleName !== null && <span title={entity.address}> · {shortAddress(entity.address)}</span>}
        </>
      );
    case 'Strategy': {
      const { testedFrom, testedTo } = entity.backtest;
      return testedFrom && testedTo ? `tested ${day(testedFrom)} to ${day(testedTo)}` : entity.timeframe;
    }
    case 'PredictionMarket':
      return (
        <>
          {entity.url ? <a href={entity.url}>{words(entity.platform)}</a> : words(entity.platform)}
          {entity.asset && (
            <>
              {' · '}
              <a href={assetPath(entity.asset.symbol, entity.asset.kind)}>{entity.asset.symbol}</a>
            </>
          )}
        </>
      );
  }
}

function Figures({ of }: { readonly of: Entity }) {
  switch (of.__typename) {
    case 'Politician':
      return <Disclosed of={of} />;
    case 'Whale':
      return (
        <>
          <Item title="Events">{count(of.eventCount)}</Item>
          <Item title="Last seen">
            <Ago time={of.lastSeenAt} />
          </Item>
        </>
      );
    case 'Strategy':
      return <Performance of={of} />;
    case 'PredictionMarket':
      return <Odds of={of} />;
  }
}

function Disclosed({ of: { totals } }: { readonly of: EntityOf<'Politician'> }) {
  if (!totals) return null;
  const { trades, purchases, sales, amountLow, amountHigh, openEnded } = totals;
  return (
    <>
      <Item title="Trades">{count(trades)}</Item>
      <Item title="Purchases">{count(purchases)}</Item>
      <Item title="Sales">{count(sales)}</Item>
      <Item title="Disclosed">
        <span title={openEnded > 0 ? `${openEnded} of them have no upper bound` : undefined}>
          {bracket(amountLow, openEnded > 0 ? null : amountHigh)}
        </span>
      </Item>
    </>
  );
}

function Performance({ of: { grade, ungradedReason, performance } }: { readonly of: EntityOf<'Strategy'> }) {
  const { totalPnlPct, winRate, totalTrades, sharpe, maxDrawdownPct, drawdownMethod, days } = performance;
  return (
    <>
      <Item title="Grade">
        <span title={ungradedReason ? words(ungradedReason) : undefined}>
          {grade ?? (ungradedReason ? 'None' : <None />)}
        </span>
      </Item>
      <Item title="Total P/L">
        <Change value={totalPnlPct} digits={1} />
      </Item>
      <Item title="Drawdown">
        <span title={drawdownMethod ? words(drawdownMethod) : undefined}>
          <Change value={maxDrawdownPct} digits={1} />
        </span>
      </Item>
      <Item title="Sharpe">
        <Figure value={sharpe} format={ratio} />
      </Item>
      <Item title="Win rate">
        <Figure value={winRate} format={(value) => `${score(value)}%`} unit="%" />
      </Item>
      <Item title="Trades">
        <Figure value={totalTrades} format={count} />
      </Item>
      <Item title="Days">
        <Figure value={days} format={count} />
      </Item>
    </>
  );
}

function Odds({ of }: { readonly of: EntityOf<'PredictionMarket'> }) {
  const { yesPrice, volume, volume24h, volumeUnit, liquidity, endDate, isResolved, result } = of;
  const amount = volumeUnit === 'USD' ? money : short;
  const unit = volumeUnit ? ` ${words(volumeUnit).toLowerCase()}` : '';
  return (
    <>
      {isResolved ? (
        <Item title="Resolved">{result ?? 'yes'}</Item>
      ) : (
        <Item title="Yes">
          <Figure value={yesPrice} format={share} />
        </Item>
      )}
      <Item title="24 h volume">
        <Figure value={volume24h} format={amount} unit={unit} />
      </Item>
      <Item title="Volume">
        <Figure value={volume} format={amount} unit={unit} />
      </Item>
      {liquidity !== null && (
        <Item title="Liquidity">
          <Figure value={liquidity} format={amount} unit={unit} />
        </Item>
      )}
      {endDate && (
        <Item title="Ends">
          <span>{day(endDate)}</span>
        </Item>
      )}
    </>
  );
}

function Item({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
