import { hyperliquidFills, parseUserFills } from '../sources/hyperliquid/fills.ts';
import { parseClearinghouseState } from '../sources/hyperliquid/positions.ts';
import { type Bet, betAt, gainOf, LANES, lanesOf, type Position, positionOf } from './hyperliquid-bets.ts';
import { firstSnapshotMs } from './polymarket-whales.ts';
import type { Prices } from './prices.ts';
import { round, roundPrice } from './rounding.ts';
import { type Grid, type SimulatedSource, type Slot, slotAt, slotsBetween } from './simulation.ts';
import { DAY, HOUR, MINUTE } from './time.ts';
import { type Turns, transactionHash, turnsOf, walletsOf } from './whales.ts';

/** Wallets whose positions are read now and then, with their entry prices; the history is that of the snapshots. */
const watched: Grid = { name: 'swing', periodMs: 6 * HOUR, historyMs: 91 * DAY };
/** Wallets that are read all the time: fills of one half, positions of the other, as fills state no entry price, leverage or open profit. */
const live: Grid = { name: 'live', periodMs: MINUTE, historyMs: 4 * HOUR };
const WATCHED_WALLETS = 12;
const LIVE_WALLETS = 24;
/** Of the lowest volume tier. */
const TAKER_FEE = 0.00045;

/** `clearinghouseState` of some wallets and `userFills` of others: perpetuals, and of every other of those a token. */
export function simulateHyperliquid(seed: number, prices: Prices): SimulatedSource {
  const watchedTurns = turnsOf(seed, watched, walletsOf(seed, watched, WATCHED_WALLETS));
  const liveWallets = walletsOf(seed, live, LIVE_WALLETS);
  const liveTurns = turnsOf(seed, live, liveWallets);
  /** A position of a lane as it is after one of its turns. */
  const after = (bet: Bet, turn: number, grid: Grid, turns: Turns): Position =>
    positionOf(bet, turn, (one) => {
      const n = turns.slotOf(bet.address, one * LANES + bet.lane);
      return roundPrice(prices.at(bet.coin, slotAt(seed, grid, n).atMs));
    });

  /** Everything that a wallet holds after a slot of its own. */
  function* snapshotAt({ n, atMs }: Slot, grid: Grid, turns: Turns) {
    const { wallet, turn } = turns.at(n);
    const held = lanesOf(wallet).flatMap((_, lane) => {
      const own = Math.floor((turn - lane) / LANES); // the newest turn of the lane
      const bet = betAt(wallet, lane, own, false);
      const position = after(bet, own, grid, turns);
      return position.units === 0 ? [] : [{ bet, position, price: roundPrice(prices.at(bet.coin, atMs)) }];
    });
    yield* parseClearinghouseState(stateOf(held, atMs), {
      file: '/info clearinghouseState',
      wallet: wallet.address,
    });
  }

  /** The fill that takes a wallet from what it held after the last turn of a lane to what it holds after this one. */
  function* fillAt({ n, atMs }: Slot) {
    const { wallet, turn } = liveTurns.at(n);
    const lane = ((turn % LANES) + LANES) % LANES;
    const own = Math.floor(turn / LANES);
    const bet = betAt(wallet, lane, own, liveWallets.indexOf(wallet) % 4 === 3);
    const past = betAt(wallet, lane, own - 1, bet.isToken);
    const before = past.n === bet.n ? after(bet, own - 1, live, liveTurns) : { units: 0, entry: 0 };
    const now = after(bet, own, live, liveTurns);
    if (before.units === now.units) return;
    const price = roundPrice(prices.at(bet.coin, atMs));
    const fill = fillOf(bet, before, now, price);
    const told = { ...fill, time: atMs, hash: transactionHash(wallet.stream, turn), oid: n, tid: n };
    yield* parseUserFills([told], { file: '/info userFills', wallet: wallet.address });
  }

  return {
    feed: hyperliquidFills.feed,
    *items(sinceMs, nowMs) {
      const fromMs = Math.max(sinceMs, firstSnapshotMs(nowMs));
      for (const slot of slotsBetween(seed, watched, fromMs, nowMs))
        yield* snapshotAt(slot, watched, watchedTurns);
      for (const slot of slotsBetween(seed, live, sinceMs, nowMs)) {
        const place = liveWallets.indexOf(liveTurns.at(slot.n).wallet);
        yield* place % 4 < 2 ? snapshotAt(slot, live, liveTurns) : fillAt(slot);
      }
    },
  };
}

function fillOf(bet: Bet, before: Position, now: Position, price: number) {
  const { coin, sign, isToken } = bet;
  const isBuy = sign * (now.units - before.units) > 0;
  const size = Number(Math.abs(now.units - before.units).toFixed(8));
  const closed = Math.max(0, before.units - now.units);
  return {
    coin: isToken ? `${coin.symbol}/USDC` : coin.symbol,
    px: String(price),
    sz: String(size),
    fee: (price * size * TAKER_FEE).toFixed(6),
    feeToken: 'USDC',
    side: isBuy ? 'B' : 'A',
    startPosition: String(sign * before.units),
    dir: isToken ? (isBuy ? 'Buy' : 'Sell') : 'Order',
    closedPnl: gainOf(bet, { ...before, units: closed }, price).toFixed(6),
  };
}

interface Held {
  readonly bet: Bet;
  readonly position: Position;
  readonly price: number;
}

function stateOf(held: readonly Held[], atMs: number) {
  const margins = held.map(({ bet, position, price }) => (position.units * price) / bet.leverage);
  return {
    time: atMs,
    // A third of the account backs its positions.
    marginSummary: { accountValue: margins.reduce((sum, one) => sum + 3 * one, 0).toFixed(2) },
    assetPositions: held.map(({ bet, position, price }) => ({
      position: {
        coin: bet.coin.symbol,
        szi: String(bet.sign * position.units),
        positionValue: (position.units * price).toFixed(6),
        entryPx: String(roundPrice(position.entry)),
        unrealizedPnl: round(gainOf(bet, position, price), 6).toFixed(6), // never -0.000000
        leverage: { value: bet.leverage },
      },
    })),
  };
}
