import type { Signal } from '../../feeds/trade-feed/feed.ts';
import type { KnownPrice } from './signal-prices.ts';

/**
 * Profit or loss in % of the entry price, positive when the signal was right: (price - entry) / entry for LONG, the
 * opposite for SHORT. Without fees and leverage, so that it is the same for every source. Null without both prices.
 */
export function pnlPct(
  direction: Signal['direction'],
  entry: number | null,
  price: number | null,
): number | null {
  if (entry === null || price === null || entry <= 0) return null;
  const movePct = ((price - entry) / entry) * 100;
  return direction === 'LONG' ? movePct : 0 - movePct; // not -movePct: that makes a negative zero of zero
}

/** The prices of an open or closed signal: once closed the exit price, while open the newest that is known. */
export function pricesOf(position: {
  readonly direction: Signal['direction'];
  readonly entry: number;
  readonly enteredAtMs: number;
  /** Null while open. */
  readonly exit: number | null;
  /** Prices known besides the entry; those older than it do not count. */
  readonly known: readonly (KnownPrice | null)[];
}): Pick<Signal, 'entry_price' | 'current_price' | 'status' | 'pnl_pct'> {
  const { direction, entry, exit } = position;
  const current = exit ?? newest(entry, position.enteredAtMs, position.known);
  return {
    entry_price: entry,
    current_price: current,
    status: exit === null ? 'OPEN' : 'CLOSED',
    pnl_pct: pnlPct(direction, entry, current),
  };
}

function newest(entry: number, enteredAtMs: number, known: readonly (KnownPrice | null)[]): number {
  let last: KnownPrice = { price: entry, atMs: enteredAtMs };
  for (const one of known) if (one && one.atMs > last.atMs) last = one;
  return last.price;
}
