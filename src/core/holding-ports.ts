import type { AnyRecord } from '../feed/feed.ts';
import type { FiledHolding } from '../feed/filed-holding.ts';
import type { View } from './access/view.ts';

/** What answers that show holdings depend on besides filings: moves with every commit that changes a line. */
export const HOLDINGS = { module: 'holdings', availability: null } as const;

/** What forms of an insider say of his holdings. */
export interface StatedHoldings {
  /** Lines without a transaction. */
  readonly holdings: readonly FiledHolding[];
  /** Of each security the transactions of the newest day on which a form states what is held after them; records of the feed. */
  readonly transactions: readonly AnyRecord[];
}

export const NOTHING_STATED: StatedHoldings = { holdings: [], transactions: [] };

/** What insiders hold, as far as the view sees the forms that say so. */
export interface HoldingReader {
  /** The lines without a transaction on each of these forms, in their order. */
  ofForms(forms: readonly string[], view: View): Promise<readonly (readonly FiledHolding[])[]>;
  ofInsiders(slugs: readonly string[], view: View): Promise<readonly StatedHoldings[]>;
  /** The name on the newest form with a holding; null where there is none. */
  names(slugs: readonly string[], view: View): Promise<readonly (string | null)[]>;
}

export const NO_HOLDINGS: HoldingReader = {
  ofForms: async (forms) => forms.map(() => []),
  ofInsiders: async (slugs) => slugs.map(() => NOTHING_STATED),
  names: async (slugs) => slugs.map(() => null),
};
