import { COUNT, MONEY, PROBABILITY } from '../../feed/bounds.ts';
import { boolean, instant, integer, number, numbers, objects, oneOf, text } from '../../feed/field.ts';

/** In what platforms count what was traded: US dollars, contracts that pay 1 USD or nothing, or play money. */
export const VOLUME_UNITS = ['USD', 'contracts', 'play_money'] as const;

/** Of every field here: GraphQL and ingestion alone, and null where the platform does not say it. */
const SAID = { nullable: true, rest: false } as const;

/** A difference of two prices. */
const PRICE_CHANGE = { min: -1, max: 1 } as const;

/** What platforms say of a market besides the members of the REST rows; docs/data.md has where each comes from. */
export const marketFields = {
  observed_at: instant(
    'Newest moment at which the platform is known to have said this: the time of the newest capture that says the same, to within six hours. Null where neither the file nor the platform gives a time.',
    { ...SAID, filter: true },
  ),
  outcomes: objects(
    'Name and price of every outcome, in the order of `outcomePrices`.',
    {
      name: text('Name of the outcome, e.g. Yes.'),
      price: number('Price of the outcome, a probability from 0 to 1. Null where the platform states none.', {
        bounds: PROBABILITY,
        nullable: true,
      }),
    },
    { ...SAID, typeName: 'PredictionOutcome' },
  ),
  event_id: text("The platform's identifier of the event. For Kalshi, the event ticker.", {
    ...SAID,
    filter: true,
  }),
  slug: text('Readable name of the market in the URLs of the platform.', SAID),
  url: text("URL of the market's page, or of its event's page.", SAID),
  bid: number(
    'Highest price offered for Yes, or for the first outcome. For PredictIt, the price that a sale of Yes brings.',
    {
      ...SAID,
      bounds: PROBABILITY,
      filter: true,
      unit: 'probability 0 to 1',
    },
  ),
  ask: number(
    'Lowest price asked for Yes, or for the first outcome. For PredictIt, the price that a purchase of Yes costs.',
    {
      ...SAID,
      bounds: PROBABILITY,
      filter: true,
      unit: 'probability 0 to 1',
    },
  ),
  spread: number('Ask minus bid. Null where one of the two is missing.', {
    ...SAID,
    bounds: PRICE_CHANGE,
    filter: true,
    sort: true,
    unit: 'probability points',
  }),
  last_trade_price: number(
    'Price of the last trade of Yes, or of the first outcome, however old the trade is.',
    {
      ...SAID,
      bounds: PROBABILITY,
      filter: true,
      unit: 'probability 0 to 1',
    },
  ),
  one_day_change: number(
    'Change of the price within a day, as the platform states it. For PredictIt, since the last close. For Kalshi, since the last trade a day ago.',
    { ...SAID, bounds: PRICE_CHANGE, filter: true, sort: true, unit: 'probability points' },
  ),
  volume_unit: oneOf(
    'What `volume` and `volume24h` count; null where the platform publishes none.',
    VOLUME_UNITS,
    {
      ...SAID,
      enumName: 'VolumeUnit',
      filter: true,
      group: true,
    },
  ),
  volume_24h_usd: number(
    'Volume of the last 24 hours, to compare platforms by: dollars as the platform states them; contracts times the price of Yes now, about what was paid for them. Null for play money, and where the platform publishes no volume or no price.',
    { ...SAID, bounds: MONEY, filter: true, sort: true, unit: 'USD' },
  ),
  liquidity: number('What the platform calls liquidity, in USD. For Manifold, in play money.', {
    ...SAID,
    bounds: MONEY,
    filter: true,
    sort: true,
  }),
  open_interest: number('Number of contracts that are held.', {
    ...SAID,
    bounds: MONEY,
    filter: true,
    sort: true,
    unit: 'contracts',
  }),
  is_resolved: boolean('Whether the outcome is final.', { ...SAID, filter: true, group: true }),
  resolved_at: instant('When the outcome became final.', { ...SAID, filter: true }),
  result: text(
    'Name of the outcome that came true. mixed: several outcomes are paid in part. cancelled: stakes go back. Otherwise as the platform says.',
    { ...SAID, filter: true, group: true, caseless: true },
  ),
  settlement_price: number('Price at which Yes, or the first outcome, is paid out.', {
    ...SAID,
    bounds: PROBABILITY,
    filter: true,
    unit: 'probability 0 to 1',
  }),
  participant_count: integer(
    'Number of people behind the price. For Metaculus, forecasters. For Manifold, bettors.',
    {
      ...SAID,
      bounds: COUNT,
      filter: true,
      sort: true,
    },
  ),
  forecast_quartiles: numbers(
    'Lower quartile, median and upper quartile of the forecasts of Yes. Only for Metaculus.',
    {
      ...SAID,
      bounds: PROBABILITY,
    },
  ),
  rules: text('Rules by which the market resolves, in the words of the platform.', SAID),
} as const;
