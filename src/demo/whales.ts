import { cycle, randomAt, streamOf, uniformAt } from './random.ts';
import type { Grid } from './simulation.ts';

/** A wallet of the simulated market. */
export interface Wallet {
  readonly address: string;
  readonly name: string;
  /** Draws that are the wallet's own. */
  readonly stream: number;
}

const NAMES =
  `Quiet Heron;Basalt Tortoise;Amber Narwhal;Iron Puffin;Velvet Orca;Copper Manta;Silent Walrus;Paper Leviathan;
  Cobalt Seal;Granite Otter;Midnight Beluga;Crimson Krill`
    .split(';')
    .map((name) => `${name.trim()} (simulated)`);

/** The wallets that act on a grid. There are twelve names; wallets after the twelfth repeat them. */
export const walletsOf = (seed: number, grid: Grid, count: number): readonly Wallet[] =>
  Array.from({ length: count }, (_, place) => {
    const stream = streamOf(seed, `whale/${grid.name}/${place}`);
    const name = NAMES[place % NAMES.length] ?? '';
    return { address: addressOf(stream), name, stream };
  });

/** Which wallet has a slot of a grid, and at which of its turns: slots go round the wallets, each time in another order. */
export interface Turns {
  at(n: number): { readonly wallet: Wallet; readonly turn: number };
  /** The slot of a turn of a wallet. */
  slotOf(address: string, turn: number): number;
}

export function turnsOf(seed: number, grid: Grid, wallets: readonly Wallet[]): Turns {
  const stream = streamOf(seed, `whale/${grid.name}/turns`);
  const orderOf = (round: number) =>
    wallets
      .map((wallet, place) => ({ wallet, drawn: uniformAt(stream + place, round) }))
      .toSorted((one, other) => one.drawn - other.drawn)
      .map(({ wallet }) => wallet);
  return {
    at(n) {
      const turn = Math.floor(n / wallets.length);
      return { wallet: cycle(orderOf(turn), n), turn };
    },
    slotOf: (address, turn) =>
      turn * wallets.length + orderOf(turn).findIndex((wallet) => wallet.address === address),
  };
}

/** Forty hexadecimal digits. In the middle they say that they are invented; their ends, which pages show, differ. */
function addressOf(stream: number): string {
  const words = [1, 2, 3, 4].map((part) => Math.floor(uniformAt(stream, -part) * 2 ** 32));
  const digits = words.map((word) => word.toString(16).padStart(8, '0')).join('');
  return `0x${digits.slice(0, 12)}de30de30${digits.slice(12)}`;
}

/** Turns from the opening of one position to that of the next. */
export const BET_TURNS = 8;

/** Which position a turn belongs to, and how many turns it is after its opening; streams open theirs at different turns. */
export function betOf(stream: number, turn: number): { readonly bet: number; readonly step: number } {
  const shifted = turn + (stream % BET_TURNS);
  const bet = Math.floor(shifted / BET_TURNS);
  return { bet, step: shifted - bet * BET_TURNS };
}

/**
 * Units that a wallet holds after one of its turns. A position is opened, grows or shrinks by a part of itself with each
 * turn and is closed within `BET_TURNS`; then the wallet waits. Positions are worth up to 100 times `leastUsd`, most of
 * them little more than it, as sizes of wealth are spread.
 */
export function heldAfter(
  { stream }: Pick<Wallet, 'stream'>,
  turn: number,
  leastUsd: number,
  usualPrice: number,
): number {
  const { bet, step } = betOf(stream, turn);
  const random = randomAt(stream, bet);
  let worth = leastUsd * 100 ** (random.next() ** 2);
  if (step >= random.whole(4, BET_TURNS - 1)) return 0;
  for (let done = 0; done < step; done++)
    worth *= random.chance(0.6) ? random.between(1.05, 1.5) : random.between(0.55, 0.95);
  return Number((worth / usualPrice).toPrecision(5));
}

/** 64 hexadecimal digits. */
export const transactionHash = (stream: number, n: number): string =>
  `0x${Array.from({ length: 8 }, (_, part) =>
    Math.floor(uniformAt(stream + part, n) * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')}`;
