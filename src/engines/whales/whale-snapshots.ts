import type { Input } from '../../sources/format.ts';
import type { HyperliquidPositions } from '../../sources/hyperliquid/positions.ts';
import type { PolymarketPositions } from '../../sources/polymarket/positions.ts';
import { type PositionChange, rounded, type WhaleFacts } from './whale-change.ts';
import { sideOf } from './whale-fills.ts';
import { movedIn, stepsOf } from './whale-steps.ts';

interface Holding {
  readonly title: string;
  /** Null: the side is the outcome. */
  readonly outcome: string | null;
  /** Signed. */
  readonly size: number;
  /** USD a unit. */
  readonly price: number;
  /** What the snapshot says of it; empty for what trades say. */
  readonly facts: WhaleFacts;
}

/** Everything a wallet holds at one time, by coin or token; what is missing is not held. */
export interface Snapshot {
  readonly platform: 'hyperliquid' | 'polymarket';
  readonly wallet: string;
  readonly series: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly holdings: ReadonlyMap<string, Holding>;
}

export function snapshotOf({ series, key, data }: Input): Snapshot {
  const isHyperliquid = series.startsWith('hyperliquid|');
  // Both casts: checked by the source that wrote it.
  const holdings = isHyperliquid
    ? perpetualsOf(data as unknown as HyperliquidPositions)
    : (data as unknown as PolymarketPositions).positions.map(tokenOf);
  return {
    platform: isHyperliquid ? 'hyperliquid' : 'polymarket',
    wallet: String(data.wallet),
    series,
    time: key,
    holdings: new Map(holdings.filter(([, { size }]) => size !== 0)),
  };
}

function perpetualsOf({ positions, accountValue }: HyperliquidPositions) {
  return positions.map(({ coin, szi, positionValue, leverage, entryPx, unrealizedPnl }) => {
    const size = rounded(Number(szi));
    const facts: WhaleFacts = {
      leverage: leverage ?? null,
      entry_price: numberIn(entryPx),
      unrealized_pnl: numberIn(unrealizedPnl),
      account_value: numberIn(accountValue),
    };
    const price = Math.abs(Number(positionValue) / size);
    return [coin, { title: `${coin}-PERP`, outcome: null, size, price, facts }] as const;
  });
}

const numberIn = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

function tokenOf(position: PolymarketPositions['positions'][number]) {
  const { asset, title, outcome, size, currentValue, slug, outcomeIndex, avgPrice, cashPnl } = position;
  const facts: WhaleFacts = {
    market_slug: slug ?? null,
    outcome_index: outcomeIndex ?? null,
    entry_price: avgPrice ?? null,
    unrealized_pnl: cashPnl ?? null,
  };
  return [asset, { title, outcome, size: rounded(size), price: currentValue / size, facts }] as const;
}

/**
 * Changes between consecutive snapshots of one wallet, oldest first; the first one has nothing to differ from. Where
 * fills or trades in between are known (`known`, by coin or token, oldest first), they are events already and only what
 * they do not explain is a change: tokens redeemed, transferred, traded elsewhere. The price is that of the later
 * snapshot; of what was seen last for what is gone. BTC 0.5 and then 0.2: a decrease of 60 %, seen at the second.
 */
export function changesOfSnapshots(
  snapshots: readonly Snapshot[],
  known: ReadonlyMap<string, readonly PositionChange[]>,
): readonly PositionChange[] {
  const held = snapshots.flatMap(({ holdings }) => [...holdings.keys()]);
  const instruments = new Set([...held, ...known.keys()]);
  return [...instruments].flatMap((instrument) =>
    changesOfInstrument(instrument, snapshots, known.get(instrument) ?? []),
  );
}

/**
 * Snapshots in between of a position that stood still: of those that hold the same sizes, with nothing known to have
 * happened around them (`changes`), all but the first and the last. No change follows from them, nor from what is
 * seen later; a snapshot of a time in between that is imported afterwards would be compared with the last instead.
 */
export function unneededSnapshots(
  snapshots: readonly Snapshot[],
  changes: readonly PositionChange[],
): readonly Snapshot[] {
  return snapshots.filter((snapshot, index) => {
    const [before, after] = [snapshots[index - 1], snapshots[index + 1]];
    if (!before || !after || !isSameHolding(before, snapshot) || !isSameHolding(snapshot, after))
      return false;
    const [from, until] = [Date.parse(before.time), Date.parse(after.time)];
    return !changes.some(({ at }) => at.getTime() > from && at.getTime() <= until);
  });
}

const isSameHolding = (one: Snapshot, other: Snapshot): boolean =>
  one.holdings.size === other.holdings.size &&
  [...one.holdings].every(([instrument, { size }]) => other.holdings.get(instrument)?.size === size);

function changesOfInstrument(
  instrument: string,
  snapshots: readonly Snapshot[],
  known: readonly PositionChange[],
): readonly PositionChange[] {
  let next = 0;
  let before: Holding | null | undefined;
  return snapshots.flatMap((snapshot, index) => {
    const until = new Date(snapshot.time);
    for (let change = known[next]; change && change.at <= until; change = known[++next]) {
      before = holdingAfter(change);
    }
    const after = snapshot.holdings.get(instrument);
    const changes = index === 0 || before === null ? [] : changesBetween(instrument, snapshot, before, after);
    before = after;
    return changes;
  });
}

/** Null: it is not known, or snapshots are not of such instruments, so that they do not show it gone either. */
function holdingAfter(change: PositionChange): Holding | null {
  const { title, outcome, platform, size, price } = change;
  if (size === null || (platform === 'hyperliquid' && !isInSnapshots(change))) return null;
  return {
    title,
    outcome,
    size: outcome === 'SHORT' && platform === 'hyperliquid' ? -size : size,
    price,
    facts: {},
  };
}

/** Spot balances have an endpoint of their own; `dex:COIN` is a perpetual of a dex asked for by name. */
const isInSnapshots = ({ title, outcome }: PositionChange): boolean =>
  outcome !== null && !title.includes(':');

function changesBetween(
  instrument: string,
  snapshot: Snapshot,
  before: Holding | undefined,
  after: Holding | undefined,
): readonly PositionChange[] {
  const shown = after ?? before;
  if (shown === undefined) return [];
  return stepsOf(before?.size ?? 0, after?.size ?? 0).map((step) => ({
    platform: snapshot.platform,
    address: snapshot.wallet,
    name: null,
    title: shown.title,
    outcome: snapshot.platform === 'hyperliquid' ? sideOf(step) : shown.outcome,
    type: step.type,
    size: step.size,
    prevSize: step.prevSize,
    sizeBasis: 'STATED',
    moved: movedIn(step),
    price: shown.price,
    instrument: snapshot.platform === 'hyperliquid' ? 'PERPETUAL' : 'OUTCOME',
    priceBasis: 'MARK',
    facts: factsOf(shown.facts, after !== undefined),
    at: new Date(snapshot.time),
    identity: [snapshot.series, snapshot.time, instrument, step.type],
  }));
}

/** Of a position that is gone, what the snapshot before says of it: what it is, and what was paid for it. */
function factsOf(
  { market_slug, outcome_index, entry_price, ...rest }: WhaleFacts,
  isHeld: boolean,
): WhaleFacts {
  const lasting = {
    market_slug: market_slug ?? null,
    outcome_index: outcome_index ?? null,
    entry_price: entry_price ?? null,
  };
  return isHeld ? { ...rest, ...lasting } : lasting;
}
