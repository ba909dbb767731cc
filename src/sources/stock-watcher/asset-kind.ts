/**
 * The kind of an asset that the filer's comment or its name tells beyond doubt, in the words of the Senate's reports where
 * these have one. House files do not say the kind that stands in the report behind the name (`[ST]`, `[GS]` …), old Senate
 * files neither.
 */
export function kindInName(name: string | null, comment: string | null): string | null {
  const named = name === null ? undefined : KINDS.find(([, pattern]) => pattern.test(name));
  return kindInComment(comment) ?? named?.[0] ?? null;
}

/** In this order: an option on a fund is an option, and a fund of bonds is a fund. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  [
    'Stock Option',
    /^(?:CALL|PUT) (?!MAKE)|^[A-Z]{1,5}(?: [A-Z])? (?:CALL|PUT)$|\bOption Type: |\b(?:call|put) options?\b/,
  ],
  ['Exchange Traded Fund', /\bET[FN]s?\b|^(?:iShares|SPDR|ProShares|Direxion) /i],
  ['Mutual Fund', /\b(?:mutual fund|M\/F|bond (?:fund|fd|index|cl))\b/i],
  [
    'Government Security',
    /\b(?:U\.? ?S\.?|United States) (?:Treas|TSY)|\bTreasury (?:Bill|Note|Bond)s?\b|\bT[- ]Bill\b/i,
  ],
  [
    'Cryptocurrency',
    /^(?:Bitcoin|BTC|Ethereum|ETH|Solana|SOL|XRP|Litecoin|USDC)\b(?! Trust)|\(CRYPTO:|\bcrypto ?currency\b/i,
  ],
  [
    'Stock',
    /\b(?:common (?:stock|shares|units)|ordinary shares?|(?:preferred|capital) stock|depositary (?:shares?|receipts?)|shares of beneficial interest|ADRs?|ADS|ORD)\b/i,
  ],
  // A coupon with a day on which it is due, or a word for a debt at the end of a name.
  [
    'Bond',
    /\d ?%.*(?:\bdue\b|\d{1,2}\/\d{1,2}\/\d{2,4}|\d{4}-\d\d-\d\d|\bmatur)|\b\d+\.\d{2,} (?:\d{4}-\d\d-\d\d|\d{2}\/\d{2}\/\d{4})|\b(?:bonds?|notes?|MTN|debentures?)\b/i,
  ],
];

/** What the filer says of the asset in words. */
function kindInComment(comment: string | null): string | null {
  if (comment === null) return null;
  if (/\b(?:call|put) options?\b|\bcovered call\b/i.test(comment)) return 'Stock Option';
  if (/^(?:corporate|municipal) bonds?$/i.test(comment)) return 'Bond';
  return null;
}

/** Kinds that trade on an exchange under the ticker of the asset; an option or a bond does not trade as its issuer's stock. */
const LISTED: ReadonlySet<string> = new Set(['Stock', 'Other Securities', 'Exchange Traded Fund']);

/** Whether an asset trades on an exchange under its ticker; `type` is null where neither report nor name says the kind. */
export function isTradable(
  ticker: string | null,
  type: string | null,
  name: string | null,
  comment: string | null,
): boolean {
  if (ticker === null || (type !== null && !LISTED.has(type))) return false;
  // Filers call an option a stock, too ("SMCI CALL"), and Nasdaq ends the symbols of mutual funds in a fifth letter X.
  const inName = kindInName(name, comment);
  return (inName === null || LISTED.has(inName)) && !/^[A-Z]{4}X$/.test(ticker);
}
