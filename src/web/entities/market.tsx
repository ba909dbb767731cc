import { PredictionMarketPageDocument } from '../../../schema/operations/generated/graphql.ts';
import { assetPath } from '../data/asset-path.ts';
import { isYesOrNo, likeliestOf, rankedOf } from '../data/likeliest.ts';
import { isMarketOver } from '../data/market-over.ts';
import type { EntityOf } from '../data/state.ts';
import { TERMS } from '../data/terms.ts';
import { platformOf } from '../panels/feed-words.ts';
import { DayVolume, MARKETS, Probability, unitOf } from '../panels/markets.tsx';
import { DocumentLink } from '../ui/document.tsx';
import { FeedPanel } from '../ui/feed-panel.tsx';
import { Figure, OddsChange } from '../ui/figure.tsx';
import { moment, money, NONE, short } from '../ui/format.ts';
import { Item } from '../ui/item.tsx';
import { useFeed } from '../ui/page-context.tsx';
import { isOver } from '../ui/time.tsx';
import { dayChangeOf, oddsOf, saidOf, weekChangeOf } from './odds.ts';
import { oddsTexts } from './odds-texts.ts';
import type { EntityView } from './view.ts';

type Market = EntityOf<'PredictionMarket'>;

export const MARKET: EntityView<Market> = {
  query: PredictionMarketPageDocument,
  titleOf: ({ question }) => question,
  subtitleOf: ({ url, asset, ...market }) => (
    <>
      <DocumentLink href={url}>{platformOf(market)}</DocumentLink>
      {asset && (
        <>
          {' · '}
          <a href={assetPath(asset.symbol, asset.kind)}>{asset.symbol}</a>
        </>
      )}
    </>
  ),
  Figures: Odds,
  preview: {
    open: { markets: (marketId) => ({ market_id: marketId }) },
    titleOf: ({ markets }) => markets.rows?.[0]?.question ?? null,
    Subtitle: () => {
      const market = useFeed('markets').rows?.[0];
      return market && platformOf(market);
    },
    Figures: Previewed,
    offer: 'A key shows the odds by day, the names of the outcomes and the rules. A free key is enough.',
  },
  chart: {
    title: 'Odds',
    titleOf: (market) => (isYesOrNo(market) ? 'Odds' : `Odds of “${market.outcomes?.[0]?.name}”`),
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
    rowsOf: othersOf,
    Panel: () => (
      <FeedPanel name="markets" label="Other markets" columns={MARKETS} empty="No other market in view." />
    ),
  },
  followOf: (market) => ({
    marketId: { in: [market.marketId, ...othersOf(market).map(({ marketId }) => marketId)] },
  }),
};

/** The other open markets on its asset. */
function othersOf({ id, asset }: Market) {
  return (asset?.predictionMarkets.nodes ?? []).filter((other) => other.id !== id);
}

function Odds({ of }: { readonly of: Market }) {
  const likeliest = likeliestOf(of);
  const format = () => headTextOf(of);
  const { yesPrice, volume, volumeUnit, liquidity, endDate, isResolved, result } = of;
  const [day, week] = [dayChangeOf(of), weekChangeOf(of)];
  return (
    <>
      {isResolved ? (
        <Item title="Resolved">{result ?? 'yes'}</Item>
      ) : likeliest ? (
        <Item title={likeliest.name} help="The likeliest outcome, by its price.">
          <Figure value={likeliest.price} format={format} />
        </Item>
      ) : (
        <Item title="Yes" help={TERMS.Yes}>
          <Figure value={yesPrice} format={format} />
        </Item>
      )}
      {day !== null && (
        <Item title="Change, 24 h" help={TERMS['24 h change']}>
          <OddsChange value={day} />
        </Item>
      )}
      {week !== null && (
        <Item
          title="Change, 7 d"
          help="The change of the odds since the newest close that is at least seven days old. A day closes at midnight, UTC."
        >
          <OddsChange value={week.change} />{' '}
          <span class="more">
            since the close of <span class="day">{week.since}</span>
          </span>
        </Item>
      )}
      <Item title="24 h volume" help={TERMS.Volume}>
        <DayVolume of={of} />
      </Item>
      <Item title="Volume">
        <Amount value={volume} unit={volumeUnit} />
      </Item>
      {liquidity !== null && (
        <Item title="Liquidity">
          <Amount value={liquidity} unit={volumeUnit === 'PLAY_MONEY' ? volumeUnit : 'USD'} />
        </Item>
      )}
      <Ends on={endDate} />
    </>
  );
}

/** Of the open feed, which does not name outcomes. */
function Previewed() {
  const market = useFeed('markets').rows?.[0];
  if (!market) return null;
  return (
    <>
      <Item title={isMarketOver(market) ? 'Last odds' : 'Odds'} help={TERMS.Odds}>
        <Figure value={market.yesPrice} format={(price) => oddsTexts([price])[0] ?? NONE} />
      </Item>
      <Item title="24 h volume" help={TERMS.Volume}>
        <DayVolume of={market} />
      </Item>
      <Ends on={market.endDate} />
    </>
  );
}

/** In the unit of its platform; dollars have their sign. */
function Amount({ value, unit }: { readonly value: number | null; readonly unit: string | null }) {
  if (unit === 'USD') return <Figure value={value} format={money} unit=" USD" />;
  const said = unit ? ` ${unitOf(unit)}` : '';
  return (
    <>
      <Figure value={value} format={short} unit={said} />
      <span class="more">{said}</span>
    </>
  );
}

const Ends = ({ on }: { readonly on: string | null }) =>
  on === null ? null : (
    <Item title={isOver(on) ? 'Ended' : 'Ends'}>
      <span class="day">{moment(on).replace(/:\d\d UTC$/, ' UTC')}</span>
    </Item>
  );

/** The outcomes as they are listed, each with its odds as a text; the texts add up. */
function listedOf(market: Market) {
  const ranked = rankedOf(market);
  const listed = ranked.length > 0 ? ranked : (market.outcomes ?? []);
  const texts = oddsTexts(listed.map(({ price }) => price));
  return listed.map((outcome, place) => ({ ...outcome, text: texts[place] ?? NONE }));
}

/** The odds in the head, as the list of outcomes has them. */
function headTextOf(market: Market): string {
  const listed = listedOf(market);
  const shown = likeliestOf(market) === null ? listed.find(({ name }) => /^yes$/i.test(name)) : listed[0];
  return shown?.text ?? oddsTexts([market.yesPrice])[0] ?? NONE;
}

function Terms({ of }: { readonly of: Market }) {
  const { rules } = of;
  return (
    <div class="body market-terms">
      <dl class="outcomes">
        {listedOf(of).map(({ name, price: odds, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Probability of={odds} format={() => text} />
            </dd>
          </div>
        ))}
      </dl>
      {oddsOf(of).length < 2 && <p class="said">No odds of past days are stored.</p>}
      {rules !== null && <p class="said">{rules}</p>}
    </div>
  );
}
