import { closeOfBar, intervalMs } from '../../feed/interval.ts';
import { knownExactly } from '../../feed/known.ts';
import { type Reversal, reversals, type TRADING_STYLES } from '../../feeds/mre/feed.ts';
import { type BarSeries, barSeriesOf, displayOf } from '../../sources/ohlcv/bar-series.ts';
import { barsOf, decimalText } from '../bars.ts';
import type { Engine } from '../engine.ts';
import { CURRENT_BARS, type DetectedReversal, detectReversals } from './reversals.ts';

/**
 * The current reversal of each bar series: the last one detected, if its bar is among the last `CURRENT_BARS` stored bars.
 * Counted in bars, not by the clock, so that the result is a function of what is stored.
 */
export const reversalsOfBars: Engine = {
  name: 'reversals',
  feed: reversals,
  kinds: ['bar'],
  groupOf: ({ series }) => (barSeriesOf(series) === null ? null : series),
  originOf: ({ ticker, interval }) => ({ kind: 'bar', series: `${ticker}|${interval}` }),
  async derive(group, inputs) {
    const series = barSeriesOf(group);
    if (series === null) return [];
    const bars = barsOf(await inputs.list('bar', group));
    const last = detectReversals(bars).at(-1);
    return last && last.index >= bars.length - CURRENT_BARS ? [reversalRecord(series, last)] : [];
  },
};

/** The record of a detection: one id for a series, whatever was detected. */
function reversalRecord({ ticker, interval }: BarSeries, detected: DetectedReversal): Reversal {
  const closedAt = closeOfBar(detected.openAt, interval);
  const { calibration } = detected;
  return {
    // The interval keeps its case: 1m is a minute, 1M a month.
    id: `mre-${ticker.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-${interval}`,
    ticker,
    ticker_display: displayOf(ticker),
    price: decimalText(detected.price),
    interval,
    asset_class: 'crypto',
    signal: {
      what: detected.what,
      direction: detected.direction,
      type: styleOf(interval),
      condition: detected.condition,
    },
    expected_pct: calibration.expectedPct,
    score: calibration.score,
    past_count: calibration.count,
    past_hit_rate_pct: calibration.count === 0 ? null : (100 * calibration.hits) / calibration.count,
    observed_at: closedAt,
    current_until: null, // set when it is written, by the shelf life of the feed
    ...knownExactly(closedAt),
    detected_at: closedAt,
  };
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Up to 15 minutes SCALP, under a day INTRADAY, under a week SWING, else POSITION. */
export function styleOf(interval: string): (typeof TRADING_STYLES)[number] {
  const ms = intervalMs(interval);
  if (ms <= 15 * MINUTE_MS) return 'SCALP';
  if (ms < DAY_MS) return 'INTRADAY';
  return ms < 7 * DAY_MS ? 'SWING' : 'POSITION';
}
