import { type WhaleActivity, whaleActivity } from '../feeds/whales/feed.ts';
import { COINS } from './instruments.ts';
import { currentMarket } from './prediction-markets.ts';
import type { Prices } from './prices.ts';
import { cycle, randomAt, streamOf, uniformAt } from './random.ts';
import { changePct, round } from './rounding.ts';
import { type Grid, type Simulation, type Slot, simulateEvents } from './simulation.ts';
import { DAY, HOUR, MINUTE } from './time.ts';

const swings: Grid = { name: 'swing', periodMs: 6 * HOUR, historyMs: 90 * DAY };
const live: Grid = { name: 'live', periodMs: MINUTE, historyMs: 4 * HOUR };

/** Slots go round the whales, so the previous event of a position lies a fixed number of slots back. */
const WHALES =
  `Quiet Heron;Basalt Tortoise;Amber Narwhal;Iron Puffin;Velvet Orca;Copper Manta;Silent Walrus;Paper Leviathan;
  Cobalt Seal;Granite Otter;Midnight Beluga;Crimson Krill;Frosted Cachalot;Gilded Minke;Hollow Humpback;Ivory Squid;
  Jade Sturgeon;Lantern Fish;Marble Dolphin;Nimbus Ray;Opal Grouper;Pewter Marlin;Rustic Barracuda;Saffron Eel`
    .split(';')
    .map((name) => name.trim());

const SOURCES = ['hyperliquid', 'ethereum', 'polymarket', 'solana', 'hyperliquid'] as const;

export function simulateWhaleActivity(seed: number, prices: Prices): Simulation {
  return simulateEvents(seed, whaleActivity, [swings, live], (slot) => activityOf(seed, prices, slot));
}

function activityOf(seed: number, prices: Prices, slot: Slot): WhaleActivity {
  const whale = ((slot.n % WHALES.length) + WHALES.length) % WHALES.length;
  const position = positionOf(seed, prices, slot, whale);
  const turn = Math.floor(slot.n / WHALES.length);
  const size = sizeOf(position, turn);
  const previous = sizeOf(position, turn - 1);
  const address = Math.floor(uniformAt(streamOf(seed, 'whale/address'), whale) * 2 ** 32).toString(16);
  return {
    id: `demo-whale-${slot.id}`,
    address: `0xde30${address.padStart(8, '0').slice(0, 4)}…${address.slice(-4)}`,
    whale_name: `${cycle(WHALES, whale)} (simulated)`,
    source: position.source,
    event_type: eventOf(position, previous, size),
    title: position.title,
    outcome: position.outcome,
    size,
    prev_size: previous,
    change_pct: previous === 0 ? null : changePct(previous, size),
    value: round(size * position.price),
    created_at: new Date(slot.atMs),
  };
}

/** What one whale holds in the events of one grid. */
interface Position {
  readonly source: (typeof SOURCES)[number];
  readonly title: string;
  readonly outcome: string | null;
  /** USD a unit now. */
  readonly price: number;
  /** USD a unit in the long run: sizes are made for it. */
  readonly usualPrice: number;
  readonly stream: number;
}

function positionOf(seed: number, prices: Prices, { grid, atMs }: Slot, whale: number): Position {
  const stream = streamOf(seed, `whale/${grid.name}/${whale}`);
  const random = randomAt(stream, -1);
  const source = cycle(SOURCES, whale);
  if (source === 'polymarket') {
    const market = currentMarket(seed, prices, 'polymarket', whale, atMs);
    const price = market.yes_price ?? 0.5;
    return { source, title: market.question, outcome: 'Yes', price, usualPrice: 0.5, stream };
  }
  const coin = random.pick(COINS.slice(0, 15));
  const price = prices.at(coin, atMs);
  const perpetual = source === 'hyperliquid';
  return {
    source,
    title: perpetual ? `${coin.symbol}-PERP` : coin.symbol,
    outcome: perpetual ? random.pick(['LONG', 'SHORT']) : null,
    price,
    usualPrice: coin.basePrice,
    stream,
  };
}

/** Every other turn may close the position, so that no exit follows an exit. Worth 0.2 to 20 million USD. */
function sizeOf({ stream, usualPrice }: Position, turn: number): number {
  const random = randomAt(stream, turn);
  if (turn % 2 === 0 && random.chance(0.35)) return 0;
  return Number(((200_000 * 100 ** random.next()) / usualPrice).toPrecision(5));
}

function eventOf({ source }: Position, previous: number, size: number): string {
  if (size === 0) return 'exit';
  const onChain = source === 'ethereum' || source === 'solana';
  if (size > previous && onChain) return 'token_buy';
  if (previous === 0) return 'entry';
  return size > previous ? 'size_increase' : 'size_decrease';
}
