import { type AnyRecord, type Feed, type Leaf, type LeafValue, valueAt } from '../../src/feed/feed.ts';
import type { Field, Fields } from '../../src/feed/field.ts';
import { boundsProblem } from '../../src/feed/field-bounds.ts';
import { withValue } from '../../src/feed/record.ts';
import { storedRecord } from '../../src/feed/stored-record.ts';
import { type CongressTrade, congress, directionOf } from '../../src/feeds/congress/feed.ts';
import { daysToDisclosure } from '../../src/feeds/congress/stock-act.ts';
import { deriveMarket } from '../../src/feeds/prediction/derive.ts';
import { predictionMarkets } from '../../src/feeds/prediction/feed.ts';

/** A seeded generator of numbers in [0, 1): mulberry32. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS = ['alpha', 'Beta', 'GAMMA', 'delta', 'NVDA', 'nvda', "O'Neil", 'Zürich', '100%', 'a_b', '', 'x'];
const EPOCH = Date.UTC(2026, 0, 1);

/** Records of a feed with few distinct values, so that sort values tie, and with nulls wherever they may be. */
export function sampleRecords(feed: Feed, count: number, seed = 1): AnyRecord[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, index) =>
    complete(
      feed,
      feed.leaves.reduce((record, leaf) => {
        const value =
          leaf === feed.key ? `k${String(index).padStart(6, '0')}` : sampleValue(feed, leaf, random);
        return withValue(record, leaf, value);
      }, {} as AnyRecord),
      index,
    ),
  );
}

/** As it is stored; rows of feeds with a shelf life are current in every test that does not say otherwise. */
function complete(feed: Feed, record: AnyRecord, index: number): AnyRecord {
  const { shelfLife } = feed;
  const known = knownInTime(feed, record);
  const until = new Date(Date.UTC(2190, 0, 1 + (index % 5)));
  return storedRecord(feed, shelfLife === null ? known : withValue(known, shelfLife.until, until));
}

/** Nothing is known before its time, no trade is disclosed before it is made, and its side is that of its type. */
function knownInTime(feed: Feed, record: AnyRecord): AnyRecord {
  const { transaction_date: tradedOn, trade_date: tradedAt, filing_date: filedOn } = record;
  if (tradedAt instanceof Date && filedOn instanceof Date && tradedAt > filedOn)
    return knownBehindLookBack(feed, { ...record, trade_date: filedOn, filing_date: tradedAt });
  const isSwapped = typeof tradedOn === 'string' && typeof filedOn === 'string' && tradedOn > filedOn;
  const ordered = isSwapped ? { ...record, transaction_date: filedOn, filing_date: tradedOn } : record;
  const sided =
    feed.module === congress.module
      ? {
          ...ordered,
          direction: directionOf(ordered.transaction_type as CongressTrade['transaction_type']), // of its samples
          days_to_disclosure: daysToDisclosure(ordered),
        }
      : feed.module === predictionMarkets.module
        ? deriveMarket(ordered)
        : ordered;
  return knownBehindLookBack(feed, sided);
}

function knownBehindLookBack({ clock, lookBack }: Feed, record: AnyRecord): AnyRecord {
  if (!clock || !lookBack) return record;
  const [from, time] = [valueAt(record, clock), valueAt(record, lookBack)];
  return from instanceof Date && time instanceof Date && from < time
    ? withValue(record, clock, time)
    : record;
}

function sampleValue(feed: Feed, leaf: Leaf, random: () => number): LeafValue {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // never empty
  if (leaf.field.options.internal === true) {
    return leaf === feed.availability?.from ? new Date(EPOCH + Math.floor(random() * 50) * 3_600_000) : null;
  }
  if (leaf.nullable && random() < 0.2) return null;
  const isTaken = (value: number) => boundsProblem(leaf.field, value) === null;
  switch (leaf.kind) {
    case 'text':
      return pick(wordsOf(leaf));
    case 'id':
      return pick(WORDS);
    case 'enum':
      return pick(leaf.field.values);
    case 'number':
      return pick([-1.5, 0, 0.1, 2, 1e6, 1234.5678, random() * 100].filter(isTaken));
    case 'integer':
      return pick([-3, 0, 1, 7, 2_000_000_000].filter(isTaken));
    case 'boolean':
      return random() < 0.5;
    case 'instant':
      return new Date(EPOCH + Math.floor(random() * 50) * 3_600_000 + pick([0, 1, 999]));
    case 'day':
      return `2026-01-${String(1 + Math.floor(random() * 9)).padStart(2, '0')}`;
    case 'localDateTime':
      return `2026-01-${String(1 + Math.floor(random() * 9)).padStart(2, '0')}T00:00:00`;
    case 'decimal':
      return pick(['0.0701', '123', '-1.50']);
    case 'texts':
      return [pick(WORDS), pick(WORDS)];
    case 'numbers':
      return [0.25, 0.75];
    case 'objects':
      return [sampleEntry(leaf.field.fields, pick)];
    default:
      return { ams: random() * 100, mrs: 1, gls: 2 };
  }
}

/** Texts that the field takes. */
function wordsOf({ field }: Leaf): readonly string[] {
  const { form } = field.options;
  if (form === undefined) return WORDS;
  const taken = FORMED.filter((text) => form.pattern.test(text));
  if (taken.length === 0) throw new Error(`no sample of ${form.says}`);
  return taken;
}

const FORMED = [
  '15m',
  '4h',
  '1d',
  '1M',
  '1D',
  '1W',
  'P',
  's',
  '4',
  '4/A',
  'Gift',
  'open market sale of warrants',
];

function sampleEntry(members: Fields, pick: <T>(from: readonly T[]) => T): AnyRecord {
  const sampleOf = ({ kind, values }: Field) => {
    if (kind === 'boolean') return pick([true, false]);
    if (kind === 'integer') return pick([0, 1, 7]);
    if (kind === 'enum') return pick(values);
    if (kind === 'instant') return new Date(EPOCH + pick([0, 999])).toISOString();
    return kind === 'number' ? pick([0, 0.25, 1]) : pick(WORDS);
  };
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, sampleOf(member)]));
}
