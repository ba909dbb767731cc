/**
 * The exchange ticker in what filers write into the field: `nzf`, `(SIRI)`, `NYSE:NYCB`, `BFA, BFB`, `MOGA/MOGB`.
 * Of several share classes the first. Null for `NONE`, `N/A` and other ways to say that there is none.
 */
export function tickerOf(text: string): string | null {
  const upper = text.toUpperCase().trim();
  if (NO_TICKER.test(upper.replace(/[^A-Z0-9/]+/g, ' ').trim())) return null;
  if (SPACED.test(upper)) return upper.replaceAll(' ', '');
  const [ticker] = upper
    .replace(EXCHANGE_SUFFIX, '')
    .split(/[\s,;:/&()[\]"'’]+/)
    .filter((word) => word !== '' && !EXCHANGES.has(word));
  return ticker !== undefined && TICKER.test(ticker) ? ticker : null;
}

const TICKER = /^(?=.*[A-Z])[A-Z0-9^$][A-Z0-9.\-^$]{0,14}$/;

/** "N O G" is one ticker; "BIO BIOB" and "F, K" are two. */
const SPACED = /^[A-Z]( [A-Z])+$/;

const NO_TICKER =
  /^$|^(N\/A|N A|NA|NONE|NULL|NIL|UNKNOWN|TBD|TBA|PRIVATE|UNLISTED|XXXX?|N\/A N\/A|NOT .*|NO (SYMBOL|TICKER|TRADING|PUBLIC|MARKET).*|NONE .*|N\/A .*)$/;

const EXCHANGES = new Set([
  'NYSE',
  'NYSEAMERICAN',
  'NYSEMKT',
  'AMEX',
  'ARCA',
  'NASDAQ',
  'NASDAQGS',
  'NASDAQGM',
  'NASDAQCM',
  'OTC',
  'OTCBB',
  'OTCMKTS',
  'OTCQB',
  'OTCQX',
  'TSX',
  'TSXV',
]);

const EXCHANGE_SUFFIX = /-(NYSE|NASDAQ|AMEX|OTC|TSX)$/;
