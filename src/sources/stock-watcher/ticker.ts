/** Spellings of the data sources: `BRK.B`, `BRK-B`, `0QZI.IL`, `^RGP`. */
const TICKER = /^\^?[A-Z0-9]{1,6}(?:[.-][A-Z0-9]{1,3})?$/;

/** A stated ticker in upper case; null when the text is none. */
export function tickerOf(text: string): string | null {
  const ticker = text.toUpperCase();
  return TICKER.test(ticker) && /[A-Z]/.test(ticker) ? ticker : null;
}

/** Upper-case words in brackets, or before a dash, that are no tickers. */
const NOT_TICKERS = new Set(
  'ADR ADS AMEX BDC CALL CEF DIP DRIP ETF ETN FKA GDR GO INC IRA JT LLC LP LTD NEW NYSE OLD OTC PLC PUT REIT SA SP THE UK US USA USD'.split(
    ' ',
  ),
);
const EXCHANGE = 'NYSE(?:ARCA|AMERICAN|MKT)?|NASDAQ|AMEX|BATS|CBOE|OTC(?:MKTS|QB|QX)?';
const WORD = '[A-Z]{1,5}(?:[.-][A-Z])?';

/** The places where a description names its ticker beyond doubt. */
const PLACES: readonly RegExp[] = [
  new RegExp(String.raw`\((?:(?:Ticker|Symbol)\s*:\s*)?(${WORD})\)$`), // "Apple Inc. (AAPL)"
  new RegExp(String.raw`\b(?:${EXCHANGE})\s*:\s*(${WORD})\)?$`), // "Indust Avg ETF Trust NYSEARCA: DIA"
  /^([A-Z]{2,5}) - (?=\S)/, // "KMI - Kinder Morgan Inc (NYSE)", as eFD lists its own picks
];

/** The ticker a description ends or begins with; null when it names none, several, or what may be none. */
export function tickerInside(description: string): string | null {
  // An exchange names the asset given and the asset received: no single ticker.
  if (/\((?:Exchanged|Received)\)/i.test(description)) return null;
  const found = PLACES.map((place) => place.exec(description)?.[1])
    .filter((word) => word !== undefined)
    .filter((word) => !NOT_TICKERS.has(word));
  const [ticker] = found;
  return ticker !== undefined && found.every((word) => word === ticker) ? ticker : null;
}
