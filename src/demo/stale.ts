import { MARKET_BAR } from '../feed/market-bars.ts';
import { STOCK_BAR } from '../feed/stock-series.ts';
import { GLOBAL_MS } from './macro.ts';
import { firstSnapshotMs } from './polymarket-whales.ts';
import { STOCK_BARS_MS } from './stock-bars.ts';
import { DAY, isoDay, SECOND } from './time.ts';

/** Inputs of a kind with keys between the two, exclusive. */
export interface Stale {
  readonly kind: string;
  readonly after: string;
  readonly before: string;
}

/** As long as the longest history, so that a restart brings nothing back. */
const HISTORY_MS = 90 * DAY;

/**
 * What need not be kept, besides captures of coins and bars, so that a demo which runs for long does not grow: what no history reaches back to, and captures
 * that a later one has replaced. Backtests and macro observations, some dozen a day, stay.
 */
export function stale(nowMs: number): readonly Stale[] {
  const until = (kind: string, ms: number): Stale => ({ kind, after: '', before: iso(ms) });
  // Of the captures of a day the last one counts.
  const days = [nowMs, nowMs - DAY].map((ms) => {
    const lastMs = Math.min(nowMs - GLOBAL_MS, Math.floor(ms / DAY + 1) * DAY - SECOND);
    return { kind: 'macro', after: `${isoDay(ms)}|`, before: `${isoDay(ms)}|${iso(lastMs)}` };
  });
  return [
    ...days,
    until('coin', nowMs - HISTORY_MS),
    until('scan', nowMs), // the newest always stays
    until(MARKET_BAR, nowMs - HISTORY_MS),
    { kind: STOCK_BAR, after: '', before: isoDay(nowMs - STOCK_BARS_MS - DAY) },
    until('alert', nowMs - HISTORY_MS),
    until('fill', nowMs - HISTORY_MS),
    until('trade', firstSnapshotMs(nowMs)),
    until('position', firstSnapshotMs(nowMs)),
  ];
}

const iso = (ms: number): string => new Date(ms).toISOString();
