import type { SecurityClass } from './security-class.ts';

/** What is asked of one transaction. */
export interface Reported {
  readonly ticker: string | null;
  readonly security_table: 'I' | 'II' | null;
  readonly security_title: string | null;
  readonly security_class: SecurityClass | null;
}

/**
 * Whether the ticker of the issuer is that of the security reported; null where the form does not say enough. A ticker quotes
 * common stock of one class, or the American depositary shares of a company abroad, so it is not that of:
 *
 * - derivatives (Table II), preferred stock and the depositary shares of it, units, notes;
 * - common stock of another class than the ticker's. Which class that is, the ticker says itself (`BRK.B`, `FCNCA`: the fifth
 *   letter of Nasdaq's symbols), or `CLASS_OF_TICKER`; any other quotes class A, or stock without classes.
 *
 * A title that ends with the ticker (`… Preferred Stock, Series 2 (CHSCN)`) is that of the ticker, whatever it is.
 */
export function isQuoted(reported: Reported): boolean | null {
  const { ticker, security_table: table, security_title: title, security_class: kind } = reported;
  if (table === 'II') return false;
  if (ticker === null || title === null || kind === null || table === null) return null;
  if (names(title, ticker)) return true;
  const isStock = kind === 'common' || (kind === 'depositary' && AMERICAN.test(title));
  if (!isStock || OTHER_SECURITY.test(ticker)) return false;
  const letter = CLASS_IN_TITLE.exec(title)?.[1]?.toUpperCase();
  return letter === undefined || letter === classOfTicker(ticker);
}

/** The class of common stock that a ticker quotes: a letter. */
function classOfTicker(ticker: string): string {
  const own = /^[A-Z]{1,4}[.\-/]([A-Z])$/.exec(ticker)?.[1] ?? /^[A-Z]{4}([AB])$/.exec(ticker)?.[1];
  return own ?? CLASS_OF_TICKER.get(ticker) ?? 'A';
}

/** At its end: `(CHSCN)`, `[CCLDO]`, `- SQFTP`. */
function names(title: string, ticker: string): boolean {
  return /[([ ]([A-Z0-9.]+)[ )\]]*$/.exec(title)?.[1] === ticker;
}

const CLASS_IN_TITLE = /\b(?:class|series) ([a-z])\b/i;
const AMERICAN = /american|\bad[sr]s?\b|ordinary/i;

/** Nasdaq's fifth letters of preferred stock (M to P), rights (R), units (U) and warrants (W). */
const OTHER_SECURITY = /^[A-Z]{4}[MNOPRUW]$/;

/**
 * Tickers of another class than A whose letters do not say so. Source: the names of the securities in Nasdaq Trader's symbol
 * directories of 2025-07-21; of AGM, KMI, NKE and UPS, which have none there, the issuers' annual reports.
 */
const CLASS_OF_TICKER: ReadonlyMap<string, string> = new Map(
  Object.entries({
    B: 'ABLV ASST BFB BH BIOB BREA BRKB BSY DLTH DOMO FOX GEFB GNE HG IDT LENB MCHX MOGB NKE NMAX NWS PARA QNTM RFL RMBL RR TAP UPS WLYB WSOB ZDGE ZONE',
    C: 'AGM BATRK CWEN DELL FWONK GLIBK GOOG LBRDK LBTYK LILAK LLYVK MDV UA Z',
    D: 'UONEK',
    P: 'KMI',
  }).flatMap(([letter, tickers]) => tickers.split(' ').map((ticker) => [ticker, letter] as const)),
);
