import { MONEY, PERCENT, PRICE, SUPPLY } from '../../feed/bounds.ts';
import { instant, number } from '../../feed/field.ts';

/** Of every field here: GraphQL and ingestion alone, and null where the provider does not say it. */
const SAID = { nullable: true, rest: false } as const;

/** What CoinGecko says of a coin in a scan besides price, rank and performance; all of the moment of the scan. */
export const coinFields = {
  observed_at: instant('Moment of the scan that all values of the row come from.', { ...SAID, filter: true }),
  market_cap: number('Market capitalisation: price times circulating supply.', {
    ...SAID,
    bounds: MONEY,
    filter: true,
    sort: true,
    unit: 'USD',
  }),
  volume_24h: number('Value of what was traded within 24 hours.', {
    ...SAID,
    bounds: MONEY,
    filter: true,
    sort: true,
    unit: 'USD',
  }),
  fully_diluted_value: number('Price times all coins that will ever exist.', {
    ...SAID,
    bounds: MONEY,
    filter: true,
    sort: true,
    unit: 'USD',
  }),
  circulating_supply: number('Coins in circulation.', {
    ...SAID,
    bounds: SUPPLY,
    filter: true,
    unit: 'coins',
    unitBy: 'symbol',
  }),
  total_supply: number('Coins created, without those destroyed.', {
    ...SAID,
    bounds: SUPPLY,
    filter: true,
    unit: 'coins',
    unitBy: 'symbol',
  }),
  max_supply: number('Maximum number of coins that will ever exist. Null where there is no limit.', {
    ...SAID,
    bounds: SUPPLY,
    filter: true,
    unit: 'coins',
    unitBy: 'symbol',
  }),
  high_24h: number('Highest price within 24 hours.', { ...SAID, bounds: PRICE, filter: true, unit: 'USD' }),
  low_24h: number('Lowest price within 24 hours.', { ...SAID, bounds: PRICE, filter: true, unit: 'USD' }),
  all_time_high: number('Highest price ever.', { ...SAID, bounds: PRICE, filter: true, unit: 'USD' }),
  all_time_high_at: instant('When the highest price ever was reached.', { ...SAID, filter: true }),
  from_all_time_high_pct: number('Price against the highest ever.', {
    ...SAID,
    bounds: PERCENT,
    filter: true,
    sort: true,
    unit: '%',
  }),
  all_time_low: number('Lowest price ever.', { ...SAID, bounds: PRICE, filter: true, unit: 'USD' }),
  all_time_low_at: instant('When the lowest price ever was reached.', { ...SAID, filter: true }),
  from_all_time_low_pct: number('Price against the lowest ever.', {
    ...SAID,
    bounds: PERCENT,
    filter: true,
    sort: true,
    unit: '%',
  }),
} as const;
