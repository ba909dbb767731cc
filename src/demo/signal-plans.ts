import type { Signal } from '../feeds/trade-feed/feed.ts';
import { clusterOf } from './insider-filings.ts';
import { COINS, INSTRUMENTS, type Instrument } from './instruments.ts';
import { type Random, randomAt, streamOf } from './random.ts';
import { type Grid, type Slot, slotsBetween } from './simulation.ts';
import { strategyBefore } from './strategies.ts';
import { DAY, dayOf, HOUR, isBusinessDay, MINUTE } from './time.ts';

/** What is settled about a signal when it is raised; price and profit are left to the market. */
export interface SignalPlan {
  readonly id: string;
  readonly source: 'aoe' | 'insider' | 'mte' | 'manual';
  readonly detail: string;
  readonly instrument: Instrument;
  readonly direction: Signal['direction'];
  readonly timeframe: string;
  readonly strength: number;
  readonly notes: string;
  readonly raisedMs: number;
  readonly closesMs: number;
}

const swings: Grid = { name: 'swing', periodMs: 18 * HOUR, historyMs: 90 * DAY };
/** Kept back half a day, so that a restart within it closes every position that was open before. */
const live: Grid = { name: 'live', periodMs: 6 * MINUTE, historyMs: 12 * HOUR };

/** All signals raised in `(nowMs - historyMs, nowMs]` of their kind. */
export function signalPlans(seed: number, nowMs: number): SignalPlan[] {
  const plans = [swings, live].flatMap((grid) =>
    slotsBetween(seed, grid, nowMs - grid.historyMs, nowMs).map((slot) => planOf(seed, slot)),
  );
  return [...plans, ...clusterPlans(seed, nowMs)];
}

function planOf(seed: number, slot: Slot): SignalPlan {
  const random = randomAt(streamOf(seed, `signal/${slot.grid.name}`), slot.n);
  const openMs = slot.grid === live ? random.between(10 * MINUTE, 3 * HOUR) : random.between(DAY, 20 * DAY);
  return {
    id: `demo-signal-${slot.id}`,
    ...originOf(seed, slot, random),
    direction: random.chance(0.6) ? 'LONG' : 'SHORT',
    strength: random.whole(40, 98),
    raisedMs: slot.atMs,
    closesMs: slot.atMs + Math.round(openMs),
  };
}

type Origin = Pick<SignalPlan, 'source' | 'detail' | 'instrument' | 'timeframe' | 'notes'>;

function originOf(seed: number, slot: Slot, random: Random): Origin {
  const timeframe = random.pick(slot.grid === live ? ['5m', '15m', '1h'] : ['4h', '1d']);
  const source = random.pick(['mte', 'mte', 'aoe', 'manual'] as const);
  switch (source) {
    case 'mte': {
      const { strategy, instrument } = strategyBefore(seed, slot.atMs, random);
      const notes = `Simulated: ${strategy.name.replace(' (simulated)', '')} entered on its own rules.`;
      return { source, detail: strategy.slug, instrument, timeframe: strategy.timeframe ?? timeframe, notes };
    }
    case 'aoe': {
      const notes = 'Simulated: the composite score crossed its threshold.';
      return { source, detail: 'composite-score', instrument: random.pick(COINS), timeframe, notes };
    }
    case 'manual': {
      const notes = `Simulated: ${random.pick(REMARKS)}.`;
      return { source, detail: 'desk', instrument: random.pick(INSTRUMENTS), timeframe, notes };
    }
  }
}

const REMARKS = [
  'break of a range that held for weeks',
  'retest of the former high',
  'volume dried up into support',
  'failed breakout, trade back to the middle',
];

const CLUSTER_HISTORY_MS = 90 * DAY;

/** Each day's cluster of insider purchases raises a signal with the filing that completes it. */
function clusterPlans(seed: number, nowMs: number): SignalPlan[] {
  const plans: SignalPlan[] = [];
  for (let day = dayOf(nowMs - CLUSTER_HISTORY_MS); day <= dayOf(nowMs); day++) {
    if (!isBusinessDay(day * DAY)) continue;
    const { issuer, insiders, lastId, completedMs } = clusterOf(seed, day);
    if (completedMs > nowMs || completedMs <= nowMs - CLUSTER_HISTORY_MS) continue;
    const random = randomAt(streamOf(seed, 'signal/cluster'), day);
    plans.push({
      id: `demo-signal-cluster-${day}`,
      source: 'insider',
      detail: lastId,
      instrument: issuer,
      direction: 'LONG',
      timeframe: '1d',
      strength: random.whole(60, 98),
      notes: `Simulated: ${insiders} insiders of ${issuer.symbol} reported purchases on one day.`,
      raisedMs: completedMs,
      closesMs: completedMs + Math.round(random.between(5 * DAY, 40 * DAY)),
    });
  }
  return plans;
}
