import { createHash } from 'node:crypto';
import { knownExactly } from '../../feed/known.ts';
import { type Signal, signals } from '../../feeds/trade-feed/feed.ts';
import { NO_EXECUTION } from '../../feeds/trade-feed/no-execution.ts';
import type { Input } from '../../sources/format.ts';
import type { Alert } from '../../sources/tradingview/alert.ts';
import type { Engine } from '../engine.ts';
import { pricesOf } from './signal-pnl.ts';
import { type Position, positionsOf } from './signal-positions.ts';
import {
  assetGroup,
  assetOfGroup,
  type FindPrice,
  PRICE_KINDS,
  priceFinder,
  priceGroupOf,
} from './signal-prices.ts';

/** Signals that alerts of webhooks opened and closed. A group is an asset, or the coin that is this asset. */
export const alertSignals: Engine = {
  name: 'signals-alerts',
  version: 2,
  feed: signals,
  kinds: ['alert', ...PRICE_KINDS],
  groupOf: (changed) =>
    changed.kind === 'alert' ? assetGroup(changed.series.split('|')[0] ?? '') : priceGroupOf(changed),
  async derive(group, inputs) {
    const asset = await assetOfGroup(group, inputs);
    if (asset === null) return [];
    const positions: Position[] = [];
    for (const series of await inputs.series('alert', `${asset}|`)) {
      positions.push(...positionsOfSeries(await inputs.list('alert', series)));
    }
    const isPriced = positions.some((position) => position.closing === null);
    const findPrice = isPriced ? await priceFinder(inputs) : () => null;
    return positions.map((position) => signalOfPosition(position, findPrice));
  },
};

/** BTC/USDT and BTC/EUR are one asset and two positions. */
function positionsOfSeries(inputs: readonly Input[]): readonly Position[] {
  const alerts = inputs.map(({ data }) => data as unknown as Alert); // checked when it came in
  const bySymbol = Map.groupBy(alerts, ({ symbol, asset_type }) => `${symbol}|${asset_type}`);
  return [...bySymbol.values()].flatMap(positionsOf);
}

/** The signal of a position; its id is that of the alert that opened it. */
function signalOfPosition(position: Position, findPrice: FindPrice): Signal {
  const { opening, direction, closing } = position;
  const identity = JSON.stringify([opening.symbol, opening.at, opening.id]);
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 20);
  return {
    id: `mte-alert-${opening.strategy}-${hash}`,
    source: 'mte',
    source_detail: opening.strategy,
    symbol: opening.symbol,
    direction,
    ...pricesOf({
      direction,
      entry: opening.price,
      enteredAtMs: Date.parse(opening.at),
      exit: closing?.price ?? null,
      known: [position.told, findPrice(opening.symbol, opening.asset_type)],
    }),
    signal_strength: null,
    asset_type: opening.asset_type,
    timeframe: opening.timeframe,
    notes: [opening.comment, closing?.comment ?? null].filter((note) => note !== null).join('; ') || null,
    timestamp: new Date(opening.at),
    ...knownExactly(new Date(opening.at)),
    execution: { ...NO_EXECUTION, closed_at: closing && new Date(closing.at) },
    available_at: null,
    superseded_at: null,
    trade: null,
  };
}
