import { PredictionMarketPageDocument } from '../../../schema/operations/generated/graphql.ts';
import { assetPath } from '../data/asset-path.ts';
import type { EntityOf } from '../data/state.ts';
import { TERMS } from '../data/terms.ts';
import { DayVolume, MARKETS, Probability, platformOf, unitOf } from '../panels/markets.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Figure, OddsChange } from '../ui/figure.tsx';
import { moment, money, share, short } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import { isOver } from '../ui/time.tsx';
import { dayChangeOf, isOfTwo, oddsOf, rankedOf, saidOf, weekChangeOf } from './odds.ts';
import type { EntityView } from './view.ts';

type Market = EntityOf<'PredictionMarket'>;

export const MARKET: EntityView<Market> = {
  query: PredictionMarketPageDocument,
  titleOf: ({ question }) => question,
  subtitleOf: ({ url, asset, ...market }) => (
    <>
      {url ? <a href={url}>{platformOf(market)}</a> : platformOf(market)}
      {asset && (
        <>
          {' · '}
          <a href={assetPath(asset.symbol, asset.kind)}>{asset.symbol}</a>
        </>
      )}
    </>
  ),
  Figures: Odds,
  chart: {
    title: 'Odds',
    titleOf: ({ outcomes }) => (isOfTwo(outcomes) ? 'Odds' : `Odds of “${outcomes?.[0]?.name}”`),
    pointsOf: oddsOf,
    saidOf,
    label: 'Odds by day',
    unit: '%',
    isFromZero: true,
  },
  about: {
    title: 'Outcomes',
    titleOf: ({ outcomes, rules }) =>
      rules === null ? 'Outcomes' : (outcomes?.length ?? 0) > 0 ? 'Outcomes and rules' : 'Rules',
    isIn: ({ outcomes, rules }) => (outcomes?.length ?? 0) > 0 || rules !== null,
    Body: Terms,
  },
  rows: {
    title: 'Other markets on the same asset',
    isOptional: true,
    rowsOf: ({ id, asset }) => (asset?.predictionMarkets.nodes ?? []).filter((other) => other.id !== id),
    Panel: () => (
      <FeedPanel name="markets" label="Other markets" columns={MARKETS} empty="No other market in view." />
    ),
  },
  followOf: ({ marketId }) => ({ marketId: { eq: marketId } }),
};

function Odds({ of }: { readonly of: Market }) {
  const [likeliest] = rankedOf(of);
  const { yesPrice, volume, volumeUnit, liquidity, endDate, isResolved, result } = of;
  const [day, week] = [dayChangeOf(of), weekChangeOf(of)];
  const amount = volumeUnit === 'USD' ? money : short;
  const unit = volumeUnit ? ` ${unitOf(volumeUnit)}` : '';
  // Dollars have their sign.
  const said = volumeUnit !== 'USD' && <span class="more">{unit}</span>;
  return (
    <>
      {isResolved ? (
        <Item title="Resolved">{result ?? 'yes'}</Item>
      ) : likeliest ? (
        <Item title={likeliest.name} help="The likeliest outcome, by its price.">
          <Figure value={likeliest.price} format={share} />
        </Item>
      ) : (
        <Item title="Yes" help={TERMS.Yes}>
          <Figure value={yesPrice} format={share} />
        </Item>
      )}
      {day !== null && (
        <Item title="Odds, 24 h" help={TERMS['24 h change']}>
          <OddsChange value={day} />
        </Item>
      )}
      {week !== null && (
        <Item title="Odds, 7 d" help="The change of the odds since the close of the day seven days ago.">
          <OddsChange value={week} />
        </Item>
      )}
      <Item title="24 h volume" help={TERMS.Volume}>
        <DayVolume of={of} />
      </Item>
      <Item title="Volume">
        <Figure value={volume} format={amount} unit={unit} />
        {said}
      </Item>
      {liquidity !== null && (
        <Item title="Liquidity">
          {volumeUnit === 'PLAY_MONEY' ? (
            <>
              <Figure value={liquidity} format={short} unit={unit} />
              {said}
            </>
          ) : (
            <Figure value={liquidity} format={money} unit=" USD" />
          )}
        </Item>
      )}
      {endDate && (
        <Item title={isOver(endDate) ? 'Ended' : 'Ends'}>
          <span class="day">{moment(endDate).replace(/:\d\d UTC$/, ' UTC')}</span>
        </Item>
      )}
    </>
  );
}

function Terms({ of }: { readonly of: Market }) {
  const { outcomes, rules } = of;
  const ranked = rankedOf(of);
  return (
    <div class="body market-terms">
      <dl class="outcomes">
        {(ranked.length > 0 ? ranked : outcomes)?.map(({ name, price: odds }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Probability of={odds} />
            </dd>
          </div>
        ))}
      </dl>
      {oddsOf(of).length < 2 && <p class="said">No odds of past days are stored.</p>}
      {rules !== null && <p class="said">{rules}</p>}
    </div>
  );
}
