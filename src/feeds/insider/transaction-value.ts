import { MONEY } from '../../feed/bounds.ts';
import type { InsiderFiling } from './feed.ts';
import type { SecurityClass } from './security-class.ts';

type Amounts = Pick<
  InsiderFiling,
  'total_value' | 'shares' | 'price_per_share' | 'underlying_shares' | 'exercise_price'
> & { readonly security_class: SecurityClass | null };

/**
 * The value of a transaction in USD: its total as filed where there is one, else shares times price; null where neither can be
 * had. Of ASTR's notes (0001213900-24-062990) 433,168 stand beside a price and a total of 1,000,000: the value is the total.
 */
export function transactionValue(amounts: Amounts): number | null {
  const { total_value, shares, price_per_share } = amounts;
  if (total_value !== null) return total_value;
  if (shares === null || price_per_share === null || isPriceOfAll(amounts)) return null;
  return product(shares, price_per_share);
}

/**
 * Whether the price of notes is that of all of them. Notes have no number, so filers put the shares they convert into (SCKT:
 * 551,759 at 525,000) or their principal (ASPN: 123,937,608 at 150,028,886) into that column, and what was paid for all
 * beside it. Such a price is of the size of what all of them convert for, shares times conversion price (SCKT: 524,171), and the
 * price of one is not.
 */
function isPriceOfAll({
  security_class,
  shares,
  price_per_share,
  underlying_shares,
  exercise_price,
}: Amounts): boolean {
  const all = (underlying_shares ?? 0) * (exercise_price ?? 0);
  const price = price_per_share ?? 0;
  return security_class === 'note' && (shares ?? 0) > 1 && all > 0 && price > all / 10;
}

/**
 * Not rounded to cents, for prices have up to four decimals and more: 15 significant digits, all that a double keeps of any
 * decimal, drop nothing but the noise of binary multiplication (1400 × 11.8085 is 16531.9, not 16531.900000000001). More than there
 * is money is no value: SCOR's preferred stock (0001104659-23-062344), 27,509,203 at 57,500,000 for all.
 */
function product(shares: number, price: number): number | null {
  const value = Number((shares * price).toPrecision(15));
  return value <= MONEY.max ? value : null;
}
