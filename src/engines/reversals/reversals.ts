import { type Bar, round } from '../bars.ts';
import { BAND_BARS, BAND_DEVIATIONS, type Readings, RSI_BARS, readingsOf } from './reversals-readings.ts';

export type ReversalKind = 'oversold' | 'overbought';

/** A reversal as it stood at the close of a bar. */
export interface DetectedReversal {
  readonly what: ReversalKind;
  readonly direction: 'LONG' | 'SHORT';
  /** Index and open time of the bar that showed it, and its close. */
  readonly index: number;
  readonly openAt: Date;
  readonly price: number;
  /** The readings in words. */
  readonly condition: string;
  /** Expected size of the move in %, of either sign; see `expectedPct`. */
  readonly expectedPct: number;
  /** 0 to 100; see `scoreOf`. */
  readonly score: number;
}

/** Wilder's limits of the index. */
const OVERSOLD = 30;
const OVERBOUGHT = 70;
/** Bars within which momentum must turn after the last extreme one. */
const TURN_BARS = 3;
/** Closed bars for which a reversal is current, its own among them; also the bars the expected move is for. */
export const CURRENT_BARS = 10;

/**
 * Every reversal in closed bars, oldest first. A bar is oversold when RSI(14) is at most 30 and it closes at or below the
 * lower Bollinger band (20, 2). The reversal is the first of the three bars after the last such bar at whose close momentum
 * turns up: close, RSI and MACD histogram (12, 26, 9) all above those of the bar before. Overbought is the mirror image: 70,
 * upper band, down. Whatever is said of a bar comes from that bar and those before it, so later bars change nothing.
 */
export function detectReversals(bars: readonly Bar[]): readonly DetectedReversal[] {
  const readings = readingsOf(bars);
  const found: DetectedReversal[] = [];
  let extreme: Extreme | null = null;
  for (const [index, bar] of bars.entries()) {
    const now = readings[index] ?? null;
    const before = readings[index - 1] ?? null;
    if (now === null) continue;
    const what = extremeOf(now);
    if (what !== null) extreme = { what, index, at: now };
    if (extreme === null || before === null || extreme.index === index) continue;
    if (index - extreme.index > TURN_BARS) {
      extreme = null;
    } else if (turns(extreme.what, before, now)) {
      found.push(reversalOf(extreme, index, bar, before, now));
      extreme = null;
    }
  }
  return found;
}

interface Extreme {
  readonly what: ReversalKind;
  readonly index: number;
  readonly at: Readings;
}

function extremeOf({ rsi, close, lower, upper, deviation }: Readings): ReversalKind | null {
  // Without any movement the bands are one line on which every close lies, and the RSI is 100 by convention.
  if (deviation < close * 1e-9) return null;
  if (rsi <= OVERSOLD && close <= lower) return 'oversold';
  return rsi >= OVERBOUGHT && close >= upper ? 'overbought' : null;
}

function turns(what: ReversalKind, before: Readings, now: Readings): boolean {
  const names = ['close', 'rsi', 'histogram'] as const;
  return names.every((name) => (what === 'oversold' ? now[name] > before[name] : now[name] < before[name]));
}

function reversalOf(extreme: Extreme, index: number, bar: Bar, before: Readings, now: Readings) {
  const { what } = extreme;
  return {
    what,
    direction: what === 'oversold' ? ('LONG' as const) : ('SHORT' as const),
    index,
    openAt: bar.openAt,
    price: bar.close,
    condition: conditionOf(extreme, index, now),
    expectedPct: expectedPct(now.volatility),
    score: scoreOf(extreme, before, now),
  };
}

/**
 * 40 for the conditions, which all hold, and up to 20 each for how far beyond them it went:
 * RSI of the extreme bar beyond its limit (20 at 0 or 100), its close beyond the band (20 at one standard deviation of the
 * closes), and the turning bar's move from close to close (20 at one ATR(14)).
 */
function scoreOf({ what, at }: Extreme, before: Readings, now: Readings): number {
  const isOversold = what === 'oversold';
  const depth = isOversold ? (OVERSOLD - at.rsi) / OVERSOLD : (at.rsi - OVERBOUGHT) / (100 - OVERBOUGHT);
  const beyond = isOversold ? at.lower - at.close : at.close - at.upper;
  const stretch = beyond / at.deviation; // never 0, see extremeOf
  // The turning bar moved, so its true range is not 0.
  const turn = Math.abs(now.close - before.close) / now.atr;
  return round(40 + 20 * share(depth) + 20 * share(stretch) + 20 * share(turn), 1);
}

const share = (value: number): number => Math.min(1, Math.max(0, value));

/**
 * One standard deviation of the asset's own moves over `CURRENT_BARS` bars, in %: the standard deviation of its last 20
 * logarithmic returns times the square root of the bars (Bachelier's square root of time).
 */
function expectedPct(volatility: number): number {
  return round(100 * volatility * Math.sqrt(CURRENT_BARS), 2);
}

function conditionOf(
  { what, index: at, at: { rsi, close, lower, upper } }: Extreme,
  index: number,
  now: Readings,
) {
  const isOversold = what === 'oversold';
  const band = isOversold ? lower : upper;
  const beyondPct = (100 * Math.abs(close - band)) / band;
  const side = isOversold ? 'below the lower' : 'above the upper';
  const bars = index - at === 1 ? '1 bar' : `${index - at} bars`;
  return (
    `RSI(${RSI_BARS}) ${rsi.toFixed(1)} and close ${beyondPct.toFixed(2)}% ${side} Bollinger(${BAND_BARS},${BAND_DEVIATIONS}) ` +
    `band ${bars} before; close and MACD histogram turned ${isOversold ? 'up' : 'down'}, RSI ${now.rsi.toFixed(1)}`
  );
}
