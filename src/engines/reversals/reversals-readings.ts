import { BollingerBands, EMA, MACD, RSI } from 'trading-signals';
import type { Bar } from '../bars.ts';

/** Bars of the relative strength index, as Wilder sets them. */
export const RSI_BARS = 14;
/** Bars and standard deviations of the bands, as Bollinger sets them. */
export const BAND_BARS = 20;
export const BAND_DEVIATIONS = 2;
/** Bars of the moving averages, as Appel sets them. */
const MACD_BARS = [12, 26, 9] as const;

/** Indicators at the close of a bar: what is known at that moment, from that bar and those before it. */
export interface Readings {
  readonly close: number;
  /** Relative strength index, 0 to 100 (Wilder, New Concepts in Technical Trading Systems, 1978). */
  readonly rsi: number;
  /** Bollinger bands, in price. */
  readonly lower: number;
  readonly upper: number;
  /** Standard deviation of the closes within the bands, in price. */
  readonly deviation: number;
  /** MACD less its signal line, in price; that it rises means that momentum turns up (Appel). */
  readonly histogram: number;
}

/** The readings of every bar; null until all indicators have the bars they need. `trading-signals` computes them. */
export function readingsOf(bars: readonly Bar[]): readonly (Readings | null)[] {
  const [short, long, signal] = MACD_BARS;
  const rsiOf = new RSI(RSI_BARS);
  const bandsOf = new BollingerBands(BAND_BARS, BAND_DEVIATIONS);
  const macdOf = new MACD(new EMA(short), new EMA(long), new EMA(signal));
  return bars.map(({ close }, index) => {
    const rsi = rsiOf.add(close);
    const bands = bandsOf.add(close);
    const macd = macdOf.add(close);
    // The averages start from the first close; they are of use once the slowest one and its signal line have run in.
    if (index + 1 < long + signal || rsi === null || bands === null || macd === null) {
      return null;
    }
    return {
      close,
      rsi,
      lower: bands.lower,
      upper: bands.upper,
      deviation: (bands.upper - bands.middle) / BAND_DEVIATIONS,
      histogram: macd.histogram,
    };
  });
}
