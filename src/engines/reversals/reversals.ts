import { HORIZON_BARS } from '../../feeds/mre/feed.ts';
import type { Bar } from '../bars.ts';
import { type Calibration, createCalibrator } from './reversal-calibration.ts';
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
  /** What earlier reversals of its kind led to, as it was known at the close of its bar. */
  readonly calibration: Calibration;
}

/** Wilder's limits of the index. */
const OVERSOLD = 30;
const OVERBOUGHT = 70;
/** Bars within which momentum must turn after the last extreme one. */
const TURN_BARS = 3;
/** Closed bars for which a reversal is current, its own among them. */
export const CURRENT_BARS = HORIZON_BARS;

/**
 * Every reversal in closed bars, oldest first. A bar is oversold when RSI(14) is at most 30 and it closes at or below the
 * lower Bollinger band (20, 2). The reversal is the first of the three bars after the last such bar at whose close momentum
 * turns up: close, RSI and MACD histogram (12, 26, 9) all above those of the bar before. Overbought is the mirror image: 70,
 * upper band, down. Whatever is said of a bar comes from that bar and those before it, so later bars change nothing.
 */
export function detectReversals(bars: readonly Bar[]): readonly DetectedReversal[] {
  const readings = readingsOf(bars);
  const calibrate = { oversold: createCalibrator(bars), overbought: createCalibrator(bars) };
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
      const reversal = reversalOf(extreme, index, bar, now);
      found.push({ ...reversal, calibration: calibrate[extreme.what](reversal) });
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

function reversalOf(extreme: Extreme, index: number, bar: Bar, now: Readings) {
  const { what } = extreme;
  return {
    what,
    direction: what === 'oversold' ? ('LONG' as const) : ('SHORT' as const),
    index,
    openAt: bar.openAt,
    price: bar.close,
    condition: conditionOf(extreme, index, now),
  };
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
