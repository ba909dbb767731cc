import { type Condition, type FeedQuery, momentParams, type PagedFeed, valuesOf } from './feed-query.ts';
import { shownNow } from './moment.ts';

export type Params = readonly (readonly [name: string, value: string])[];

/** Fields that REST calls otherwise. */
const REST_NAMES: Partial<Readonly<Record<PagedFeed, Readonly<Record<string, string>>>>> = {
  strategies: { grade: 'tier' },
};

const small = (word: string): string => word.toLowerCase();

/** Words of closed sets that REST has otherwise; of others it takes those of the graph. */
const REST_WORDS: Partial<Readonly<Record<PagedFeed, Readonly<Record<string, (word: string) => string>>>>> = {
  congress: {
    transactionType: (word) => ({ SALE_FULL: 'Sale (Full)', SALE_PARTIAL: 'Sale (Partial)' })[word] ?? word,
  },
  insider: {
    transactionDirection: small,
    securityClass: small,
    acquiredDisposed: small,
    ownershipForm: small,
    timeliness: small,
  },
  markets: { volumeUnit: (word) => (word === 'USD' ? word : small(word)) },
};

/** The names of the graph in small letters with underscores: `volume24hUsd` → `volume_24h_usd`. */
export const restName = (feed: PagedFeed, field: string): string =>
  REST_NAMES[feed]?.[field] ?? field.replace(/[A-Z]|(?<=[a-z])\d+/g, (part) => `_${part.toLowerCase()}`);

/** What an address of REST asks for with these conditions, at the time of the page. */
export function restParams(
  feed: PagedFeed,
  { conditions }: Pick<FeedQuery, 'conditions'>,
  kinds: ReadonlyMap<string, string>,
): Params {
  return [
    ...conditions.flatMap((condition) => paramsOf(feed, condition, kinds)),
    ...Object.entries(momentParams()),
  ];
}

/** How REST orders the rows so. Of the lists, that of prediction markets has no `sort_by`. */
export function rowOrderParams(
  feed: PagedFeed,
  { sort, direction }: Pick<FeedQuery, 'sort' | 'direction'>,
): Params {
  if (sort === null) return [];
  return [
    [feed === 'markets' ? 'sort' : 'sort_by', sort.toLowerCase()],
    ['order', direction.toLowerCase()],
  ];
}

function paramsOf(
  feed: PagedFeed,
  { field, op, value }: Condition,
  kinds: ReadonlyMap<string, string>,
): Params {
  const name = restName(feed, field);
  if (op === 'within') return spanOf(name, value, kinds.get(field) ?? '');
  if (op === 'isNull') return [[`${name}_is_null`, value]];
  const words = valuesOf({ op, value }).map((word) => REST_WORDS[feed]?.[field]?.(word) ?? word);
  return [[op === 'eq' ? name : `${name}_${op}`, words.join(',')]];
}

/** A span of time as the graph takes it, in ISO 8601: `P7D`. */
const DURATION =
  /^P(?=\d|T\d)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
export const isDuration = (text: string): boolean => DURATION.test(text);

const MINUTE_MS = 60_000;

/** REST has no durations: from when to when it is, as the graph reads it. What is no duration is left for the server to refuse. */
function spanOf(name: string, duration: string, kind: string): Params {
  const [, years, months, weeks, days, hours, minutes, seconds] = DURATION.exec(duration) ?? [];
  const end = new Date(Math.ceil((shownNow() + 1) / MINUTE_MS) * MINUTE_MS);
  const start = monthsBefore(end, 12 * Number(years ?? 0) + Number(months ?? 0));
  start.setUTCDate(start.getUTCDate() - 7 * Number(weeks ?? 0) - Number(days ?? 0));
  start.setTime(
    start.getTime() - 1_000 * (3_600 * Number(hours ?? 0) + 60 * Number(minutes ?? 0) + Number(seconds ?? 0)),
  );
  if (!isDuration(duration) || Number.isNaN(start.getTime())) return [[`${name}_gt`, duration]];
  return [
    [`${name}_gt`, timeOf(start, kind)],
    [`${name}_lte`, timeOf(kind === 'Date' ? new Date(shownNow()) : end, kind)],
  ];
}

/** In UTC; a day that the month does not have is its last one. */
function monthsBefore(time: Date, months: number): Date {
  const then = new Date(time);
  then.setUTCMonth(then.getUTCMonth() - months);
  if (then.getUTCDate() !== time.getUTCDate()) then.setUTCDate(0);
  return then;
}

/** As the kind of a field has it: a day, a time without a zone, a moment. */
function timeOf(time: Date, kind: string): string {
  const text = time.toISOString();
  return kind === 'Date' ? text.slice(0, 10) : kind === 'LocalDateTime' ? text.slice(0, 19) : text;
}
