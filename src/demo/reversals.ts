import { type Reversal, reversals } from '../feeds/mre/feed.ts';
import { COINS, type Instrument } from './instruments.ts';
import type { Prices } from './prices.ts';
import { clamp, round, roundPrice } from './rounding.ts';
import type { Simulation } from './simulation.ts';
import { DAY, HOUR, MINUTE, SECOND } from './time.ts';

const INTERVALS = [
  { name: '5m', ms: 5 * MINUTE, style: 'SCALP' },
  { name: '15m', ms: 15 * MINUTE, style: 'SCALP' },
  { name: '1h', ms: HOUR, style: 'INTRADAY' },
  { name: '4h', ms: 4 * HOUR, style: 'SWING' },
] as const;

/** A pair and an interval; each is scanned in its second of a cycle. */
const SCANS = COINS.slice(0, 20).flatMap((coin) => INTERVALS.map((interval) => ({ coin, interval })));
type Scan = (typeof SCANS)[number];
const CYCLE_MS = SCANS.length * SECOND;

/** Current state: the last reversal of every scan. */
export function simulateReversals(prices: Prices): Simulation {
  return {
    feed: reversals,
    initial: (nowMs) => SCANS.map((scan) => reversalOf(prices, scan, nowMs)),
    // A scan whose turn it was had its last turn within the cycle before `lastMs`: what it found since is news.
    since: (lastMs, nowMs) =>
      SCANS.filter((_, index) => hasTurn(index, lastMs, nowMs))
        .map((scan) => reversalOf(prices, scan, nowMs))
        .filter(({ detected_at }) => detected_at !== null && detected_at.getTime() > lastMs - CYCLE_MS),
  };
}

/** Whether the index-th second of some cycle lies in `(lastMs, nowMs]`. */
function hasTurn(index: number, lastMs: number, nowMs: number): boolean {
  const cyclesUntil = (ms: number) => Math.floor((ms - index * SECOND) / CYCLE_MS);
  return cyclesUntil(nowMs) > cyclesUntil(lastMs);
}

/** Bars of the index; a reading beyond the limits is what the scan looks for, that many bars back. */
const RSI_BARS = 14;
const OVERSOLD = 32;
const OVERBOUGHT = 68;
const LOOK_BACK = 48;

function reversalOf(prices: Prices, { coin, interval }: Scan, ms: number): Reversal {
  const { rsi, close, closedMs } = lastExtreme(prices, coin, interval.ms, ms);
  const oversold = rsi < 50;
  const extremeness = Math.abs(rsi - 50) / 50;
  const volatilityPct = coin.volatility * 100 * Math.sqrt((interval.ms * RSI_BARS) / DAY);
  return {
    id: `demo-mre-${coin.symbol.toLowerCase()}-${interval.name}`,
    ticker: `BINANCE:${coin.symbol}USDT`,
    ticker_display: `${coin.symbol}/USDT`,
    price: decimalText(roundPrice(close)),
    interval: interval.name,
    asset_class: 'crypto',
    signal: {
      what: oversold ? 'oversold' : 'overbought',
      direction: oversold ? 'LONG' : 'SHORT',
      type: interval.style,
      condition: `RSI(${RSI_BARS}) at ${rsi.toFixed(1)} (simulated)`,
    },
    expected_pct: round(Math.max(0.05, volatilityPct * extremeness)),
    score: round(clamp(25 + extremeness * 80, 0, 100), 1),
    detected_at: new Date(closedMs),
  };
}

/** The newest closed bar with an extreme reading; in a calm market the most extreme of those looked at. */
function lastExtreme(prices: Prices, coin: Instrument, barMs: number, ms: number) {
  const lastBar = Math.floor(ms / barMs);
  const closes: number[] = [];
  const close = (back: number): number => {
    closes[back] ??= prices.at(coin, (lastBar - back) * barMs);
    return closes[back];
  };
  let best = { rsi: 50, back: -1 };
  for (let back = 0; back < LOOK_BACK; back++) {
    const rsi = rsiAt(close, back);
    if (Math.abs(rsi - 50) > Math.abs(best.rsi - 50) || best.back < 0) best = { rsi, back };
    if (rsi <= OVERSOLD || rsi >= OVERBOUGHT) break;
  }
  return { rsi: best.rsi, close: close(best.back), closedMs: (lastBar - best.back) * barMs };
}

/** Relative strength index with plain averages (Cutler's), 0 to 100. */
function rsiAt(close: (back: number) => number, back: number): number {
  let gains = 0;
  let moves = 0;
  for (let bar = back; bar < back + RSI_BARS; bar++) {
    const move = close(bar) - close(bar + 1);
    gains += Math.max(0, move);
    moves += Math.abs(move);
  }
  return moves === 0 ? 50 : (100 * gains) / moves;
}

/** Never in exponent form, as `String` would have it below 0.000001. */
function decimalText(price: number): string {
  return price.toFixed(Math.max(2, 5 - Math.floor(Math.log10(price))));
}
