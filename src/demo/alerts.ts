import { signals } from '../feeds/trade-feed/feed.ts';
import type { Item } from '../sources/format.ts';
import { readAlert } from '../sources/tradingview/alert.ts';
import type { SimulatedSource } from './simulation.ts';
import { type DemoStrategy, isTraded, strategiesBetween } from './strategies.ts';
import type { StrategyTrade, StrategyTrades } from './strategy-trades.ts';

/** Alerts that strategies send to their webhooks, one that opens and one that closes a position. */
export const simulateAlerts = (seed: number, tradeOf: StrategyTrades): SimulatedSource => ({
  feed: signals,
  *items(sinceMs, nowMs) {
    for (const strategy of strategiesBetween(seed, Number.NEGATIVE_INFINITY, nowMs)) {
      const { periodMs, pace } = strategy;
      const floorMs = Math.max(sinceMs, nowMs - pace.historyMs, strategy.publishedMs);
      // A position that opened before the floor may close behind it: its period is looked at too.
      for (let n = Math.floor(floorMs / periodMs); n <= Math.floor(nowMs / periodMs); n++) {
        if (!isTraded(strategy, n)) continue;
        for (const alert of alertsOf(tradeOf(strategy, n)))
          if (alert.atMs > floorMs && alert.atMs <= nowMs) yield itemOf(strategy, alert);
      }
    }
  },
});

interface PlannedAlert {
  readonly action: 'long' | 'short' | 'close';
  readonly atMs: number;
  readonly price: number;
  readonly comment: string;
}

function alertsOf({ isShort, openMs, openRate, closeMs, closeRate, reason }: StrategyTrade): PlannedAlert[] {
  const isProfit = closeRate < openRate === isShort;
  return [
    {
      action: isShort ? 'short' : 'long',
      atMs: openMs,
      price: openRate,
      comment: `Simulated: ${reason}`,
    },
    {
      action: 'close',
      atMs: closeMs,
      price: closeRate,
      comment: isProfit ? 'target reached' : 'stop reached',
    },
  ];
}

function itemOf({ slug, coin, timeframe }: DemoStrategy, alert: PlannedAlert): Item {
  const body = {
    action: alert.action,
    ticker: `BINANCE:${coin.symbol}USDT`,
    price: alert.price,
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
