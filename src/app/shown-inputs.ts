import { HOLDINGS } from '../core/holding-ports.ts';
import { PRICES } from '../core/prices/prices.ts';
import { MACRO_SERIES } from '../core/scorecard-ports.ts';
import { HOLDING } from '../feed/filed-holding.ts';
import { MACRO } from '../sources/macro/macro-input.ts';
import { PRICED_KINDS } from '../sources/price-series.ts';

/** What answers show of raw inputs; each has a data version, as feeds have. */
export const SHOWN_INPUTS = [PRICES, HOLDINGS, MACRO_SERIES] as const;

/** Kinds of raw input that answers show as they are, by the module whose version moves with them. */
export const moduleOfKind: ReadonlyMap<string, string> = new Map([
  ...PRICED_KINDS.map((kind) => [kind, PRICES.module] as const),
  [HOLDING, HOLDINGS.module],
  [MACRO, MACRO_SERIES.module],
]);
