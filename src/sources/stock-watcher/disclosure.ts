/** The day the STOCK Act was signed; no periodic transaction report is older. */
const STOCK_ACT = '2012-04-04';

/** Why a day cannot be the one a trade was disclosed on; null when it can. Both are local date-times. */
export function faultOfDisclosure(disclosedOn: string, tradedOn: string | null): string | null {
  if (disclosedOn < STOCK_ACT) return 'disclosure dated before the STOCK Act';
  if (tradedOn !== null && disclosedOn < tradedOn) return 'disclosure dated before the trade';
  return null;
}
