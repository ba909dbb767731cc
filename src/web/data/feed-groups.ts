import { CallerStateFragmentDoc } from '../../../schema/operations/generated/graphql.ts';
import { type Condition, type FeedQuery, type PagedFeed, PLACES } from './feed-query.ts';
import { FEEDS } from './feeds.ts';

/** What the rows of a feed can be grouped by on its page. */
interface FeedGroups {
  /** Its list of groups in the graph. */
  readonly list: string;
  /** Keys of groups, in the words of the graph; those that end with a period are of a time. */
  readonly by: readonly string[];
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
      'TRANSACTION_TYPE',
      'FILING_DAY',
      'FILING_MONTH',
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

const PERIODS: Readonly<Record<string, 1 | 31>> = { DAY: 1, MONTH: 31 };

/** Whether a key is of a time, and of which period. */
const periodOf = (key: string): 'DAY' | 'MONTH' | null =>
  (Object.keys(PERIODS).find((period) => key.endsWith(`_${period}`)) as 'DAY' | 'MONTH' | undefined) ?? null;

/** `FILING_MONTH` → `filingMonth`. */
export const fieldOf = (key: string): string =>
  key.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

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

/** The groups as a document, with the caller beside them. */
export function groupsDocument(name: PagedFeed, key: string): string {
  const { list, sum } = GROUPS[name];
  const { type } = FEEDS[name];
  const all = PLACES[name].list;
  return `query Groups($filter: ${type}Filter, $orderBy: ${type}GroupOrder) {
  viewer { ...CallerState }
  ${list}(by: [${key}], filter: $filter, orderBy: $orderBy, first: ${PAGE_GROUPS}) {
    totalCount
    nodes { key { ${fieldOf(key)} } count${sum === undefined ? '' : ` ${sum.field} { sum }`} }
  }
  ${all}(filter: $filter, first: 1) { totalCount }
}
${String(CallerStateFragmentDoc).trim()}`;
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
      count: node.count,
      sum: field === undefined ? null : Number((node[field] as { readonly sum: string | null }).sum ?? 0), // as asked above
    })),
  };
}

/** The conditions that leave the rows of a group; null where the list cannot be filtered by them. */
export function conditionsOf(
  key: string,
  { value }: Pick<Group, 'value'>,
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
function timeFieldOf(key: string, kinds: ReadonlyMap<string, string>): string | null {
  const stem = fieldOf(key.replace(/_(DAY|MONTH)$/, ''));
  return [`${stem}Date`, `${stem}At`, stem].find((field) => kinds.has(field)) ?? null;
}
