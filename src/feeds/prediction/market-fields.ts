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
    'The newest moment at which the platform is known to have said this: of a capture, or of one behind it that said the ' +
      'same, to six hours. Null where neither file nor platform says when.',
    { ...SAID, filter: true },
  ),
  outcomes: objects(
    'Name and price of every outcome, in the order of `outcomePrices`.',
    {
      name: text('Name of the outcome, e.g. Yes.'),
      price: number('Its price, a probability from 0 to 1; null where the platform states none.', {
        bounds: PROBABILITY,
        nullable: true,
      }),
    },
    { ...SAID, typeName: 'PredictionOutcome' },
  ),
  event_id: text("The platform's own name of the event: of Kalshi its event ticker.", {
    ...SAID,
    filter: true,
  }),
  slug: text("The platform's readable name of the market in addresses.", SAID),
  url: text('Page of the market, or of the event it belongs to.', SAID),
  bid: number('Highest price offered for Yes, or the first outcome; of PredictIt what selling Yes brings.', {
    ...SAID,
    bounds: PROBABILITY,
    filter: true,
    unit: 'probability 0 to 1',
  }),
  ask: number('Lowest price asked for Yes, or the first outcome; of PredictIt what buying Yes costs.', {
    ...SAID,
    bounds: PROBABILITY,
    filter: true,
    unit: 'probability 0 to 1',
  }),
  spread: number('Ask less bid; null unless there are both.', {
    ...SAID,
    bounds: PRICE_CHANGE,
    filter: true,
    sort: true,
    unit: 'probability points',
  }),
  last_trade_price: number('Price of the last trade of Yes, or the first outcome, however old it is.', {
    ...SAID,
    bounds: PROBABILITY,
    filter: true,
    unit: 'probability 0 to 1',
  }),
  one_day_change: number(
    'Change of the price within a day as the platform has it; of PredictIt since the last close, of Kalshi since the last trade a day ago.',
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
  liquidity: number('What the platform calls liquidity, in USD, of Manifold in play money.', {
    ...SAID,
    bounds: MONEY,
    filter: true,
    sort: true,
  }),
  open_interest: number('Contracts that are held.', {
    ...SAID,
    bounds: MONEY,
    filter: true,
    sort: true,
    unit: 'contracts',
  }),
  is_resolved: boolean('Whether the outcome is final.', { ...SAID, filter: true, group: true }),
  resolved_at: instant('When it was.', { ...SAID, filter: true }),
  result: text(
    'The outcome that came true, by its name; mixed where several are paid in part, cancelled where stakes go back, else as the platform says.',
    { ...SAID, filter: true, group: true, caseless: true },
  ),
  settlement_price: number('What Yes, or the first outcome, is paid out at.', {
    ...SAID,
    bounds: PROBABILITY,
    filter: true,
    unit: 'probability 0 to 1',
  }),
  participant_count: integer('People behind the price: forecasters of Metaculus, bettors of Manifold.', {
    ...SAID,
    bounds: COUNT,
    filter: true,
    sort: true,
  }),
  forecast_quartiles: numbers(
    'Lower quartile, median and upper quartile of the forecasts of Yes, of Metaculus.',
    {
      ...SAID,
      bounds: PROBABILITY,
    },
  ),
  rules: text('What makes it resolve to which outcome, in the words of the platform.', SAID),
} as const;
