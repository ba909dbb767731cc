import { whaleActivity } from '../../feeds/whales/feed.ts';
import type { Input } from '../../sources/format.ts';
import type { Engine, InputReader } from '../engine.ts';
import { isEvent, type Platform, type PositionChange, type Thresholds, toActivity } from './whale-change.ts';
import { changesOfFills } from './whale-fills.ts';
import { changesOfSnapshots, type Snapshot, snapshotOf, unneededSnapshots } from './whale-snapshots.ts';
import { changesOfTrades } from './whale-trades.ts';

export interface WhaleActivityOptions {
  /** Overrides of the smallest worth by platform; see `Thresholds`. */
  readonly minValue?: { readonly [P in Platform]?: Thresholds['minValue'][P] | undefined };
  readonly minChangePct?: number;
}

/**
 * Low for whales, so that a watched wallet is not silent: 10,000 USD on Hyperliquid, 1,000 USD on Polymarket (both give
 * events from the samples). Manifold is play money and gives none unless asked for.
 */
const DEFAULT_THRESHOLDS: Thresholds = {
  minValue: { hyperliquid: 10_000, polymarket: 1_000, manifold: null },
  minChangePct: 0.5,
};

const PLATFORMS: ReadonlySet<string> = new Set<Platform>(['hyperliquid', 'polymarket', 'manifold']);

/**
 * Changes of positions from fills, trades, bets and position snapshots. A group is one wallet on one platform, for a
 * snapshot gives trades their start, and fills and trades explain what snapshots differ by, so that no change is counted
 * twice. Thresholds decide at the end: what is too small for an event still moves the position.
 */
export function createWhaleActivity(options: WhaleActivityOptions = {}): Engine {
  const leastOf = (platform: Platform) => {
    const given = options.minValue?.[platform];
    return given === undefined ? DEFAULT_THRESHOLDS.minValue[platform] : given;
  };
  const thresholds: Thresholds = {
    minValue: {
      hyperliquid: leastOf('hyperliquid'),
      polymarket: leastOf('polymarket'),
      manifold: leastOf('manifold'),
    },
    minChangePct: options.minChangePct ?? DEFAULT_THRESHOLDS.minChangePct,
  };
  return {
    name: 'whale-activity',
    version: 2,
    feed: whaleActivity,
    kinds: ['fill', 'trade', 'bet', 'position'],
    groupOf({ series }) {
      const [platform = '', wallet] = series.split('|');
      return PLATFORMS.has(platform) && wallet !== undefined ? `${platform}|${wallet}` : null;
    },
    async derive(group, inputs) {
      const changes = await changesOfWallet(group, inputs);
      return changes.filter((change) => isEvent(change, thresholds)).map(toActivity);
    },
  };
}

async function changesOfWallet(wallet: string, inputs: InputReader): Promise<readonly PositionChange[]> {
  const snapshots = (await inputs.list('position', wallet)).map(snapshotOf);
  const byInstrument = await knownChanges(wallet, snapshots, inputs);
  return [...[...byInstrument.values()].flat(), ...changesOfSnapshots(snapshots, byInstrument)];
}

/** What fills, trades and bets say, by instrument. */
async function knownChanges(
  wallet: string,
  snapshots: readonly Snapshot[],
  inputs: InputReader,
): Promise<ReadonlyMap<string, readonly PositionChange[]>> {
  const byInstrument = new Map<string, readonly PositionChange[]>();
  for (const kind of ['fill', 'trade', 'bet']) {
    for (const series of await inputs.series(kind, `${wallet}|`)) {
      const list = await inputs.list(kind, series);
      const changes = kind === 'fill' ? changesOfFills(list) : changesOfTrades(list, snapshots);
      byInstrument.set(series.slice(wallet.length + 1), changes);
    }
  }
  return byInstrument;
}

/** Snapshots of one wallet that nothing follows from; see `unneededSnapshots`. */
export async function unneededPositions(
  positions: readonly Input[],
  inputs: InputReader,
): Promise<readonly Input[]> {
  const snapshots = positions.map(snapshotOf);
  const changes = await knownChanges(positions[0]?.series ?? '', snapshots, inputs);
  const times = new Set(unneededSnapshots(snapshots, [...changes.values()].flat()).map(({ time }) => time));
  return positions.filter(({ key }) => times.has(key));
}
