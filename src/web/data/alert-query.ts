import { type Condition, type FeedQuery, type PagedFeed, PLACES, typed, valuesOf } from './feed-query.ts';

/** What a message says of a row. */
const TOLD: Readonly<Record<PagedFeed, string>> = {
  signals: 'symbol direction entryPrice status timestamp',
  whales: 'whaleName title outcome eventType value createdAt',
  congress: 'politicianName ticker transactionType amountLow amountHigh transactionDate documentUrl',
  insider: 'ticker insiderName insiderTitle transactionDirection shares value tradeDate documentUrl',
  markets: 'question yesPrice volume24hUsd endDate',
  reversals: 'tickerDisplay interval score expectedPct',
  outperformers: 'symbol name currentPrice compositeScore marketPhase',
  strategies: 'name grade performance { totalPnlPct sharpe }',
};

/** A field as the feed declares it. */
interface Declared {
  readonly kind: string;
  readonly words: readonly string[] | null;
}

/** The subscription that follows the rows of a page, its filter written out. */
export function subscriptionOf(
  name: PagedFeed,
  { conditions }: Pick<FeedQuery, 'conditions'>,
  fields: ReadonlyMap<string, Declared>,
): string {
  const byField = Map.groupBy(conditions, ({ field }) => field);
  const parts = [...byField].map(
    ([field, ofField]) => `${field}: { ${ofField.map((one) => written(one, fields.get(field))).join(', ')} }`,
  );
  const filter = parts.length === 0 ? '' : `(filter: { ${parts.join(', ')} })`;
  return `subscription {\n  ${PLACES[name].list}${filter} {\n    kind\n    node { ${TOLD[name]} }\n  }\n}\n`;
}

/** A word of a closed set stands bare, a text in quotes. */
function written(condition: Condition, field: Declared | undefined): string {
  const { op, value } = condition;
  const words = op === 'in' ? `[${valuesOf(condition).join(', ')}]` : value;
  return `${op}: ${field?.words && op !== 'isNull' ? words : JSON.stringify(typed(value, field?.kind ?? '', op))}`;
}

/** Where the account page makes an alert of it. */
export const alertPlace = (name: PagedFeed, query: string): string =>
  `/account?${new URLSearchParams({ alert: PLACES[name].title, query })}#alerts`;
