import type { PagedFeed } from '../data/feed-query.ts';
import { fieldName } from '../data/field-names.ts';
import { NONE, words } from '../ui/format.ts';

/** Sources that feeds call by the code of a module. */
const SOURCES: Readonly<Record<string, string>> = { mte: 'Strategy', aoe: 'Ranking' };

export const sourceOf = (source: string): string => SOURCES[source.toLowerCase()] ?? words(source);

/** In one word. */
const EVENTS: Readonly<Record<string, string>> = {
  ENTRY: 'Entry',
  EXIT: 'Exit',
  SIZE_INCREASE: 'Increase',
  SIZE_DECREASE: 'Decrease',
  TOKEN_BUY: 'Buy',
};

/** What happened to a position, whatever it is of. */
export const eventWord = (type: string): string => EVENTS[type] ?? words(type);

/** One code is of positions, and of coins held themselves, whose rows say that they were bought or sold. */
const OF_BOTH: Readonly<Record<string, string>> = {
  SIZE_INCREASE: 'Increase, or buy of a coin',
  SIZE_DECREASE: 'Decrease, or sale of a coin',
  TOKEN_BUY: 'Buy of a token',
};

/** What all events of a code are. */
const eventsWord = (type: string): string => OF_BOTH[type] ?? eventWord(type);

const PARTIES: Readonly<Record<string, string>> = { D: 'Democrat', R: 'Republican', I: 'Independent' };

/** `D` → `Democrat`. */
export const partyOf = (party: string | null): string =>
  party === null ? 'party unknown' : (PARTIES[party] ?? party);

/** As the methodology names them. */
const PHASES: Readonly<Record<string, string>> = {
  PHASE_A: 'Rebound',
  PHASE_B: 'Bull',
  PHASE_C: 'Correction',
  PHASE_D: 'Bear',
};

/** A market phase in its word, a dash where there is none. */
export const phaseOf = (phase: string | null): string => PHASES[phase?.toUpperCase() ?? ''] ?? NONE;

/** As the platform writes itself. */
export const platformOf = ({ platform }: { readonly platform: string | null }): string =>
  words(platform).replace('Predictit', 'PredictIt');

/** The codes of forms 4 and 5: a word for what is neither bought nor sold, and what the form says of the code. */
const CODES: Readonly<Record<string, readonly [word: string, meaning: string]>> = {
  A: ['Grant', 'A grant or award of the company'],
  C: ['Convert', 'Conversion of a derivative'],
  D: ['Return', 'Given back to the company'],
  E: ['Expiry', 'Expiration of a short derivative'],
  F: ['Tax', 'Shares paid for the exercise price or withheld for tax'],
  G: ['Gift', 'A gift'],
  H: ['Expiry', 'Expiration of a long derivative'],
  L: ['Small buy', 'A small acquisition'],
  M: ['Exercise', 'Exercise or conversion of an exempt derivative'],
  O: ['Exercise', 'Exercise of a derivative that was out of the money'],
  P: ['Buy', 'A purchase on the market or in private'],
  S: ['Sell', 'A sale on the market or in private'],
  U: ['Merger', 'Tendered in a change of control'],
  W: ['Will', 'By will or inheritance'],
  X: ['Exercise', 'Exercise of a derivative in or at the money'],
};

const codeOf = (code: string | null) => CODES[code?.toUpperCase() ?? ''];
export const wordOf = (code: string | null): string => codeOf(code)?.[0] ?? 'Other';

/** A kind of trade with its code, as some share a word: `Exercise (M)`. */
export const kindOfTrade = (code: string): string => `${wordOf(code)} (${code.toUpperCase()})`;

/** All that there are. */
export const TRADE_CODES: readonly string[] = Object.keys(CODES);

/** What a code means, with the code: `A gift (code G)`. */
export const explainedOf = (code: string | null): string =>
  code === null ? 'The form gives no code' : `${codeOf(code)?.[1] ?? 'Another transaction'} (code ${code})`;

type Words = Readonly<Record<string, (code: string) => string>>;

/** What a feed says in words of its own or without capitals, as its columns have it. Closed sets of others are in theirs. */
const WORDS: Readonly<Record<PagedFeed, Words>> = {
  signals: { source: sourceOf },
  whales: { source: words, eventType: eventsWord },
  congress: { sector: words, party: partyOf },
  insider: { transactionCode: kindOfTrade },
  markets: {
    categoryNorm: words,
    platform: (platform) => platformOf({ platform }),
  },
  reversals: {},
  outperformers: { marketPhase: phaseOf },
  strategies: { source: words },
};

/** Fields of closed sets that groups are made of. Filters know their closed sets from the declaration. */
const CLOSED: ReadonlySet<string> = new Set([
  'direction',
  'status',
  'assetType',
  'chamber',
  'owner',
  'transactionDirection',
  'assetClass',
  'signalDirection',
  'signalType',
]);

const TRUTHS: Readonly<Record<string, string>> = { true: 'Yes', false: 'No' };

/** A value of a field in the words of its column, in filters, chips and groups alike. */
export const valueWord = (
  feed: PagedFeed,
  field: string,
  value: string,
  isClosed = CLOSED.has(field),
): string => TRUTHS[value] ?? WORDS[feed][field]?.(value) ?? (isClosed ? words(value) : value);

/** Texts that are chosen, as their codes stand in no column. */
const CHOICES: Partial<Readonly<Record<PagedFeed, Readonly<Record<string, readonly string[]>>>>> = {
  signals: { source: ['mte', 'insider', 'aoe', 'manual'] },
  insider: { transactionCode: TRADE_CODES },
};

export const choicesOf = (feed: PagedFeed, field: string): readonly string[] | null =>
  CHOICES[feed]?.[field] ?? null;

/** What rows without a value have none of: `No sector`. */
export function noneOf(feed: PagedFeed, field: string): string {
  if (feed === 'whales' && field === 'whaleName') return 'No name'; // the whale is there
  return `No ${fieldName(feed, field).toLowerCase()}`;
}
