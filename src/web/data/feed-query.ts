import {
  CallerStateFragmentDoc,
  CongressRowFragmentDoc,
  InsiderRowFragmentDoc,
  MarketRowFragmentDoc,
  OutperformerRowFragmentDoc,
  ReversalRowFragmentDoc,
  SignalRowFragmentDoc,
  StrategyRowFragmentDoc,
  WhaleRowFragmentDoc,
} from '../../../schema/operations/generated/graphql.ts';
import { FEEDS, type FeedName } from './feeds.ts';
import { MOMENT } from './moment.ts';

/** Feeds that have a page of their own. */
export type PagedFeed = Exclude<FeedName, 'points'>;

export interface FeedPlace {
  readonly title: string;
  /** Its list in the graph. */
  readonly list: string;
  /** Its keyed REST list. */
  readonly path: string;
  /** The fields of its rows, and the name they go by. */
  readonly row: readonly [name: string, text: string];
  /** What its page asks for beside them, an object of each row. */
  readonly more?: string;
  /** Its order where the address has none, largest first; unless given, that of the list. */
  readonly order?: string;
  /** What comes first, where the address asks for nothing, and what else there is: values of a field. */
  readonly tabs?: {
    readonly field: string;
    /** As the feed declares it. */
    readonly kind: string;
    readonly first: string;
    readonly titles: Readonly<Record<string, string>>;
  };
}

export const PLACES: Readonly<Record<PagedFeed, FeedPlace>> = {
  signals: {
    title: 'Signals',
    list: 'signals',
    path: '/api/v1/trade-feed',
    row: ['SignalRow', String(SignalRowFragmentDoc)],
    more: 'strategy { name }',
    tabs: {
      field: 'status',
      kind: 'SignalStatus',
      first: 'OPEN',
      titles: { OPEN: 'Open', CLOSED: 'Closed' },
    },
  },
  whales: {
    title: 'Whale activity',
    list: 'whaleActivity',
    path: '/api/v1/whales',
    row: ['WhaleRow', String(WhaleRowFragmentDoc)],
  },
  congress: {
    title: 'Congress trades',
    list: 'congressTrades',
    path: '/api/v1/congress',
    row: ['CongressRow', String(CongressRowFragmentDoc)],
  },
  insider: {
    title: 'Insider filings',
    list: 'insiderFilings',
    path: '/api/v1/insider',
    row: ['InsiderRow', String(InsiderRowFragmentDoc)],
  },
  markets: {
    title: 'Prediction markets',
    list: 'predictionMarkets',
    path: '/api/v1/prediction',
    row: ['MarketRow', String(MarketRowFragmentDoc)],
    order: 'VOLUME_24H_USD', // platforms state volumes in units of their own
    // One that ended would stand at the top of the odds.
    tabs: { field: 'active', kind: 'Boolean', first: 'true', titles: { true: 'Open', false: 'Closed' } },
  },
  reversals: {
    title: 'Reversals',
    list: 'reversals',
    path: '/api/v1/mre',
    row: ['ReversalRow', String(ReversalRowFragmentDoc)],
  },
  outperformers: {
    title: 'Coins against Bitcoin',
    list: 'outperformers',
    path: '/api/v1/aoe',
    row: ['OutperformerRow', String(OutperformerRowFragmentDoc)],
  },
  strategies: {
    title: 'Strategies',
    list: 'strategies',
    path: '/api/v1/mte',
    row: ['StrategyRow', String(StrategyRowFragmentDoc)],
    order: 'PERFORMANCE_SCORE',
  },
};

/** What the pages order rows by unless asked otherwise, largest first, in the words of the graph: as the list is, or its place says. */
export const LIST_ORDER: Readonly<Record<PagedFeed, string>> = {
  signals: 'TIMESTAMP',
  whales: 'CREATED_AT',
  congress: 'FILING_DATE', // a report is known from its filing
  insider: 'FILING_DATE',
  markets: 'VOLUME_24H_USD', // see its place
  reversals: 'SCORE',
  outperformers: 'COMPOSITE_SCORE',
  strategies: 'PERFORMANCE_SCORE', // see its place
};

/** Rows a page of the list has: half a unit. */
export const PAGE_ROWS = 50;
/** The same with an object beside each: with the count of all rows a unit. */
const WIDE_ROWS = 45;

/** One condition of a list: `value gte 1000000`. */
export interface Condition {
  readonly field: string;
  readonly op: string;
  readonly value: string;
}

/** What the address of the page asks for. */
export interface FeedQuery {
  readonly conditions: readonly Condition[];
  /** Name of an order, as the graph has it; null: the list's own. */
  readonly sort: string | null;
  readonly direction: 'ASC' | 'DESC';
  /** What the rows are grouped by, in the words of the graph; null: they are not. */
  readonly by: string | null;
}

/** What else stands in the address. */
const NOT_FIELDS: readonly string[] = ['sort', 'by', 'as_of', 'snapshot'];
/** What newsletters, search engines and networks add to a link, to know where its reader comes from. */
const TRACKING =
  /^(utm_.*|_gl|_ga|fbclid|gclid|gad_source|dclid|gbraid|wbraid|msclkid|twclid|yclid|igshid|mc_[ce]id|ref|ref_src)$/;

/** Of `?party=D&value.gte=1000000&sort=-VALUE`. */
export function readQuery(search: string): FeedQuery {
  const params = [...new URLSearchParams(search)];
  const valueAt = (asked: string) => params.find(([name]) => name === asked)?.[1] || null;
  const sort = valueAt('sort');
  const conditions = params.flatMap(([name, value]) => {
    const [field = '', op = 'eq'] = name.split('.');
    return NOT_FIELDS.includes(field) || TRACKING.test(name) || value === '' ? [] : [{ field, op, value }];
  });
  return {
    conditions,
    sort: sort?.replace(/^-/, '') ?? null,
    direction: sort?.startsWith('-') ? 'DESC' : 'ASC',
    by: valueAt('by'),
  };
}

export function writeQuery({ conditions, sort, direction, by }: FeedQuery): string {
  const params = new URLSearchParams();
  for (const { field, op, value } of conditions) params.append(op === 'eq' ? field : `${field}.${op}`, value);
  if (sort !== null) params.set('sort', `${direction === 'DESC' ? '-' : ''}${sort}`);
  if (by !== null) params.set('by', by);
  for (const [name, value] of Object.entries(momentParams())) params.set(name, value);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** The page of the feed with another query. Where it has tabs and the query asks for nothing, an empty value asks for all of them. */
export function addressWith(name: PagedFeed, query: FeedQuery): string {
  const text = writeQuery(query);
  const { tabs } = PLACES[name];
  if (tabs === undefined || !isBare(query)) return `/feed/${name}${text}`;
  return `/feed/${name}${text === '' ? '?' : `${text}&`}${tabs.field}=`;
}

const isBare = ({ conditions, sort, by }: FeedQuery): boolean =>
  conditions.length === 0 && sort === null && by === null;

/** What an address asks for, of which `query` is what the feed has; with what comes first, where that is nothing. */
export function askedOf(name: PagedFeed, query: FeedQuery, search: string): FeedQuery {
  const { tabs } = PLACES[name];
  if (tabs === undefined || !isBare(query) || new URLSearchParams(search).has(tabs.field)) return query;
  return { ...query, conditions: [{ field: tabs.field, op: 'eq', value: tabs.first }] };
}

/** The tab that a query shows; null: all, or what is no tab. */
export function tabOf(name: PagedFeed, { conditions }: FeedQuery): string | null {
  const { tabs } = PLACES[name];
  const of = conditions.filter(({ field }) => field === tabs?.field);
  const [one] = of;
  return one && of.length === 1 && one.op === 'eq' && tabs && one.value in tabs.titles ? one.value : null;
}

/** The query on another tab; null: on all of them. */
export function onTab(name: PagedFeed, query: FeedQuery, tab: string | null): FeedQuery {
  const { tabs } = PLACES[name];
  const others = query.conditions.filter(({ field }) => field !== tabs?.field);
  const own = tabs && tab !== null ? [{ field: tabs.field, op: 'eq', value: tab }] : [];
  return { ...query, conditions: [...own, ...others] };
}

/** The time of the page as parameters of an address, its own or that of REST. */
export const momentParams = (): Readonly<Record<string, string>> => ({
  ...(MOMENT?.asOf !== undefined && { as_of: MOMENT.asOf }),
  ...(MOMENT?.snapshot !== undefined && { snapshot: MOMENT.snapshot }),
});

/** What the address asks for, in the order of the feed where it names none. */
export function orderedQuery(name: PagedFeed, query: FeedQuery): FeedQuery {
  const { order } = PLACES[name];
  if (order !== undefined) return query.sort === null ? { ...query, sort: order, direction: 'DESC' } : query;
  // The order of the list itself, in which a page is live.
  return query.sort === LIST_ORDER[name] && query.direction === 'DESC' ? { ...query, sort: null } : query;
}

/** Whether new rows have a place in this order: it is that of the page. */
export const isOwnOrder = (name: PagedFeed, { sort, direction }: Omit<FeedQuery, 'by'>): boolean =>
  sort === null || (sort === LIST_ORDER[name] && direction === 'DESC');

/** Variables of the list; numbers and truths of a field are no texts. */
export function variablesOf(
  { conditions, sort, direction }: Omit<FeedQuery, 'by'>,
  kinds: ReadonlyMap<string, string>,
) {
  const filter: Record<string, Record<string, unknown>> = {};
  for (const { field, op, value } of conditions)
    filter[field] = { ...filter[field], [op]: typed(value, kinds.get(field) ?? '', op) };
  return {
    ...(conditions.length > 0 && { filter }),
    ...(sort !== null && { orderBy: { field: sort, direction } }),
  };
}

/** The values of a condition: `in` takes several, with commas between. */
export const valuesOf = ({ op, value }: Pick<Condition, 'op' | 'value'>): readonly string[] =>
  op === 'in' ? value.split(',').map((one) => one.trim()) : [value];

/** A condition's value: numbers and truths of a field are no texts. */
export function typed(value: string, kind: string, op: string): unknown {
  if (op === 'in') return valuesOf({ op, value }).map((one) => typed(one, kind, 'eq'));
  if (op === 'isNull') return value === 'true';
  if (/Float|Int/.test(kind) && op !== 'within') return Number(value);
  return /Boolean/.test(kind) ? value === 'true' : value;
}

/** The list as a document; `isWhole` with what the page itself needs beside it. */
export function documentOf(name: PagedFeed, isWhole: boolean): string {
  const { list, row, more } = PLACES[name];
  const { type } = FEEDS[name];
  const [fragment, text] = row;
  const viewer = isWhole ? '\n  viewer { ...CallerState }' : '';
  return `query Rows($filter: ${type}Filter, $orderBy: ${type}Order, $after: String) {${viewer}
  ${list}(filter: $filter, orderBy: $orderBy, first: ${more === undefined ? PAGE_ROWS : WIDE_ROWS}, after: $after) {${isWhole ? '\n    totalCount liveCursor' : ''}
    nodes { ...${fragment}${more === undefined ? '' : ` ${more}`} }
    pageInfo { hasNextPage endCursor }
  }
}
${text.trim()}${isWhole ? `\n${String(CallerStateFragmentDoc).trim()}` : ''}`;
}

/** What a document of a list answers. */
export interface Rows<R> {
  readonly nodes: readonly R[] | null;
  /** Asked for with the first page. */
  readonly totalCount?: number | null;
  readonly liveCursor?: string | null;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}
