import { HORIZON_BARS } from '../../feeds/mre/feed.ts';
import { type Bar, round } from '../bars.ts';

/**
 * What is said is drawn towards "half of them, and no move", as if 40 earlier reversals had gone that way. That is the belief
 * that the true share of such a rule lies between 35 and 65 % (two standard deviations of a beta distribution with 20 and
 * 20), so three hits of three are no certainty.
 */
const PRIOR_OUTCOMES = 40;

/** Fewer outcomes tell no size of a move. */
const LEAST_OUTCOMES = 20;

/** How many standard errors a mean move must be from none: some 95 % certainty. */
const CERTAIN_ERRORS = 2;

/** A reversal as it stood at the close of a bar. */
export interface Detection {
  readonly direction: 'LONG' | 'SHORT';
  /** Index of the bar that showed it. */
  readonly index: number;
}

/** What the same kind of reversal in the same bars led to before. Ours; the formulas are below. */
export interface Calibration {
  /** Earlier reversals whose outcome was known and whose ten bars do not overlap. */
  readonly count: number;
  /** How many of them were right: the price stood beyond that of the reversal, in its direction, ten bars later. */
  readonly hits: number;
  /** Probability that it is right, in %: (hits + 20) ÷ (count + 40). 50 says that earlier ones tell nothing. */
  readonly score: number;
  /**
   * Move over the next ten bars in the direction of the reversal, %; negative where the price went on against it. Null where
   * earlier ones tell nothing: under 20 outcomes, or a mean within two standard errors of none.
   */
  readonly expectedPct: number | null;
}

/**
 * Calibrates detections of one kind in these bars, to be called with each in order, oldest first. It walks forward: a detection
 * is calibrated by the outcomes that were known at the close of its own bar. The outcome of one whose ten bars overlap those
 * of the one counted before is left out, for it is the same move.
 */
export function createCalibrator(bars: readonly Bar[]): (detection: Detection) => Calibration {
  const outcomes: Outcome[] = [];
  let waiting: Detection[] = [];
  let last = Number.NEGATIVE_INFINITY;
  return (detection) => {
    const isKnown = ({ index }: Detection) => index + HORIZON_BARS <= detection.index;
    for (const earlier of waiting.filter(isKnown)) {
      if (earlier.index < last + HORIZON_BARS) continue;
      last = earlier.index;
      outcomes.push(...outcomeOf(earlier, bars));
    }
    waiting = [...waiting.filter((earlier) => !isKnown(earlier)), detection];
    return calibrationOf(outcomes);
  };
}

/** Move of the price in the direction of a reversal, from its bar to the tenth after it, in %. */
type Outcome = number;

/** None while the tenth bar is still to come. */
export function outcomeOf({ direction, index }: Detection, bars: readonly Bar[]): readonly Outcome[] {
  const [from, to] = [bars[index], bars[index + HORIZON_BARS]];
  if (!from || !to) return [];
  const movePct = (to.close / from.close - 1) * 100;
  return [direction === 'LONG' ? movePct : -movePct];
}

function calibrationOf(outcomes: readonly Outcome[]): Calibration {
  const count = outcomes.length;
  const hits = outcomes.filter((outcome) => outcome > 0).length;
  return {
    count,
    hits,
    score: round((100 * (hits + PRIOR_OUTCOMES / 2)) / (count + PRIOR_OUTCOMES), 1),
    expectedPct: count < LEAST_OUTCOMES ? null : expectedPct(outcomes),
  };
}

/** Sum ÷ (count + 40). */
function expectedPct(outcomes: readonly Outcome[]): number | null {
  const count = outcomes.length;
  const sum = outcomes.reduce((total, outcome) => total + outcome, 0);
  const mean = sum / count;
  const variance = outcomes.reduce((total, outcome) => total + (outcome - mean) ** 2, 0) / (count - 1);
  if (Math.abs(mean) <= CERTAIN_ERRORS * Math.sqrt(variance / count)) return null;
  return round(sum / (count + PRIOR_OUTCOMES), 2);
}
