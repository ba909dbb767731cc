import { type Signal, signals } from '../feeds/trade-feed/feed.ts';
import { pairOf } from './instruments.ts';
import type { Prices } from './prices.ts';
import { cycle } from './random.ts';
import { changePct, roundPrice } from './rounding.ts';
import { type SignalPlan, signalPlans } from './signal-plans.ts';
import type { Simulation } from './simulation.ts';
import { SECOND } from './time.ts';

/** Open signals repriced at a time. */
const REPRICED = 3;

export function simulateSignals(seed: number, prices: Prices): Simulation {
  const record = (nowMs: number) => (plan: SignalPlan) => signalOf(prices, plan, nowMs);
  return {
    feed: signals,
    initial: (nowMs) => signalPlans(seed, nowMs).map(record(nowMs)),
    since: (lastMs, nowMs) => {
      // What was open at `lastMs` may have left the history since and still has to be closed.
      const known = new Map(
        [...signalPlans(seed, lastMs), ...signalPlans(seed, nowMs)].map((plan) => [plan.id, plan]),
      );
      const plans = [...known.values()];
      const open = plans.filter(({ closesMs }) => closesMs > nowMs);
      const first = Math.floor(nowMs / SECOND) * REPRICED;
      const changed = [
        ...plans.filter(({ raisedMs }) => raisedMs > lastMs),
        ...plans.filter(({ closesMs }) => closesMs > lastMs && closesMs <= nowMs),
        ...Array.from({ length: Math.min(REPRICED, open.length) }, (_, index) => cycle(open, first + index)),
      ];
      return [...new Set(changed)].map(record(nowMs));
    },
  };
}

/** Prices freeze at the exit when the signal closes. */
function signalOf(prices: Prices, plan: SignalPlan, nowMs: number): Signal {
  const { instrument, raisedMs, closesMs } = plan;
  const entry = roundPrice(prices.at(instrument, raisedMs));
  const current = roundPrice(prices.at(instrument, Math.min(nowMs, closesMs)));
  const movePct = changePct(entry, current);
  const raisedAt = new Date(raisedMs);
  return {
    id: plan.id,
    source: plan.source,
    source_detail: plan.detail,
    symbol: pairOf(instrument),
    direction: plan.direction,
    entry_price: entry,
    current_price: current,
    status: closesMs <= nowMs ? 'CLOSED' : 'OPEN',
    pnl_pct: plan.direction === 'LONG' ? movePct : 0 - movePct, // not -movePct: that makes a negative zero of zero
    signal_strength: plan.strength,
    asset_type: instrument.kind,
    timeframe: plan.timeframe,
    notes: plan.notes,
    timestamp: raisedAt,
    available_at: plan.source === 'insider' ? raisedAt : null,
  };
}
