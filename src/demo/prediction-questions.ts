import { normalShare } from '../engines/normal-distribution.ts';
import { COINS, COMPANIES, type Instrument, pairOf } from './instruments.ts';
import { dayVolatility, type Prices } from './prices.ts';
import type { Random } from './random.ts';
import { DAY, isoDay } from './time.ts';

export interface Question {
  readonly event: string;
  readonly text: string;
  /** In the words of the platforms. */
  readonly category: string;
  readonly outcomes: readonly string[];
  /** Whether this price is above this level at the close; null: the question is of something else. */
  readonly price: PriceLevel | null;
}

export interface PriceLevel {
  readonly instrument: Instrument;
  /** In USD. */
  readonly level: number;
}

const YES_NO = ['Yes', 'No'];

/** Places and events are invented; only instruments are real. `{day}` is the day at whose end the market closes. */
const QUESTIONS: readonly Question[] = [
  ask('Politics', 'Northmark general election', 'Which party leads the Northmark parliament after {day}?', 4),
  ask('Politics', 'Harbour bill', 'Will the lower house of Northmark pass the harbour bill by {day}?'),
  ask('Politics', 'Estmere presidency', 'Who wins the presidency of Estmere by {day}?', 3),
  ask('Politics', 'Valdrian coalition', 'Will the Valdrian coalition hold until {day}?'),
  ask(
    'Economics',
    'Northmark rates',
    'What does the Bank of Northmark do at its last meeting before {day}?',
    3,
  ),
  ask(
    'Economics',
    'Estmere inflation',
    'Will inflation in Estmere be below 3% in the last report before {day}?',
  ),
  ask('Economics', 'Valdrian recession', 'Will Valdria report two quarters of shrinking output by {day}?'),
  ask('Sports', 'Skerry Cup', 'Who lifts the Skerry Cup by {day}?', 4),
  ask('Sports', 'Coastal marathon', 'Will the Coastal Marathon record fall by {day}?'),
  ask('Sports', 'Highland league', 'Will Fenhollow United top the Highland League on {day}?'),
  ask('Science', 'Lighthouse probe', 'Will the Lighthouse probe send a first picture by {day}?'),
  ask('Science', 'Fusion at Tarnbeck', 'Will the Tarnbeck reactor run for an hour by {day}?'),
  ask('Technology', 'Quill 4', 'Will the Quill 4 model be released by {day}?'),
  ask('Culture', 'Golden Heron', 'Which film takes the Golden Heron by {day}?', 4),
];

function ask(category: string, event: string, text: string, outcomes = 2): Question {
  return {
    category,
    event: `${event} (simulated)`,
    text,
    outcomes: outcomes === 2 ? YES_NO : ['First', 'Second', 'Third', 'Fourth'].slice(0, outcomes),
    price: null,
  };
}

const YES_NO_QUESTIONS = QUESTIONS.filter(({ outcomes }) => outcomes === YES_NO);

/** A question for a market that opens and closes at these moments. */
export function questionFor(
  random: Random,
  prices: Prices,
  openedMs: number,
  closesMs: number,
  mayHaveOutcomes: boolean,
): Question {
  const day = isoDay(closesMs - 1);
  if (random.chance(0.4)) {
    const question = random.pick(mayHaveOutcomes ? QUESTIONS : YES_NO_QUESTIONS);
    return { ...question, text: question.text.replace('{day}', day) };
  }
  const isCoin = random.chance(0.65);
  const instrument = random.pick(isCoin ? COINS.slice(0, 12) : COMPANIES.slice(0, 20));
  // Where the price may well be at the close: up to a standard deviation away.
  const spread = dayVolatility(instrument) * Math.sqrt((closesMs - openedMs) / DAY);
  const level = Number(
    (prices.at(instrument, openedMs) * Math.exp(spread * random.between(-1, 1))).toPrecision(2),
  );
  return {
    category: isCoin ? 'Crypto' : 'Stocks',
    event: `${instrument.name} price (simulated)`,
    text: `${pairOf(instrument)} above $${level.toLocaleString('en-US', { maximumFractionDigits: 6 })} at the end of ${day}?`,
    outcomes: YES_NO,
    price: { instrument, level },
  };
}

/** Probability that a price is above a level in some time, in a market without drift: Φ(ln(price / level) / (σ √days)). */
export function chanceAbove(
  { instrument, level }: PriceLevel,
  prices: Prices,
  ms: number,
  closesMs: number,
): number {
  const ahead = Math.log(prices.at(instrument, ms) / level);
  const spread = dayVolatility(instrument) * Math.sqrt(Math.max(0, closesMs - ms) / DAY);
  return spread === 0 ? Number(ahead > 0) : normalShare(ahead / spread);
}
