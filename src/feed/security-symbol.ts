import { splitExchange, US_EXCHANGES } from './exchanges.ts';
import { pairOf } from './pair-symbol.ts';

/**
 * The one spelling of a security's ticker; null for a text that names none, or several (`AMC,APE`).
 *
 * | spellings | are |
 * |---|---|
 * | `BRK.B`, `BRK-B`, `BRK/B`, `BRK B` | `BRK.B` |
 * | `ABR-PD` (SEC), `ABR$D` (Nasdaq Trader), `ABRpD` (CQS), `ABR.PRD` (NYSE) | `ABR-PD` |
 * | `AACT.W`, `AACT.WS`, `AACT-WT`, `AACT+`: warrants | `AACT.WS` |
 * | `AACT.U`, `AACT-UN`, `AACT=`: units | `AACT.U` |
 * | `CELG.R`, `CELG-RI`, `CELGr`, `CELG^`: rights | `CELG.R` |
 * | `NYSE:GLS`, `NASDAQ: GLS`, `(GLS)`, `$GLS` | `GLS` |
 * | `ASX:CRN` | `ASX:CRN`: an exchange outside the United States is part of the name |
 *
 * Forms of the suffixes: the `otherlisted.txt` of Nasdaq Trader has those of three systems side by side, the SEC's
 * `company_tickers.json` its own. `.PA` is left alone: Yahoo means Paris by it. Separators are never dropped: `BRKB` is
 * `BRK.B` by the directories alone (see `asset-names.ts`), for `TPC` is no preferred share of `T`.
 */
export function securitySymbol(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^[($"']+/, '')
    .replace(/[)"']+$/, '')
    .trim();
  const { exchange, rest } = splitExchange(bare);
  const symbol = spelled(rest);
  if (symbol === null || symbol.length > MAX_LENGTH || NO_SYMBOL.has(symbol)) return null;
  return exchange === null || US_EXCHANGES.has(exchange) ? symbol : `${exchange}:${symbol}`;
}

const MAX_LENGTH = 40;

/** Ways to say that there is none. */
const NO_SYMBOL: ReadonlySet<string> = new Set(['NONE', 'N.A']);

function spelled(text: string): string | null {
  // CQS writes the kind of security in a small letter between capitals.
  const [, stem, kind, series] = /^([A-Z]{1,5})(p|r)([A-Z]?)$/.exec(text) ?? [];
  if (stem !== undefined) return kind === 'p' ? preferred(stem, series ?? '') : `${stem}.R`;
  const upper = text.toUpperCase();
  const mark = /^([A-Z][A-Z0-9]*)([+=^])$/.exec(upper);
  if (mark) return `${mark[1]}.${MARKS[mark[2] ?? '']}`;
  const [, base, separator, suffix] = /^([A-Z0-9^]+)([-./ $])([A-Z0-9]*)$/.exec(upper) ?? [];
  const named = base && separator ? withSuffix(base, separator, suffix ?? '') : null;
  if (named !== null) return named;
  const symbol = pairOf(upper)?.base ?? upper;
  return /^\^?[A-Z0-9][A-Z0-9.\-/_=&]*$/.test(symbol) ? symbol : null;
}

/** As the NASDAQ column marks them. */
const MARKS: Readonly<Record<string, string>> = { '+': 'WS', '=': 'U', '^': 'R' };

/** Null where the suffix is none of a class: of a quote currency, of an exchange, of anything else. */
function withSuffix(base: string, separator: string, suffix: string): string | null {
  if (separator === '$') return /^[A-Z]?$/.test(suffix) ? preferred(base, suffix) : null;
  if (/^(W|WS|WT|WTS)$/.test(suffix)) return `${base}.WS`;
  if (/^(U|UN)$/.test(suffix)) return `${base}.U`;
  if (/^(R|RI|RT)$/.test(suffix)) return `${base}.R`;
  if (/^[A-Z]$/.test(suffix)) return `${base}.${suffix}`;
  const [, series] = (separator === '-' ? /^PR?([A-Z])$/ : /^PR([A-Z])$/).exec(suffix) ?? [];
  return series === undefined ? null : preferred(base, series);
}

/** `ETI$`, the only preferred share of its issuer, is `ETI-P` in the SEC's table, which reads like a class. */
const preferred = (stem: string, series: string): string =>
  series === '' ? `${stem}.P` : `${stem}-P${series}`;
