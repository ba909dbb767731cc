import { type TextForm, wordsForm } from '../../feed/text-form.ts';

/**
 * What a transaction code of forms 4 and 5 means, in a few words; null for a code the SEC does not define.
 * Source: "Ownership Form Codes", sec.gov/edgar/searchedgar/ownershipformcodes.html.
 */
export function transactionTypeOf(code: string | null): string | null {
  return code === null ? null : (TYPES.get(code.toUpperCase()) ?? null);
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['P', 'Open market purchase'],
  ['S', 'Open market sale'],
  ['V', 'Voluntary early report'],
  ['A', 'Grant or award'],
  ['D', 'Disposition to the issuer'],
  ['F', 'Payment of exercise price or tax liability'],
  ['I', 'Discretionary transaction'],
  ['M', 'Exercise or conversion of exempt derivative'],
  ['C', 'Conversion of derivative'],
  ['E', 'Expiration of short derivative position'],
  ['H', 'Expiration of long derivative position with value received'],
  ['O', 'Exercise of out-of-the-money derivative'],
  ['X', 'Exercise of in-the-money or at-the-money derivative'],
  ['G', 'Gift'],
  ['L', 'Small acquisition'],
  ['W', 'Will or inheritance'],
  ['Z', 'Deposit into or withdrawal from voting trust'],
  ['J', 'Other acquisition or disposition'],
  ['K', 'Equity swap or similar instrument'],
  ['U', 'Disposition in a change of control'],
]);

/** One of these codes. */
export const TRANSACTION_CODE = wordsForm([...TYPES.keys()], 'i');

/** What a code means, and what may stand behind it: `Open market purchase of warrants, disposed of`. */
export const TRANSACTION_LABEL: TextForm = {
  says: `what a code means (${[...TYPES.values()].join(', ')}), with the security and the direction where it has them`,
  pattern: new RegExp(`^(${[...TYPES.values()].join('|')})( of [a-z ]+)?(, [a-z ]+)?$`, 'i'),
};

/** What the parameter `transaction_type` of REST takes: a direction, a code, or what a code means. */
export const TRANSACTION_WORD: TextForm = {
  says: `a direction (buy, sell, other), a code (${[...TYPES.keys()].join(', ')}), or ${TRANSACTION_LABEL.says}`,
  pattern: new RegExp(
    `^(buy|sell|other)$|${TRANSACTION_CODE.pattern.source}|${TRANSACTION_LABEL.pattern.source}`,
    'i',
  ),
};
