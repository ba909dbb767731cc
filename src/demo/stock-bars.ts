import { sessionOf } from '../feed/trading-day.ts';
import { isTradingDay } from '../feed/us-calendar.ts';
import { signals } from '../feeds/trade-feed/feed.ts';
import { stockBarItem } from '../sources/stock-bars/stock-bar.ts';
import { INSTRUMENTS, type Instrument } from './instruments.ts';
import type { Prices } from './prices.ts';
import { roundPrice } from './rounding.ts';
import { multiplesBetween, type SimulatedSource } from './simulation.ts';
import { DAY, isoDay } from './time.ts';

const STOCKS = INSTRUMENTS.filter(({ kind }) => kind === 'stock');
/** A filing of 90 days ago reports a purchase of some days before. */
export const STOCK_BARS_MS = 97 * DAY;
/** Moments within a session at which its price is looked at, as parts of it: every half an hour. */
const LOOKS = Array.from({ length: 14 }, (_, look) => look / 13);

/** The days of Tiingo, each when its session has ended: as traded, with splits and dividends, of which there are none. */
export const simulateStockBars = (prices: Prices): SimulatedSource => ({
  feed: signals,
  *items(sinceMs, nowMs) {
    // A session ends on the UTC day that it is of.
    for (const midnight of multiplesBetween(DAY, sinceMs - DAY, nowMs, STOCK_BARS_MS)) {
      if (!isTradingDay(midnight)) continue;
      const day = isoDay(midnight);
      const { openAt, closeAt } = sessionOf(day, null);
      if (closeAt.getTime() <= sinceMs || closeAt.getTime() > nowMs) continue;
      for (const stock of STOCKS) {
        const raw = dayOf(prices, stock, { day, fromMs: openAt.getTime(), toMs: closeAt.getTime() });
        const context = { provider: 'tiingo', basis: 'raw+events', symbol: stock.symbol } as const;
        yield stockBarItem(raw, context, { file: `/tiingo/daily/${stock.symbol}/prices`, at: day, raw });
      }
    }
  },
});

function dayOf(
  prices: Prices,
  stock: Instrument,
  { day, fromMs, toMs }: { readonly day: string; readonly fromMs: number; readonly toMs: number },
) {
  const seen = LOOKS.map((part) => roundPrice(prices.at(stock, fromMs + part * (toMs - fromMs))));
  const [open, close] = [seen[0], seen.at(-1)];
  return {
    day,
    open,
    high: Math.max(...seen),
    low: Math.min(...seen),
    close,
    volume: 1_000_000,
    split: 1,
    dividend: 0,
  };
}
