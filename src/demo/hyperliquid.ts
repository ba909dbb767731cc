import { hyperliquidFills, parseUserFills } from '../sources/hyperliquid/fills.ts';
import { COINS } from './instruments.ts';
import type { Prices } from './prices.ts';
import { cycle, randomAt } from './random.ts';
import { roundPrice } from './rounding.ts';
import { type Grid, type SimulatedSource, type Slot, slotsBetween } from './simulation.ts';
import { DAY, HOUR, MINUTE } from './time.ts';
import { heldAfter, transactionHash, type Wallet, walletsOf } from './whales.ts';

const swings: Grid = { name: 'swing', periodMs: 6 * HOUR, historyMs: 90 * DAY };
const live: Grid = { name: 'live', periodMs: MINUTE, historyMs: 4 * HOUR };
const WALLETS = 12;
const LEAST_USD = 200_000;
/** Of the lowest volume tier. */
const TAKER_FEE = 0.00045;

/** `userFills` of each wallet: perpetuals, and of every fourth wallet a token. */
export const simulateHyperliquid = (seed: number, prices: Prices): SimulatedSource => ({
  feed: hyperliquidFills.feed,
  *items(sinceMs, nowMs) {
    for (const grid of [swings, live]) {
      const wallets = walletsOf(seed, grid, WALLETS);
      const slots = Map.groupBy(slotsBetween(seed, grid, sinceMs, nowMs), ({ n }) => cycle(wallets, n));
      for (const [wallet, own] of slots) {
        const isToken = wallets.indexOf(wallet) % 4 === 3;
        const fills = own.flatMap((slot) => fillOf(prices, wallet, isToken, slot));
        yield* parseUserFills(fills, { file: '/info userFills', wallet: wallet.address });
      }
    }
  },
});

/** The fill that takes the wallet from what it held after its last turn to what it holds after this one. */
function fillOf(prices: Prices, wallet: Wallet, isToken: boolean, { n, atMs }: Slot) {
  const random = randomAt(wallet.stream, -1);
  const coin = random.pick(COINS.slice(0, 15));
  const sign = !isToken && random.chance(0.4) ? -1 : 1;
  const turn = Math.floor(n / WALLETS);
  const [before, after] = [turn - 1, turn].map(
    (one) => sign * heldAfter(wallet, one, LEAST_USD, coin.basePrice),
  );
  if (before === undefined || after === undefined || before === after) return [];
  const isBuy = after > before;
  const price = roundPrice(prices.at(coin, atMs));
  const size = Number(Math.abs(after - before).toFixed(8));
  return [
    {
      coin: isToken ? `${coin.symbol}/USDC` : coin.symbol,
      px: String(price),
      sz: String(size),
      fee: (price * size * TAKER_FEE).toFixed(6),
      feeToken: 'USDC',
      side: isBuy ? 'B' : 'A',
      time: atMs,
      startPosition: String(before),
      dir: isToken ? (isBuy ? 'Buy' : 'Sell') : 'Order',
      hash: transactionHash(wallet.stream, turn),
      oid: n,
      tid: n,
    },
  ];
}
