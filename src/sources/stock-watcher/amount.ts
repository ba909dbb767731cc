/** What a report says of the value of a trade: a bracket of the form in USD. All null where it says none. */
export interface Amount {
  readonly low: number | null;
  /** Null where the bracket has no upper end. */
  readonly high: number | null;
  /** Whether it is the bracket of the form that has no end because a spouse or child holds the asset alone. */
  readonly isCapped: boolean | null;
  readonly fault: string | null;
}

const NONE: Amount = { low: null, high: null, isCapped: null, fault: null };

/**
 * Reads `$1,001 - $15,000`, `Over $50,000,000`, `Spouse/DC Over $1,000,000`, `$50,000,001 +`, and the exact amounts that some
 * filers type (`$318.74`). Brackets are those of 5 U.S.C. § 13104(d)(1); the ones above $1,000,000 do not apply to what a spouse
 * or dependent child holds alone (§ 13104(e)(1)), for which both forms have "over $1,000,000". A bracket whose end the parser of
 * a report lost (`$1,001 -`) is completed from the statute. Null is no amount.
 */
export function amountOf(text: string | null): Amount {
  if (text === null) return NONE;
  const [, cap, over, plus] =
    /^(Spouse\/DC (?:Asset )?)?Over \$([\d,]+) ?\*?$|^\$([\d,]+) ?\+$/i.exec(text) ?? [];
  if (over !== undefined) {
    const bound = dollars(over);
    return { low: bound + 1, high: null, isCapped: cap !== undefined || bound === CAP, fault: null };
  }
  if (plus !== undefined) return { low: dollars(plus), high: null, isCapped: false, fault: null };
  const [, first, dash, last] = /^\$([\d,]+(?:\.\d\d?)?)(?: ?([-–]) ?(?:\$([\d,]+))?)?$/.exec(text) ?? [];
  if (first === undefined) return { ...NONE, fault: 'amount is not one' };
  const low = dollars(first);
  const high = last === undefined ? (dash === undefined ? low : endOfBracket(low)) : dollars(last);
  if (high === null || high < low) return { ...NONE, fault: 'amount is not one' };
  return { low, high, isCapped: false, fault: null };
}

const CAP = 1_000_000;

/** Upper ends of the brackets, and of the one below them, which a report need not have. */
const ENDS = [1_000, 15_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 5_000_000, 25_000_000, 50_000_000];

function endOfBracket(low: number): number | null {
  const below = ENDS.indexOf(low - 1);
  return below < 0 ? null : (ENDS[below + 1] ?? null);
}

const dollars = (digits: string): number => Number(digits.replaceAll(',', ''));
