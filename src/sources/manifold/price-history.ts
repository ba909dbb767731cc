import { isObject } from '../../feed/json.ts';
import { MARKET_BAR, marketBarSeries } from '../../feed/market-bars.ts';
import { predictionMarkets } from '../../feeds/prediction/feed.ts';
import { captureMark, jsonEntry } from '../captured.ts';
import { listParser, numbered } from '../entry-parser.ts';
import type { Format, Item, Rejection } from '../format.ts';
import { Entry } from '../prediction/entry.ts';
import { FieldFault } from '../prediction/field-fault.ts';
import { readEach } from '../sec/read-each.ts';
import { arrayOf, readJson } from '../wallet/native-json.ts';

const HISTORY = { name: 'manifold-price-history', version: 1, captures: 'state' } as const;

/**
 * Price history of markets of Yes and No out of all bets on them, without a key:
 * `GET https://api.manifold.markets/v0/bets?contractId=<market>&limit=1000`, newest first; the next page has `&before=<id of the last
 * bet>` (https://docs.manifold.markets/api). A market maker sets the probability: `probBefore` and `probAfter` are what it was
 * around a bet, and between two bets it stands still.
 *
 * The bar of a day in UTC opens at `probBefore` of its first bet and closes at `probAfter` of its last; high and low are the extremes of
 * both, its volume is the mana bet or paid out. A day without bets has no bar. Orders that were not filled and redemptions of pairs of
 * shares, which move nothing, do not count. Bets on one of several answers are left out: which answer comes first, the market says.
 * All bets of a market belong into one file: of a day that two files share, the part with the larger volume counts.
 */
export const manifoldPriceHistory: Format = {
  name: 'manifold-price-history',
  description: 'Manifold /v0/bets of a market as JSON: its odds by day',
  feed: predictionMarkets,
  read: (files) => readEach(files, (file) => file, readBets),
  parsers: [listParser({ ...HISTORY, feed: predictionMarkets }, (bets, { place }) => itemsOf(bets, place))],
};

async function* readBets(file: string): AsyncGenerator<Item> {
  yield* parseManifoldPriceHistory(await readJson(file), file);
}

/** The bars of an answer. `file`: where it came from, for faults. */
export const parseManifoldPriceHistory = (json: unknown, file: string): Generator<Item> =>
  itemsOf(arrayOf(json, file, 'contractId', 'bets'), file);

/** A bet that moved the odds. */
interface Bet {
  readonly market: string;
  readonly atMs: number;
  readonly before: number;
  readonly after: number;
  /** Mana; negative: paid out. */
  readonly amount: number;
}

type Reading = Bet | { readonly leftOut: string } | Pick<Rejection, 'field' | 'reason'>;

function* itemsOf(bets: readonly unknown[], file: string): Generator<Item> {
  yield captureMark(HISTORY, file);
  const entries = numbered('bet', bets).map((entry) => ({ ...entry, reading: readingOf(entry.raw) }));
  // The oldest first; of one millisecond as well.
  const counted = entries
    .flatMap(({ reading }) => ('market' in reading ? [reading] : []))
    .toReversed()
    .toSorted((one, other) => one.atMs - other.atMs);
  const days = Map.groupBy(counted, ({ market, atMs }) => `${market} ${Math.floor(atMs / DAY_MS)}`);
  const endsDay = new Map([...days.values()].map((day) => [day.at(-1), day]));
  for (const { at, raw, reading } of entries) {
    yield jsonEntry(at, raw);
    if ('reason' in reading) yield { kind: 'rejected', file, at, raw, ...reading };
    else if ('leftOut' in reading) yield { kind: 'skipped', reason: reading.leftOut };
    else {
      const day = endsDay.get(reading);
      yield day ? barOf(day, reading) : { kind: 'skipped', reason: 'bet before the last of a day' };
    }
  }
}

const DAY_MS = 86_400_000;

function barOf(day: readonly Bet[], last: Bet): Item {
  const odds = day.flatMap(({ before, after }) => [before, after]);
  const data = {
    o: odds[0],
    h: Math.max(...odds),
    l: Math.min(...odds),
    c: last.after,
    v: day.reduce((sum, { amount }) => sum + Math.abs(amount), 0),
  };
  const key = new Date(Math.floor(last.atMs / DAY_MS) * DAY_MS).toISOString();
  const series = marketBarSeries(`manifold:${last.market}`, '1d');
  return { kind: 'input', input: { kind: MARKET_BAR, series, key, data } };
}

function readingOf(raw: unknown): Reading {
  if (!isObject(raw)) return { field: null, reason: 'not an object' };
  try {
    return betOf(new Entry(raw));
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error;
    return { field: error.field, reason: error.reason };
  }
}

function betOf(entry: Entry): Reading {
  if (entry.text('answerId') !== null) return { leftOut: 'bet on one of several answers' };
  if (entry.boolean('isRedemption') === true) return { leftOut: 'redemption' };
  const amount = entry.need('amount', entry.number('amount'));
  if (amount === 0) return { leftOut: 'order without a fill' };
  const probability = (field: string) => entry.need(field, entry.price(field, entry.number(field)));
  return {
    market: entry.id('contractId'),
    atMs: entry.need('createdTime', entry.millis('createdTime')).getTime(),
    before: probability('probBefore'),
    after: probability('probAfter'),
    amount,
  };
}
