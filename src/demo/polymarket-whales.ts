import type { Item } from '../sources/format.ts';
import { parsePolymarketPositions, polymarketPositions } from '../sources/polymarket/positions.ts';
import { parsePolymarketTrades } from '../sources/polymarket/trades.ts';
import { type MarketState, newestMarket } from './prediction-markets.ts';
import type { Prices } from './prices.ts';
import { cycle } from './random.ts';
import { round } from './rounding.ts';
import { type Grid, multiplesBetween, type SimulatedSource, slotAt, slotsBetween } from './simulation.ts';
import { DAY, HOUR } from './time.ts';
import { heldAfter, transactionHash, type Wallet, walletsOf } from './whales.ts';

const WEEK = 7 * DAY;
/** Trades are known from the first snapshot on: it is up to a week older than twelve weeks. */
const bets: Grid = { name: 'bet', periodMs: 8 * HOUR, historyMs: 13 * WEEK };
const WALLETS = 6;
const LEAST_USD = 2_000;

/**
 * Trades of large wallets, and once a week what each of them holds. The first snapshot lies before the first trade, so
 * what was held is known from the start.
 */
export function simulatePolymarketWhales(seed: number, prices: Prices): SimulatedSource {
  const wallets = walletsOf(seed, bets, WALLETS);
  /** What a wallet holds after slot `n` or, of another market by then, does not hold any more. */
  const holding = (n: number, market: MarketState): number => {
    const own = newestMarket(seed, prices, 'polymarket', place(n), slotAt(seed, bets, n).atMs);
    if (own.id !== market.id) return 0;
    return heldAfter(cycle(wallets, n), Math.floor(n / WALLETS), LEAST_USD, 0.5);
  };

  function* trades(sinceMs: number, nowMs: number): Generator<Item> {
    for (const { n, atMs } of slotsBetween(seed, bets, Math.max(sinceMs, firstSnapshotMs(nowMs)), nowMs)) {
      const market = newestMarket(seed, prices, 'polymarket', place(n), atMs);
      if (!market.isOpen) continue;
      const change = holding(n, market) - holding(n - WALLETS, market);
      if (change !== 0)
        yield* parsePolymarketTrades([tradeOf(cycle(wallets, n), market, change, atMs)], PLACE);
    }
  }

  function* snapshots(sinceMs: number, nowMs: number): Generator<Item> {
    for (const ms of weeksBetween(sinceMs, nowMs)) {
      for (const [index, wallet] of wallets.entries()) {
        const market = newestMarket(seed, prices, 'polymarket', index, ms);
        // What a closed market was worth has been paid out.
        const size = market.isOpen ? holding(lastTurn(seed, index, ms), market) : 0;
        const held = size === 0 ? [] : [positionOf(wallet, market, size)];
        yield* parsePolymarketPositions(held, { ...PLACE, wallet: wallet.address, at: new Date(ms) });
      }
    }
  }

  return {
    feed: polymarketPositions.feed,
    *items(sinceMs, nowMs) {
      yield* snapshots(sinceMs, nowMs);
      yield* trades(sinceMs, nowMs);
    },
  };
}

const PLACE = { file: 'https://data-api.polymarket.com' };

const place = (n: number): number => ((n % WALLETS) + WALLETS) % WALLETS;

const weeksBetween = (sinceMs: number, nowMs: number) =>
  multiplesBetween(WEEK, sinceMs, nowMs, bets.historyMs);

/** The oldest snapshot there is; trades before it are not known. */
export const firstSnapshotMs = (nowMs: number): number =>
  weeksBetween(Number.NEGATIVE_INFINITY, nowMs)[0] ?? nowMs;

/** The newest slot of a wallet up to a moment. */
function lastTurn(seed: number, index: number, ms: number): number {
  const newest = Math.floor(ms / bets.periodMs);
  const n = newest - place(newest - index);
  return slotAt(seed, bets, n).atMs <= ms ? n : n - WALLETS;
}

const tokenOf = ({ id }: MarketState): string => BigInt(`0x${id}`).toString();

function tradeOf(wallet: Wallet, market: MarketState, change: number, atMs: number) {
  return {
    proxyWallet: wallet.address,
    name: wallet.name,
    side: change > 0 ? 'BUY' : 'SELL',
    asset: tokenOf(market),
    conditionId: market.id,
    size: Number(Math.abs(change).toFixed(6)),
    price: priceOf(market),
    timestamp: Math.floor(atMs / 1_000),
    title: market.question.text,
    outcome: 'Yes',
    transactionHash: transactionHash(wallet.stream, atMs % 2 ** 31),
  };
}

const positionOf = (wallet: Wallet, market: MarketState, size: number) => ({
  proxyWallet: wallet.address,
  asset: tokenOf(market),
  title: market.question.text,
  outcome: 'Yes',
  size,
  currentValue: round(size * priceOf(market)),
});

const priceOf = ({ prices: [yes = 0.5] }: MarketState): number => Math.min(0.99, Math.max(0.01, yes));
