import type { RowOf } from '../data/feeds.ts';
import type { Asset } from '../data/state.ts';
import {
  coinDigits,
  coinDollars,
  day,
  dollarDigits,
  dollars,
  moment,
  price,
  rateDigits,
  words,
} from '../ui/format.ts';

/** The newest price of an asset that the page knows: one for its head and its chart. */
export interface NewestPrice {
  readonly price: number;
  readonly currency: string;
  readonly isCoin: boolean;
  readonly changePct: number | null;
  /** What the change is since. */
  readonly since: string;
  /** The day or the hour whose close it is; null: none. */
  readonly closeOf: string | null;
  /** Where it comes from. */
  readonly source: string;
}

/** A scan of coins is newer than the last bar that closed. */
export function newestPrice(
  asset: Asset | null,
  scan: RowOf['outperformers'] | null,
  isSimulated = false,
): NewestPrice | null {
  const known = asset?.price ?? null;
  const currency = known?.currency ?? 'USD';
  const scanned = scan?.currentPrice ?? null;
  if (scan && scanned !== null)
    return {
      price: scanned,
      currency,
      isCoin: true,
      changePct: scan.perf24h,
      since: '24 h',
      closeOf: null,
      source:
        'From the newest scan of coins. Signals have the prices of their own sources, and the candles end with the last closed bar',
    };
  if (!asset || !known) return null;
  return {
    price: known.last,
    currency,
    isCoin: asset.kind === 'CRYPTO',
    changePct: known.changePct24h,
    ...timesOf(asset, known),
    source: `${isSimulated ? 'Simulated' : words(known.source.provider.toLowerCase())}, ${moment(known.at)}`,
  };
}

/** A stock is compared with the close of the trading day before, everything else with 24 hours ago. */
function timesOf(
  { days }: Asset,
  { last, at, source }: NonNullable<Asset['price']>,
): Pick<NewestPrice, 'since' | 'closeOf'> {
  const [newest] = days.nodes ?? [];
  if (newest && newest.day !== null && newest.close === last)
    return { since: 'on the day', closeOf: day(newest.day) };
  const isClose = source.provider !== 'scan';
  return { since: '24 h', closeOf: isClose ? moment(at).replace(':00 UTC', ' UTC') : null };
}

/** How prices in a currency are written. Coins that are worth a dollar are written as one. `isCoin`: of what has the price. */
export function formatOf(currency: string, isCoin: boolean) {
  if (!currency.startsWith('USD')) return { format: price, digitsOf: rateDigits };
  return isCoin ? { format: coinDollars, digitsOf: coinDigits } : { format: dollars, digitsOf: dollarDigits };
}
