import { CallerStateFragmentDoc } from '../../../schema/operations/generated/graphql.ts';
import { type Condition, type FeedQuery, type PagedFeed, PLACES } from './feed-query.ts';
import { FEEDS } from './feeds.ts';
import { fieldName, hasName } from './field-names.ts';

/** What the rows of a feed can be grouped by on its page. */
interface FeedGroups {
  /** Its list of groups in the graph. */
  readonly list: string;
  /** Keys of groups, in the words of the graph; those that end with a period are of a time. */
  readonly by: readonly string[];
  /** A second key, by which rows are grouped that have no value of the first. */
  readonly fallback?: Readonly<Record<string, string>>;
  /** The amount in US dollars that is added up beside the count. */
  readonly sum?: {
    readonly field: string;
    /** Of its column; `of` says in short what is added up, `help` says it whole. */
    readonly title: string;
    readonly of: string;
    readonly help: string;
  };
}

export const GROUPS: Readonly<Record<PagedFeed, FeedGroups>> = {
  signals: {
    list: 'signalGroups',
    by: [
      'SYMBOL',
      'SOURCE',
      'DIRECTION',
      'STATUS',
      'ASSET_TYPE',
      'TIMEFRAME',
      'TIMESTAMP_DAY',
      'TIMESTAMP_MONTH',
    ],
  },
  whales: {
    list: 'whaleActivityGroups',
    by: ['TITLE', 'WHALE_NAME', 'SOURCE', 'EVENT_TYPE', 'CREATED_DAY', 'CREATED_MONTH'],
    fallback: { WHALE_NAME: 'ADDRESS' }, // most of them have no name
    sum: {
      field: 'value',
      title: 'Moved',
      of: 'in and out together',
      help: 'The dollars that changed hands, into positions and out of them.',
    },
  },
  congress: {
    list: 'congressTradeGroups',
    by: [
      'TICKER',
      'SECTOR',
      'POLITICIAN_NAME',
      'PARTY',
      'CHAMBER',
      'STATE',
      'DIRECTION',
      'FILING_MONTH',
      'TRANSACTION_MONTH',
    ],
    sum: {
      field: 'amountLow',
      title: 'At least',
      of: 'buys and sells together',
      help: 'The lower bounds of all amounts, of purchases and sales alike.',
    },
  },
  insider: {
    list: 'insiderFilingGroups',
    by: [
      'TICKER',
      'COMPANY_NAME',
      'INSIDER_NAME',
      'TRANSACTION_DIRECTION',
      'TRANSACTION_CODE',
      // Of filings the graph has the days of UTC, the pages those of Washington.
      'TRADE_DAY',
      'TRADE_MONTH',
    ],
    sum: {
      field: 'value',
      title: 'Value',
      of: 'buys, sells and others together',
      help: 'Shares times price, of purchases, sales and all other filings together.',
    },
  },
  markets: { list: 'predictionMarketGroups', by: ['CATEGORY_NORM', 'PLATFORM', 'EVENT_TITLE', 'END_MONTH'] },
  reversals: {
    list: 'reversalGroups',
    by: ['TICKER_DISPLAY', 'INTERVAL', 'ASSET_CLASS', 'SIGNAL_DIRECTION', 'SIGNAL_TYPE'],
  },
  outperformers: { list: 'outperformerGroups', by: ['MARKET_PHASE', 'ASSET_TYPE'] },
  strategies: { list: 'strategyGroups', by: ['SYMBOL', 'TIMEFRAME', 'ASSET_CLASS', 'GRADE', 'SOURCE'] },
};

/** Groups a page has. */
export const PAGE_GROUPS = 50;

export interface Group {
  /** What its rows have in common: a text, a truth, the first day of a period; null: they have none. */
  readonly value: string | boolean | null;
  /** The value of the second key, of rows without one of the first; null: they have neither, or there is no second key. */
  readonly fallback: string | null;
  readonly count: number;
  /** In US dollars; null where nothing is added up. */
  readonly sum: number | null;
}

export interface GroupPage {
  readonly total: number;
  /** Of all groups; null: not read. */
  readonly rows: number | null;
  readonly groups: readonly Group[];
}

/** The key that the page groups by, one of those that the feed has here; null: it shows rows. */
export const keyOf = (name: PagedFeed, { by }: FeedQuery): string | null =>
  GROUPS[name].by.find((key) => key === by) ?? null;

/** A key, and its second key where there is one. */
export const keysOf = (name: PagedFeed, key: string): readonly string[] => [
  key,
  ...[GROUPS[name].fallback?.[key] ?? []].flat(),
];

const PERIODS: Readonly<Record<string, 1 | 31>> = { DAY: 1, MONTH: 31 };

/** Whether a key is of a time, and of which period. */
export const periodOf = (key: string): 'DAY' | 'MONTH' | null =>
  (Object.keys(PERIODS).find((period) => key.endsWith(`_${period}`)) as 'DAY' | 'MONTH' | undefined) ?? null;

/** `FILING_MONTH` → `filingMonth`. */
export const fieldOf = (key: string): string =>
  key.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What a key is called: as the column, the filter and the chip of its field. `FILING_MONTH` → `Month filed`. */
export function keyTitle(name: PagedFeed, key: string): string {
  const period = periodOf(key);
  if (period === null) return fieldName(name, fieldOf(key));
  const time = fieldName(name, timeFieldsOf(key).find((field) => hasName(name, field)) ?? fieldOf(key));
  return `${period === 'DAY' ? 'Day' : 'Month'} ${time === 'Ends' ? 'of the end' : time.toLowerCase()}`;
}

/** Times with the latest period first, others with the largest group first, by money where there is some. */
export const groupOrderOf = (name: PagedFeed, key: string, { sort, direction }: FeedQuery) =>
  sort === null
    ? { field: periodOf(key) === null ? (sumOrderOf(name) ?? 'COUNT') : 'KEY', direction: 'DESC' as const }
    : { field: sort, direction };

/** The order by the sum of a feed. */
export const sumOrderOf = (name: PagedFeed): string | null => {
  const field = GROUPS[name].sum?.field;
  return field === undefined
    ? null
    : `${field.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_SUM`;
};

/** The groups as a document; `isWhole` with what the page itself needs beside them. */
export function groupsDocument(name: PagedFeed, key: string, isWhole: boolean): string {
  const { list, sum } = GROUPS[name];
  const { type } = FEEDS[name];
  const keys = keysOf(name, key);
  const viewer = isWhole ? '\n  viewer { ...CallerState }' : '';
  const all = isWhole ? `\n  ${PLACES[name].list}(filter: $filter, first: 1) { totalCount }` : '';
  return `query Groups($filter: ${type}Filter, $orderBy: ${type}GroupOrder) {${viewer}
  ${list}(by: [${keys.join(', ')}], filter: $filter, orderBy: $orderBy, first: ${PAGE_GROUPS}) {
    totalCount
    nodes { key { ${keys.map(fieldOf).join(' ')} } count${sum === undefined ? '' : ` ${sum.field} { sum }`} }
  }${all}
}${isWhole ? `\n${String(CallerStateFragmentDoc).trim()}` : ''}`;
}

/** What such a document answers below its list. */
export interface AnsweredGroups {
  readonly totalCount: number | null;
  readonly nodes:
    | readonly ({
        readonly key: Readonly<Record<string, string | boolean | null>>;
        readonly count: number;
      } & {
        readonly [field: string]: unknown;
      })[]
    | null;
}

export function groupsIn(
  name: PagedFeed,
  key: string,
  answered: AnsweredGroups | null,
  rows: number | null,
): GroupPage | null {
  if (!answered?.nodes) return null;
  const field = GROUPS[name].sum?.field;
  return {
    total: answered.totalCount ?? answered.nodes.length,
    rows,
    groups: answered.nodes.map((node) => ({
      value: node.key[fieldOf(key)] ?? null,
      fallback: otherIn(name, key, node.key),
      count: node.count,
      sum: field === undefined ? null : amountOf(node[field]),
    })),
  };
}

/** Of the key beside the key, where there is one. */
function otherIn(
  name: PagedFeed,
  key: string,
  answered: Readonly<Record<string, string | boolean | null>>,
): string | null {
  const [, other] = keysOf(name, key);
  const value = other === undefined ? null : answered[fieldOf(other)];
  return typeof value === 'string' ? value : null;
}

/** Null where no row states one. */
function amountOf(field: unknown): number | null {
  const { sum } = field as { readonly sum: string | null }; // as asked above
  return sum === null ? null : Number(sum);
}

/** The conditions that leave the rows of a group; null where the list cannot be filtered by them. */
export function conditionsOf(
  name: PagedFeed,
  key: string,
  { value, fallback }: Pick<Group, 'value' | 'fallback'>,
  kinds: ReadonlyMap<string, string>,
): readonly Condition[] | null {
  const [, other] = keysOf(name, key);
  const own = conditionsOn(key, value, kinds);
  if (own === null || other === undefined) return own;
  const beside = conditionsOn(other, fallback, kinds);
  return beside === null ? null : [...own, ...beside];
}

function conditionsOn(
  key: string,
  value: Group['value'],
  kinds: ReadonlyMap<string, string>,
): readonly Condition[] | null {
  const period = periodOf(key);
  const field = period === null ? fieldOf(key) : timeFieldOf(key, kinds);
  if (field === null || !kinds.has(field)) return null;
  if (value === null) return [{ field, op: 'isNull', value: 'true' }];
  if (period === null) return [{ field, op: 'eq', value: String(value) }];
  const midnight =
    kinds.get(field) === 'Date' ? '' : kinds.get(field) === 'DateTime' ? 'T00:00:00Z' : 'T00:00:00';
  const end = new Date(`${value}T00:00:00Z`);
  if (period === 'DAY') end.setUTCDate(end.getUTCDate() + 1);
  else end.setUTCMonth(end.getUTCMonth() + 1);
  return [
    { field, op: 'gte', value: `${value}${midnight}` },
    { field, op: 'lt', value: `${end.toISOString().slice(0, 10)}${midnight}` },
  ];
}

/** The time that a key is a period of: `FILING_MONTH` is of `filingDate`, `CREATED_DAY` of `createdAt`. */
const timeFieldOf = (key: string, kinds: ReadonlyMap<string, string>): string | null =>
  timeFieldsOf(key).find((field) => kinds.has(field)) ?? null;

function timeFieldsOf(key: string): readonly string[] {
  const stem = fieldOf(key.replace(/_(DAY|MONTH)$/, ''));
  return [`${stem}Date`, `${stem}At`, stem];
}
