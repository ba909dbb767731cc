import { INSTRUMENTS, type Instrument, type InstrumentKind } from './instruments.ts';
import { streamOf, uniformAt } from './random.ts';
import { stockClock } from './stock-clock.ts';
import { DAY } from './time.ts';

/** The one price of every instrument, which all feeds go by. */
export interface Prices {
  /** In USD, unrounded. */
  at(instrument: Instrument, ms: number): number;
  /** Performance over a time until `ms`, as a ratio: 0.02 is up by two percent. */
  performance(instrument: Instrument, ms: number, overMs: number): number;
}

/** Daily volatility of what moves all instruments of a kind together. */
const SHARED_VOLATILITY: Readonly<Record<InstrumentKind, number>> = {
  crypto: 0.018,
  stock: 0.008,
};

/** Periods of the octaves, 256 days down to 5 seconds. */
const OCTAVES = Array.from({ length: 12 }, (_, index) => (256 * DAY) / 4 ** index);

/** Standard deviation of an instrument's log return over a day: a walk has 0.8 of it. */
export const dayVolatility = ({ kind, volatility }: Instrument): number =>
  WALK_DEVIATION * Math.hypot(volatility, SHARED_VOLATILITY[kind]);

/** Of a walk over a day. */
export const WALK_DEVIATION = 0.8;

export function createPrices(seed: number): Prices {
  const own = new Map(INSTRUMENTS.map(({ symbol }) => [symbol, streamOf(seed, `price/${symbol}`)]));
  const shared = (kind: InstrumentKind) => streamOf(seed, `market/${kind}`);
  const at: Prices['at'] = ({ symbol, kind, basePrice, volatility }, ms) => {
    const stream = own.get(symbol) ?? streamOf(seed, `price/${symbol}`);
    const place = kind === 'stock' ? stockClock(ms) : ms;
    const log =
      volatility * walk(stream, place, persistenceOf(kind, stream)) +
      SHARED_VOLATILITY[kind] * walk(shared(kind), place);
    return basePrice * Math.exp(log);
  };
  return {
    at,
    performance: (instrument, ms, overMs) => at(instrument, ms) / at(instrument, ms - overMs) - 1,
  };
}

/**
 * Hurst exponent of an instrument's own walk: below 0.5 moves turn back sooner than those of a random walk, above it they go on. So
 * reversals are right more often in one coin than in another.
 */
const persistenceOf = (kind: InstrumentKind, stream: number): number =>
  kind === 'stock' ? RANDOM_WALK : 0.35 + 0.2 * uniformAt(stream, -2);

const RANDOM_WALK = 0.5;

/**
 * A random walk one can enter at any moment: fractal noise, the sum of octaves of value noise whose amplitude goes
 * with the square root of their period, as the spread of a Brownian path does, or with another power. Standard deviation over a day: `WALK_DEVIATION`.
 * Unlike a walk summed up from a start it needs no past and keeps to a range of years' worth, so that prices stay
 * plausible for every date.
 */
export function walk(stream: number, ms: number, persistence = RANDOM_WALK): number {
  const shifted = ms + uniformAt(stream, -1) * 256 * DAY; // else all paths would bend at the same moments
  let sum = 0;
  for (const [octave, period] of OCTAVES.entries()) {
    const place = shifted / period;
    const cell = Math.floor(place);
    const left = node(stream, octave, cell);
    const right = node(stream, octave, cell + 1);
    sum += (period / DAY) ** persistence * (left + (right - left) * (place - cell));
  }
  return sum;
}

function node(stream: number, octave: number, cell: number): number {
  return uniformAt(stream + octave * 0x51ed270b, cell) * 2 - 1;
}
