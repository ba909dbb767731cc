import type { Signal } from '../../feeds/trade-feed/feed.ts';
import type { Alert } from '../../sources/tradingview/alert.ts';
import type { KnownPrice } from './signal-prices.ts';

/** What an alert opened, until another one closed it. */
export interface Position {
  readonly opening: Alert;
  readonly direction: Signal['direction'];
  /** The alert that closed it; null while open. */
  readonly closing: Alert | null;
  /** The last price an alert gave while it was open. */
  readonly told: KnownPrice;
}

/**
 * Positions of one strategy in one instrument, from its alerts in order of time:
 *
 * | alert | nothing open | LONG open | SHORT open |
 * |---|---|---|---|
 * | long | opens LONG | - | closes, opens LONG |
 * | short | opens SHORT | closes, opens SHORT | - |
 * | buy | opens LONG | - | closes |
 * | sell | opens SHORT | closes | - |
 * | close, exit | - | closes | closes |
 *
 * `buy` and `sell` are single orders: the one that ends a position opens none. What adds to a position (-) changes
 * nothing but the last known price.
 */
export function positionsOf(alerts: readonly Alert[]): readonly Position[] {
  const closed: Position[] = [];
  let open: Position | null = null;
  for (const alert of alerts) {
    const next: Step = step(open, alert);
    if (next.closed) closed.push(next.closed);
    open = next.open;
  }
  return open === null ? closed : [...closed, open];
}

interface Step {
  readonly closed: Position | null;
  readonly open: Position | null;
}

function step(open: Position | null, alert: Alert): Step {
  const side = SIDES[alert.action];
  const told = toldBy(alert);
  if (open !== null && side === open.direction) return { closed: null, open: { ...open, told } };
  const isReversal = alert.action === 'long' || alert.action === 'short';
  const opens = side !== null && (open === null || isReversal);
  return {
    closed: open && { ...open, closing: alert, told },
    open: opens ? { opening: alert, direction: side, closing: null, told } : null,
  };
}

const SIDES: Readonly<Record<Alert['action'], Signal['direction'] | null>> = {
  buy: 'LONG',
  long: 'LONG',
  sell: 'SHORT',
  short: 'SHORT',
  close: null,
  exit: null,
};

const toldBy = (alert: Alert): KnownPrice => ({ price: alert.price, atMs: Date.parse(alert.at) });
