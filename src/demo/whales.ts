import { randomAt, streamOf, uniformAt } from './random.ts';
import type { Grid } from './simulation.ts';

/** A wallet of the simulated market. Slots of its grid go round the wallets, so its turns lie a fixed number apart. */
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

/** The wallets that act on a grid, at most twelve. */
export function walletsOf(seed: number, grid: Grid, count: number): readonly Wallet[] {
  return NAMES.slice(0, count).map((name, place) => {
    const stream = streamOf(seed, `whale/${grid.name}/${place}`);
    const words = [1, 2, 3, 4].map((part) => Math.floor(uniformAt(stream, -part) * 2 ** 32));
    const digits = words.map((word) => word.toString(16).padStart(8, '0')).join('');
    return { address: `0xde30de30${digits}`, name, stream };
  });
}

/**
 * Units that a wallet holds after one of its turns, worth up to 100 times `leastUsd`. Every other turn may close the
 * position, so that no exit follows an exit.
 */
export function heldAfter({ stream }: Wallet, turn: number, leastUsd: number, usualPrice: number): number {
  const random = randomAt(stream, turn);
  if (turn % 2 === 0 && random.chance(0.35)) return 0;
  return Number(((leastUsd * 100 ** random.next()) / usualPrice).toPrecision(5));
}

/** 64 hexadecimal digits. */
export const transactionHash = (stream: number, n: number): string =>
  `0x${Array.from({ length: 8 }, (_, part) =>
    Math.floor(uniformAt(stream + part, n) * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  ).join('')}`;
