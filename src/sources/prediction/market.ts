import { createHash } from 'node:crypto';
import { isObject } from '../../feed/json.ts';
import { parseRecord } from '../../feed/record.ts';
import { parseInstant } from '../../feed/value.ts';
import { type Platform, predictionMarkets } from '../../feeds/prediction/feed.ts';
import type { Input, Item, Rejection } from '../format.ts';
import { Entry } from './entry.ts';
import { FieldFault } from './field-fault.ts';
import { type GroupFacts, groupAt } from './market-group.ts';
import { dataOf, type ObservedMarket, withoutNoise } from './observed-market.ts';

/** Under which captures of markets are kept; see `Input`. */
export const MARKET_KIND = 'market';

/** Read and left out on purpose. */
export interface LeftOut {
  readonly leftOut: string;
}

export interface Place {
  /** The file, or the address of the page. */
  readonly where: string;
  /** Where in it: `record 3, market 2`. */
  readonly at: string;
}

/** The items of one native entry: the market as an input of the engine `prediction-markets`, or why there is none. */
export function itemsOf(
  platform: Platform,
  place: Place,
  raw: unknown,
  read: (entry: Entry) => ObservedMarket | LeftOut,
): readonly Item[] {
  const result = readEntry(place, raw, read);
  if (!result.ok) return [result.rejection];
  const market = result.value;
  if ('leftOut' in market) return [{ kind: 'skipped', reason: market.leftOut }];
  const input = captureAt(dataOf(`${platform}:${market.id}`, platform, market), market.observedAt);
  // Whatever a provider sends: what is kept can become a record.
  const parsed = parseRecord(predictionMarkets, input.data);
  if (!parsed.ok) return [rejection(place, raw, parsed.problems[0]?.field ?? null, 'does not fit the feed')];
  const reasons = [
    ...(market.notes ?? []),
    ...(market.active && market.observedAt === null ? [UNDATED] : []),
  ];
  return [{ kind: 'input', input }, ...reasons.map((reason): Item => ({ kind: 'noted', reason }))];
}

/** Of a market that trades; what does not trade any more is final, whenever it was captured. */
const UNDATED = 'no time of the capture, so it is not current; --at says it';

/** The items of a native entry that tells of a group of markets and holds none: an input of the same engine. */
export function groupItems(
  platform: Platform,
  place: Place,
  raw: unknown,
  capturedAt: Date | null,
  read: (entry: Entry) => GroupFacts & { readonly ticker: string },
): readonly Item[] {
  const result = readEntry(place, raw, read);
  if (!result.ok) return [result.rejection];
  const { ticker, ...facts } = result.value;
  return [{ kind: 'input', input: groupAt(platform, ticker, facts, capturedAt) }];
}

/**
 * The items of an entry that holds several markets in its list `field`. What it says of all of them is read first; where
 * that is at fault the entry is rejected whole, for then it is not known of any of them.
 */
export function* itemsOfGroup<Facts>(
  place: Place,
  raw: unknown,
  field: string,
  facts: (group: Entry) => Facts,
  market: (raw: unknown, facts: Facts, place: Place) => readonly Item[],
): Generator<Item> {
  const result = readEntry(place, raw, (group) => ({ of: facts(group), list: group.list(field) ?? [] }));
  if (!result.ok) return yield result.rejection;
  const { of, list } = result.value;
  if (list.length === 0) yield { kind: 'skipped', reason: 'without any market' };
  for (const [index, element] of list.entries()) {
    yield* market(element, of, { where: place.where, at: `${place.at}, market ${index + 1}` });
  }
}

type EntryResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly rejection: Rejection };

function readEntry<T>(place: Place, raw: unknown, read: (entry: Entry) => T): EntryResult<T> {
  if (!isObject(raw)) return { ok: false, rejection: rejection(place, raw, null, 'not an object') };
  try {
    return { ok: true, value: read(new Entry(raw)) };
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error;
    return { ok: false, rejection: rejection(place, raw, error.field, error.reason) };
  }
}

function rejection({ where, at }: Place, raw: unknown, field: string | null, reason: string): Rejection {
  return { kind: 'rejected', file: where, at, field, reason, raw };
}

/** What was known of a market at a time; null when the platform does not say at which. */
export function captureAt(data: Input['data'], observedAt: Date | null): Input {
  return { kind: MARKET_KIND, series: String(data.market_id), key: keyOf(data, observedAt), data };
}

/** When what a capture says was so; null where the platform did not say it. */
export function timeOfCapture({ key }: Input): Date | null {
  return parseInstant(key.slice(0, key.indexOf('/')));
}

/**
 * Orders the captures of a market, the last one counting: by the time they are of; captures of one time, or of no stated
 * time, by what only ever grows (volume) or ends (trading); and by content, so that the order never depends on which was
 * read first. Two equal captures have one key and are one. The separator sorts before every digit, so that a capture
 * without a time stands before all that have one. What was read before markets had more than the members of REST says
 * less of the same moment, and stands before what is read of it now: hashes of then have no letter in front.
 */
function keyOf(data: Input['data'], observedAt: Date | null): string {
  const volume = Math.min(Number(data.volume ?? 0), 1e18)
    .toFixed(2)
    .padStart(22, '0');
  const hash = createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 16);
  return [observedAt?.toISOString() ?? '', volume, data.active ? 0 : 1, `m${hash}`].join('/');
}

/** Both prices of a market of Yes and No, of which exactly one pays 1: No is worth what Yes is not. */
export function binaryPrices(yes: number | null): readonly number[] {
  return yes === null ? [] : [yes, withoutNoise(1 - yes)];
}

/** Names of their outcomes, in the order of the prices. */
export const YES_AND_NO: readonly string[] = ['Yes', 'No'];

/** The question of one of several alternatives that share a title. */
export function questionOf(title: string, alternative: string | null): string {
  if (alternative === null || title.toLowerCase() === alternative.toLowerCase()) return title;
  return `${title} – ${alternative}`;
}
