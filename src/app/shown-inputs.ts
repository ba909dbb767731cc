import { HOLDINGS } from '../core/holding-ports.ts';
import { PRICES } from '../core/prices/prices.ts';
import { HOLDING } from '../feed/filed-holding.ts';
import { PRICED_KINDS } from '../sources/price-series.ts';

/** Kinds of raw input that answers show as they are, by the module whose version moves with them. */
export const shownInputs: ReadonlyMap<string, string> = new Map([
  ...PRICED_KINDS.map((kind) => [kind, PRICES.module] as const),
  [HOLDING, HOLDINGS.module],
]);
