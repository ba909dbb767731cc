import { COINS, COMPANIES, type Instrument, pairOf } from './instruments.ts';
import { chanceAhead, SUBJECTS, type Subject } from './prediction-subjects.ts';
import { dayVolatility, type Prices } from './prices.ts';
import type { Random } from './random.ts';
import { lastTradedMs, stockClock } from './stock-clock.ts';
import { DAY, isoDay } from './time.ts';

export interface Question {
  readonly event: string;
  readonly text: string;
  /** In the words of the platforms. */
  readonly category: string;
  readonly outcomes: readonly string[];
  /** When its market closes: what it asks about is known then. */
  readonly closesMs: number;
  /** Of each outcome, as things stand at a moment. */
  chancesAt(ms: number): readonly number[];
}

/** What questions of a market are made from. */
interface World {
  readonly seed: number;
  readonly prices: Prices;
}

interface Span {
  readonly openedMs: number;
  readonly closesMs: number;
}

const YES_NO_SUBJECTS = SUBJECTS.filter(({ outcomes }) => outcomes.length === 2);

/** A question for a market that opens at a moment and closes at another at the latest. */
export function questionFor(random: Random, world: World, span: Span, mayHaveOutcomes: boolean): Question {
  if (!random.chance(0.4)) return priceQuestion(random, world, span);
  return questionAbout(random.pick(mayHaveOutcomes ? SUBJECTS : YES_NO_SUBJECTS), random, world, span);
}

/** The day at whose end, or at whose session's, a market closes. */
const lastDayOf = ({ closesMs }: Pick<Span, 'closesMs'>): string => isoDay(closesMs - 1);

function questionAbout(subject: Subject, random: Random, { seed }: World, span: Span): Question {
  const { event, category, outcomes, levels } = subject;
  const level = levels.length === 0 ? 0 : random.pick(levels);
  return {
    event,
    category,
    outcomes,
    closesMs: span.closesMs,
    text: subject.text.replace('{day}', lastDayOf(span)).replace('{level}', String(level)),
    chancesAt: (ms) => subject.chances(seed, ms, { closesMs: span.closesMs, level }),
  };
}

/**
 * Whether the price of an instrument is above a level at the close; instruments are real. Coins trade on every day and at night; a
 * question on a stock closes with the last session there is time for, as on a weekend or a holiday a stock has no close.
 */
function priceQuestion(random: Random, { prices }: World, span: Span): Question {
  const { openedMs } = span;
  const isCoin = random.chance(0.65);
  const closesMs = isCoin ? span.closesMs : lastTradedMs(span.closesMs);
  const instrument = random.pick(isCoin ? COINS.slice(0, 12) : COMPANIES.slice(0, 20));
  // Where the price may well be at the close: up to a standard deviation away.
  const spread = dayVolatility(instrument) * Math.sqrt((closesMs - openedMs) / DAY);
  const level = Number(
    (prices.at(instrument, openedMs) * Math.exp(spread * random.between(-1, 1))).toPrecision(2),
  );
  return {
    category: isCoin ? 'Crypto' : 'Stocks',
    event: `${instrument.name} price (simulated)`,
    text: `${pairOf(instrument)} above ${usd(level)} at the ${isCoin ? 'end' : 'close'} of ${lastDayOf({ closesMs })}?`,
    outcomes: ['Yes', 'No'],
    closesMs,
    chancesAt(ms) {
      const yes = chanceAbove({ instrument, level }, prices, ms, closesMs);
      return [yes, 1 - yes];
    },
  };
}

interface PriceLevel {
  readonly instrument: Instrument;
  /** In USD. */
  readonly level: number;
}

/** Cents below ten dollars, where a level may have some: $0.50, $4.00, $350; and what is less than a cent. */
const usd = (level: number): string =>
  `$${level.toLocaleString('en-US', { minimumFractionDigits: level < 10 ? 2 : 0, maximumFractionDigits: 6 })}`;

/**
 * Probability that a price is above a level at the close, in a market without drift: Φ(ln(price / level) / (σ √days)). What a stock is
 * worth is known from sessions alone: on a Sunday it is the close of Friday, and the days left are those of the stock's own clock.
 */
function chanceAbove(
  { instrument, level }: PriceLevel,
  prices: Prices,
  ms: number,
  closesMs: number,
): number {
  const isStock = instrument.kind === 'stock';
  const [fromMs, toMs] = isStock ? [lastTradedMs(ms), lastTradedMs(closesMs)] : [ms, closesMs];
  const left = isStock ? stockClock(toMs) - stockClock(fromMs) : toMs - fromMs;
  const ahead = Math.log(prices.at(instrument, fromMs) / level);
  return chanceAhead(ahead, dayVolatility(instrument), Math.max(0, left) / DAY);
}
