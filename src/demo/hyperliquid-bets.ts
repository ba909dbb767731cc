import { COINS, type Instrument } from './instruments.ts';
import { cycle, randomAt } from './random.ts';
import { betOf, heldAfter, type Wallet } from './whales.ts';

/** A wallet has up to two positions at a time; turns go to them alternately. */
export const LANES = 2;
const LEAST_USD = 200_000;
/** The coins that whales hold: the larger one is, the more often. */
const TRADED = COINS.slice(0, 20);

/** The highest leverage that was seen of a coin among 2,000 positions of large wallets in 2026; of others 10. Most positions use it. */
export const MOST_LEVERAGE: ReadonlyMap<string, number> = new Map([
  ['BTC', 40],
  ['ETH', 25],
  ['SOL', 20],
  ['XRP', 20],
  ['XLM', 5],
  ['HBAR', 5],
]);

/** One position of a wallet, from its opening to its end. */
export interface Bet {
  readonly address: string;
  readonly lane: number;
  /** Number among those of its lane. */
  readonly n: number;
  /** Draws of its lane. */
  readonly stream: number;
  readonly coin: Instrument;
  /** −1: short. */
  readonly sign: 1 | -1;
  readonly leverage: number;
  readonly isToken: boolean;
}

/** Units held, never negative, and the average price they were bought or sold short at. */
export interface Position {
  readonly units: number;
  readonly entry: number;
}

/** Streams of the lanes of a wallet. */
export const lanesOf = ({ stream }: Wallet): readonly number[] =>
  Array.from({ length: LANES }, (_, lane) => (stream + lane * 7_919) >>> 0);

/** What the position of a lane is at one of the lane's turns. Lanes share no coins. */
export function betAt(wallet: Wallet, lane: number, turn: number, isToken: boolean): Bet {
  const stream = cycle(lanesOf(wallet), lane);
  const { bet } = betOf(stream, turn);
  const random = randomAt(stream ^ 0x5bd1e995, bet);
  const coins = TRADED.filter((_, place) => place % LANES === lane);
  const coin = cycle(coins, Math.floor(coins.length * random.next() ** 1.6));
  const most = MOST_LEVERAGE.get(coin.symbol) ?? 10;
  return {
    address: wallet.address,
    lane,
    n: bet,
    stream,
    coin,
    sign: !isToken && random.chance(0.4) ? -1 : 1,
    leverage: random.pick([3, 5, 10, most, most, most].filter((times) => times <= most)),
    isToken,
  };
}

/**
 * A position after a turn of its lane. What is added moves the average, what is taken away does not.
 * @param priceAt the price at an earlier turn of the lane
 */
export function positionOf(bet: Bet, turn: number, priceAt: (turn: number) => number): Position {
  const { step } = betOf(bet.stream, turn);
  let position: Position = { units: 0, entry: 0 };
  for (let one = turn - step; one <= turn; one++) {
    const units = heldAfter(bet, one, LEAST_USD, bet.coin.basePrice);
    const added = units - position.units;
    const entry =
      added > 0 ? (position.entry * position.units + priceAt(one) * added) / units : position.entry;
    position = { units, entry };
  }
  return position;
}

/** Profit or loss of a position at a price, in US dollars. */
export const gainOf = ({ sign }: Bet, { units, entry }: Position, price: number): number =>
  sign * units * (price - entry);
