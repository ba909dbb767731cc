import { isQuoted } from '../../feeds/insider/quoted-class.ts';
import { securityClassOf } from '../../feeds/insider/security-class.ts';

/**
 * The exchange tickers in what filers write into the field: `nzf`, `(SIRI)`, `NYSE:NYCB`, `BFA, BFB`, `MOGA/MOGB`, the first
 * first. None for `NONE`, `N/A` and other ways to say that there is none, and for what is no ticker (`#qefy5cx`).
 */
export function tickersOf(text: string): readonly string[] {
  const upper = text.toUpperCase().trim();
  if (NO_TICKER.test(upper.replace(/[^A-Z0-9/]+/g, ' ').trim())) return [];
  if (SPACED.test(upper)) return [upper.replaceAll(' ', '')];
  const words = upper
    .replace(EXCHANGE_SUFFIX, '')
    .split(/[\s,;:/&()[\]"'’]+/)
    .filter((word) => word !== '' && word !== 'AND' && !EXCHANGES.has(word));
  return TICKER.test(words[0] ?? '') ? words.filter((word) => TICKER.test(word)) : [];
}

/** The first, of several the one that is the security's: `WLYB` of `WLY/WLYB` for Class B Common Stock. Null without any. */
export function tickerOfSecurity(
  tickers: readonly string[],
  security_table: 'I' | 'II',
  security_title: string | null,
): string | null {
  const security_class = securityClassOf(security_title, security_table);
  const own = tickers.find((ticker) => isQuoted({ ticker, security_table, security_title, security_class }));
  return own ?? tickers[0] ?? null;
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
