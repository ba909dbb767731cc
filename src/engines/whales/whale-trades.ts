import type { Input } from '../../sources/format.ts';
import type { BetData } from '../../sources/manifold/bets.ts';
import type { TradeData } from '../../sources/polymarket/trades-input.ts';
import {
  type EventType,
  type Platform,
  type PositionChange,
  rounded,
  type WhaleFacts,
} from './whale-change.ts';
import type { Snapshot } from './whale-snapshots.ts';

/** A purchase or sale of an outcome token. */
interface Trade extends Omit<TradeData, 'wallet' | 'slug' | 'outcomeIndex' | 'transaction'> {
  readonly platform: Platform;
  readonly facts: WhaleFacts;
  readonly address: string;
  readonly series: string;
  readonly time: string;
  /** The same for reports of one trade by several providers. */
  readonly identity: string;
}

/** What is known of a holding. */
interface Holding {
  /** Null: not known. */
  readonly size: number | null;
  /** Whether it goes back to a snapshot, not only to the first trade seen. */
  readonly stated: boolean;
}

const UNKNOWN: Holding = { size: null, stated: false };

/**
 * Changes of one outcome token of one wallet from its trades, oldest first (`list` of the series); every trade is one
 * change. No trade says what was held before it, so positions are summed up **from the first trade seen**, or from the
 * last snapshot before it:
 *
 * - the first purchase has neither size: what it bought is the least the wallet now holds, and not its position;
 * - a later one adds to what was seen: 100 bought, then 50: 100 → 150, +50 %, of the basis SEEN;
 * - a sale takes from it; down to nothing is an exit; of more than the sum, both sizes are null (the wallet held
 *   tokens never seen bought), and the next purchase starts anew;
 * - a purchase is an `entry` only when a snapshot says that nothing was held; any other is a `token_buy`.
 */
export function changesOfTrades(
  inputs: readonly Input[],
  snapshots: readonly Snapshot[],
): readonly PositionChange[] {
  const trades = distinct(inputs.map(tradeOf)).toSorted(byTime);
  const outcome = trades.find((trade) => trade.outcome !== null)?.outcome ?? null;
  const token = inputs[0]?.series.split('|')[2] ?? '';
  let held = UNKNOWN;
  let seenUntil = '';
  return trades.map((trade) => {
    const stated = snapshots.findLast(({ time }) => time >= seenUntil && time < trade.time);
    if (stated) held = { size: stated.holdings.get(token)?.size ?? 0, stated: true };
    const { type, prevSize, size: left } = changeOf(held, trade);
    const sizeBasis = held.stated ? 'STATED' : 'SEEN';
    held = left === null ? UNKNOWN : { size: left, stated: held.stated && prevSize !== null };
    seenUntil = trade.time;
    return {
      platform: trade.platform,
      address: trade.address,
      name: trade.name,
      title: trade.title,
      outcome: trade.outcome ?? outcome,
      type,
      size: prevSize === null ? null : left,
      prevSize,
      sizeBasis,
      moved: trade.size,
      price: trade.price,
      instrument: 'OUTCOME',
      priceBasis: 'FILL',
      facts: trade.facts,
      at: new Date(trade.time),
      identity: [trade.series, trade.identity],
    };
  });
}

function changeOf(held: Holding, trade: Trade): Pick<PositionChange, 'type' | 'prevSize' | 'size'> {
  if (trade.side === 'BUY') {
    const type: EventType = held.stated && held.size === 0 ? 'entry' : 'token_buy';
    return { type, prevSize: held.size, size: rounded((held.size ?? 0) + trade.size) };
  }
  const left = held.size === null ? -1 : rounded(held.size - trade.size);
  if (left < 0) return { type: 'size_decrease', prevSize: null, size: null };
  return { type: left === 0 ? 'exit' : 'size_decrease', prevSize: held.size, size: left };
}

function distinct(trades: readonly Trade[]): readonly Trade[] {
  return [...new Map(trades.toReversed().map((trade) => [trade.identity, trade])).values()].toReversed();
}

/** Within one second the source has no order; a sale is of tokens that were bought before. */
function byTime(one: Trade, other: Trade): number {
  if (one.time !== other.time) return one.time < other.time ? -1 : 1;
  return Number(one.side === 'SELL') - Number(other.side === 'SELL');
}

function tradeOf(input: Input): Trade {
  const { series, key } = input;
  const time = key.slice(0, key.indexOf('|'));
  if (input.kind === 'bet') return { ...betOf(input), series, time, identity: key };
  const { wallet, slug, outcomeIndex, transaction, ...trade } = input.data as unknown as TradeData; // checked by its source
  const facts = {
    market_slug: slug ?? null,
    outcome_index: outcomeIndex ?? null,
    // Inputs of earlier versions have it in their key alone.
    transaction_hash: transaction ?? key.split('|')[1] ?? null,
  };
  // Behind the last bar is who reported it.
  const identity = key.slice(0, key.lastIndexOf('|'));
  return { ...trade, platform: 'polymarket', address: wallet, facts, series, time, identity };
}

/** A bet does not carry the question of its market: the title is the market's id. */
function betOf({ data }: Input): Omit<Trade, 'series' | 'time' | 'identity'> {
  const bet = data as unknown as BetData; // checked by the source that wrote it
  const size = Math.abs(bet.shares);
  return {
    platform: 'manifold',
    address: bet.userId,
    name: bet.userUsername,
    title: bet.contractId,
    outcome: bet.outcome,
    side: bet.shares > 0 ? 'BUY' : 'SELL',
    size,
    price: Math.abs(bet.amount) / size,
    facts: {
      probability_before: bet.probBefore ?? null,
      probability_after: bet.probAfter ?? null,
      limit_probability: bet.limitProb ?? null,
    },
  };
}
