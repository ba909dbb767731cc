import type { CaseOptions } from './case.ts';

/** What each contestant measured, round by round. */
export type Turns<N extends string, M> = Readonly<Record<N, readonly M[]>>;

export interface Rounds {
  /** How many count. */
  readonly rounds: number;
  /** How many come before them. */
  readonly warmUps: number;
}

/** Of a contest, unless it is asked for another number. */
export const roundsOf = ({ rounds = 11, quick }: Pick<CaseOptions, 'rounds' | 'quick'>): Rounds =>
  quick ? { rounds: 1, warmUps: 0 } : { rounds, warmUps: 2 };

/**
 * Measures every contestant once a round, in each round another one first, so that what slows the machine slows all
 * alike. The first rounds, `warmUps` of them, count for nothing.
 */
export async function inTurns<N extends string, M>(
  names: readonly N[],
  { rounds, warmUps }: Rounds,
  measure: (name: N) => Promise<M>,
): Promise<Turns<N, M>> {
  const turns = Object.fromEntries(names.map((name) => [name, [] as M[]])) as Record<N, M[]>;
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const measured = await measure(name);
      if (round >= warmUps) turns[name].push(measured);
    }
  }
  return turns;
}

/** The median over the rounds of how many times `of` goes into `to`. */
export function ratio(to: readonly number[], of: readonly number[]): number {
  return rounded(median(to.map((value, round) => value / (of[round] ?? Number.NaN))));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

export const rounded = (value: number): number => Math.round(value * 100) / 100;
