import type { AssetText } from './asset-text.ts';
import { cutDescriptions } from './cut-descriptions.ts';
import type { NativeTrade } from './native-trade.ts';
import { plainText, stated, tidy } from './plain-text.ts';

/** What a row says together with its neighbours. */
export interface TradeTexts {
  readonly asset: AssetText;
  /** The filer's words on the trade. */
  readonly comment: string | null;
}

/** The rows of a file in their order; null for what is no row. */
export type Rows = readonly (NativeTrade | null)[];

/** The Senate's rows say their texts themselves. */
export const senateTexts = (rows: Rows): readonly TradeTexts[] =>
  rows.map((row) => {
    const name = plainText(row?.asset_description ?? '');
    const asset = { name, owner: null, detail: null, text: name };
    return { asset, comment: stated(plainText(row?.comment ?? '')) };
  });

/** What a House row says of its trade stands in front of the asset of the next row of the same report, where it stands at all. */
export function houseTexts(rows: Rows): readonly TradeTexts[] {
  const cut = cutDescriptions(
    rows.map((row) => ({
      description: plainText(row?.asset_description ?? ''),
      ticker: stated(tidy(row?.ticker ?? ''))?.toUpperCase() ?? null,
      filer: row?.filer ?? null,
    })),
  );
  return cut.map((asset, index) => {
    const link = rows[index]?.link ?? null;
    const isNextOfReport = link !== null && rows[index + 1]?.link === link;
    return { asset, comment: isNextOfReport ? commentIn(cut[index + 1]?.detail ?? null) : null };
  });
}

/** The text behind `D:` (description) or `C:` (comments); of a subholding or the end of a longer text there is none. */
const commentIn = (detail: string | null): string | null =>
  stated(/^[DC]: (?<words>.+)$/.exec(detail ?? '')?.groups?.words ?? null);
