import { assetKey } from '../../feed/asset.ts';
import { LISTED_SYMBOLS, type ListedSymbol } from '../../feed/listed-symbols.ts';
import { issuerWords } from '../../feed/search-text.ts';
import { securitySymbol } from '../../feed/security-symbol.ts';
import { type InsiderFiling, insiderFilings } from '../../feeds/insider/feed.ts';
import type { Completion, References } from '../format.ts';
import { DIRECTORY_CAPTURES } from './listing.ts';

/**
 * The symbol by which a filing is joined, where it is another than the form's: forms have the issuer's number (CIK), so one
 * company is one asset under all its symbols, and two companies that had a symbol one after the other are two
 * (`assetSymbolOf`). Worked out anew with each capture of the SEC's table.
 */
export const issuerCompletion: Completion = {
  feed: insiderFilings,
  references: [DIRECTORY_CAPTURES, LISTED_SYMBOLS],
  completer(references) {
    const directory = directoryOf(references);
    return (record) => {
      const filing = record as InsiderFiling; // records of a completion's feed are that feed's
      if (!filing.issuer_cik) return record;
      const own = filing.ticker === null ? null : securitySymbol(filing.ticker);
      const found = assetSymbolOf({ cik: filing.issuer_cik, own, name: filing.company_name }, directory);
      const asset_symbol = found === own ? null : found;
      const filed_symbol = asset_symbol === null ? null : own;
      const isSame =
        (filing.asset_symbol ?? null) === asset_symbol && (filing.filed_symbol ?? null) === filed_symbol;
      return isSame ? record : { ...filing, asset_symbol, filed_symbol };
    };
  },
  basis(record) {
    const { asset_symbol, filed_symbol, issuer_cik } = record as InsiderFiling; // likewise
    const fields = ['asset_symbol', 'filed_symbol'];
    if (!asset_symbol || !issuer_cik) return [];
    // What the company is listed as now, and whose its old symbol is.
    const own = { kind: 'listings', by: 'issuer_cik', value: issuer_cik, fields } as const;
    if (!filed_symbol) return [own];
    const value = assetKey({ kind: 'stock', symbol: filed_symbol });
    return [own, { kind: 'listings', by: 'asset', value, fields }];
  },
};

interface Issuer {
  /** Ten digits. */
  readonly cik: string;
  /** Symbol of the form, in its one spelling. */
  readonly own: string | null;
  readonly name: string | null;
}

interface Directory {
  readonly symbolsOf: ReadonlyMap<string, readonly string[]>;
  readonly holderOf: ReadonlyMap<string, { readonly cik: string; readonly name: string }>;
}

/**
 * - The company still has the symbol of the form: that one, also where the form leaves out the mark of a class (`BFB` of `BF.B`).
 * - It has one symbol of common stock now, and that is another: Block filed as `SQ`, and is `XYZ`. Which of several took the
 *   place of an old one nothing says, and funds have a symbol for each class: the form's stands.
 * - Another company has the symbol now: no symbol, but the number, `CIK0001826681`. Sarcos filed as `STRC` in 2023, which is a
 *   preferred share of Strategy since 2025. Not where the other one is its successor by name, as BlackRock, Inc. of
 *   BlackRock Inc., or the company whose partnership it is (Digital Realty).
 */
export function assetSymbolOf({ cik, own, name }: Issuer, { symbolsOf, holderOf }: Directory): string | null {
  const symbols = symbolsOf.get(cik) ?? [];
  const [same] = symbols.filter((symbol) => symbol === own || symbol.replace('.', '') === own);
  if (same !== undefined) return same;
  const common = symbols.filter((symbol) => !OTHER_SECURITY.test(symbol));
  if (common.length === 1 && common[0] && !MUTUAL_FUND.test(own ?? '')) return common[0];
  const holder = own === null ? undefined : holderOf.get(own);
  return holder === undefined || holder.cik === cik || isSuccessor(holder.name, name) ? own : `CIK${cik}`;
}

/** Preferred shares, rights, units, warrants and what else has Nasdaq's fifth letter; and what has such a suffix. */
const OTHER_SECURITY = /^[A-Z]{4}[MNOPRUWZ]$|-P[A-Z]?$|\.(?:WS|U|R|P)$/;
const MUTUAL_FUND = /^[A-Z]{4}X$/;

/** Whether one of the names is the other, or begins with it, but for the form of the company. */
function isSuccessor(now: string, then: string | null): boolean {
  const [one, other] = [issuerWords(now), issuerWords(then ?? '')];
  const shorter = Math.min(one.length, other.length);
  return shorter > 0 && one.slice(0, shorter).join(' ') === other.slice(0, shorter).join(' ');
}

export function directoryOf(references: References): Directory {
  const symbolsOf = new Map<string, readonly string[]>();
  const holderOf = new Map<string, { cik: string; name: string }>();
  for (const [cik, value] of references.get(LISTED_SYMBOLS) ?? []) {
    const listed = value as readonly ListedSymbol[]; // as the store reads it out of the listings
    const spelled = listed.flatMap(({ symbol, name }) => {
      const own = securitySymbol(symbol);
      if (own !== null) holderOf.set(own, { cik, name });
      return own ?? [];
    });
    symbolsOf.set(cik, [...new Set(spelled)].sort());
  }
  return { symbolsOf, holderOf };
}
