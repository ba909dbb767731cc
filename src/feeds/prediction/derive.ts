import type { AnyRecord } from '../../feed/feed.ts';
import type { PredictionMarket } from './feed.ts';

/** Sets the volume in dollars from the volume, unit and price of the same market, of imported and of sent records alike. */
export function deriveMarket(record: AnyRecord): AnyRecord {
  const market = record as PredictionMarket; // records are checked against the declaration when they enter
  return { ...market, volume_24h_usd: dollarsOf(market) };
}

type Traded = Pick<PredictionMarket, 'volume_24h' | 'volume_unit' | 'yes_price'>;

/**
 * The volume of the last 24 hours in US dollars: dollars as stated; contracts, which pay 1 USD or nothing, at the price of Yes now,
 * about what was paid for them. Kalshi states `volume_24h_fp` in contracts and `notional_value_dollars`, what one pays, but no
 * dollars of a day (docs.kalshi.com, Get Market). Null for play money.
 *
 * Worked example: 269,800 contracts at 0.28 are 75,544 dollars.
 */
function dollarsOf({ volume_24h: volume, volume_unit: unit, yes_price: price }: Traded): number | null {
  if (volume === null || unit === 'USD') return unit === 'USD' ? volume : null;
  return unit === 'contracts' && price !== null ? toCents(volume * price) : null;
}

/** As the migration that filled the rows of before rounds. */
const toCents = (dollars: number): number => Math.floor(dollars * 100 + 0.5) / 100;
