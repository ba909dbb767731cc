import { type Strategy, strategies } from '../feeds/mte/feed.ts';
import { COINS, INSTRUMENTS, type Instrument, pairOf } from './instruments.ts';
import { type Random, randomAt, streamOf } from './random.ts';
import { clamp, round } from './rounding.ts';
import { type Grid, type Simulation, type Slot, simulateEvents, slotAt } from './simulation.ts';
import { DAY } from './time.ts';

const published: Grid = { name: 'strategy', periodMs: 9 * DAY, historyMs: 365 * DAY };

export function simulateStrategies(seed: number): Simulation {
  return simulateEvents(seed, strategies, [published], (slot) => strategyOf(seed, slot));
}

/** A strategy that was published before `ms`, and what it trades: one of the newest twenty. */
export function strategyBefore(seed: number, ms: number, random: Random) {
  const slot = slotAt(seed, published, Math.floor(ms / published.periodMs) - random.whole(1, 20));
  return { strategy: strategyOf(seed, slot), instrument: planOf(seed, slot).instrument };
}

const MOODS = ['Patient', 'Restless', 'Quiet', 'Northern', 'Amber', 'Lucid', 'Oblique', 'Steady'];
const STYLES = [
  'Momentum Drift',
  'Mean Reversion',
  'Range Breakout',
  'Volatility Squeeze',
  'Trend Ladder',
  'Grid Harvest',
];
const TIMEFRAMES = ['5m', '15m', '1h', '4h', '1d'];
const SOURCES = ['freqtrade', 'freqtrade', 'pine', 'in-house'];
const OPERATIONS = [
  ['enter_long', 'exit_long'],
  ['enter_long', 'exit_long', 'enter_short', 'exit_short'],
  ['enter_long', 'add_long', 'exit_long', 'stop_loss'],
];

interface Plan {
  readonly instrument: Instrument;
  readonly timeframe: string;
  readonly name: string;
  readonly random: Random;
}

function planOf(seed: number, { n }: Slot): Plan {
  const random = randomAt(streamOf(seed, 'strategy'), n);
  const instrument = random.chance(0.7) ? random.pick(COINS.slice(0, 12)) : random.pick(INSTRUMENTS);
  const timeframe = random.pick(TIMEFRAMES);
  const name = `${random.pick(MOODS)} ${random.pick(STYLES)} ${instrument.symbol} ${timeframe}`;
  return { instrument, timeframe, name, random };
}

function strategyOf(seed: number, slot: Slot): Strategy {
  const { instrument, timeframe, name, random } = planOf(seed, slot);
  const performance = performanceOf(random);
  return {
    name: `${name} (simulated)`,
    slug: `demo-${name.toLowerCase().replaceAll(' ', '-')}-${slot.n}`,
    symbol: pairOf(instrument),
    timeframe,
    asset_class: instrument.kind,
    grade: gradeOf(performance.score ?? 0),
    source: random.pick(SOURCES),
    status: random.chance(0.9) ? 'active' : 'paused',
    performance,
    signals: random.pick(OPERATIONS),
    created_at: new Date(slot.atMs),
  };
}

/**
 * Figures that follow from one skill, so that they agree: a year's return is Sharpe times volatility, the deepest fall
 * grows with volatility and shrinks with Sharpe, and a loser has a low score.
 */
function performanceOf(random: Random): Strategy['performance'] {
  const sharpe = round(random.between(-0.5, 3));
  const volatilityPct = random.between(8, 40);
  return {
    total_pnl_pct: round(sharpe * volatilityPct),
    win_rate: round(clamp(44 + sharpe * 7 + random.between(-5, 5), 5, 95)),
    total_trades: random.whole(40, 1_800),
    sharpe,
    sortino: round(sharpe * random.between(1.2, 1.8)),
    max_drawdown_pct: -round(
      clamp((volatilityPct * random.between(0.8, 1.2)) / (1 + Math.max(0, sharpe) / 2), 2, 80),
    ),
    score: round(clamp(30 + sharpe * 22 + random.between(-5, 5), 0, 100), 1),
  };
}

function gradeOf(score: number): string {
  if (score >= 80) return 'A';
  if (score >= 60) return 'B';
  return score >= 40 ? 'C' : 'D';
}
