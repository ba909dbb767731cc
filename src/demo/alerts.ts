import { signals } from '../feeds/trade-feed/feed.ts';
import type { Item } from '../sources/format.ts';
import { readAlert } from '../sources/tradingview/alert.ts';
import type { Prices } from './prices.ts';
import { type Random, randomAt, streamOf } from './random.ts';
import { roundPrice } from './rounding.ts';
import type { SimulatedSource } from './simulation.ts';
import { type DemoStrategy, strategiesBetween } from './strategies.ts';

/** Alerts that strategies send to their webhooks, one that opens and one that closes a position. */
export const simulateAlerts = (seed: number, prices: Prices): SimulatedSource => ({
  feed: signals,
  *items(sinceMs, nowMs) {
    for (const strategy of strategiesBetween(seed, Number.NEGATIVE_INFINITY, nowMs)) {
      const { periodMs, historyMs } = strategy.pace;
      const floorMs = Math.max(sinceMs, nowMs - historyMs, strategy.publishedMs);
      // A position that opened before the floor may close behind it: its period is looked at too.
      for (let n = Math.floor(floorMs / periodMs); n <= Math.floor(nowMs / periodMs); n++) {
        const random = randomAt(streamOf(seed, `alert/${strategy.n}`), n);
        for (const alert of alertsOf(strategy, random, n * periodMs, periodMs)) {
          if (alert.atMs > floorMs && alert.atMs <= nowMs) yield itemOf(prices, strategy, alert);
        }
      }
    }
  },
});

interface PlannedAlert {
  readonly action: 'long' | 'short' | 'close';
  readonly atMs: number;
  readonly comment: string;
}

const REASONS = [
  'break of a range that held for weeks',
  'retest of the former high',
  'volume dried up into support',
  'failed breakout, trade back to the middle',
];

function alertsOf({ n }: DemoStrategy, random: Random, startMs: number, periodMs: number): PlannedAlert[] {
  const at = (part: number) => startMs + Math.floor(part * periodMs);
  const action = random.chance(0.6) ? 'long' : 'short';
  const reason = random.pick(REASONS);
  // Apart by strategy, so that not all of them trade at once.
  const shift = (n % 16) / 40;
  return [
    { action, atMs: at(shift + random.between(0, 0.1)), comment: `Simulated: ${reason}` },
    { action: 'close', atMs: at(shift + random.between(0.15, 0.6)), comment: 'target or stop reached' },
  ];
}

function itemOf(prices: Prices, { slug, coin, timeframe }: DemoStrategy, alert: PlannedAlert): Item {
  const body = {
    action: alert.action,
    ticker: `BINANCE:${coin.symbol}USDT`,
    price: roundPrice(prices.at(coin, alert.atMs)),
    time: new Date(alert.atMs).toISOString(),
    interval: timeframe,
    comment: alert.comment,
  };
  const read = readAlert(slug, body, { symbol: null, timeframe: null }, new Date(alert.atMs));
  if (read.ok) return { kind: 'input', input: read.input };
  return {
    kind: 'rejected',
    file: `/api/webhooks/${slug}`,
    at: body.time,
    field: read.field,
    reason: `must be ${read.allowed}`,
    raw: body,
  };
}
