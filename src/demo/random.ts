/**
 * Randomness by address instead of by sequence: the draw for (stream, n) is the same whenever it is asked for, which
 * is what lets a restarted demo find its own past again.
 */

/** A stream of draws, independent of the streams of other names: FNV-1a over seed and name. */
export function streamOf(seed: number, name: string): number {
  let hash = 0x811c9dc5;
  for (const char of `${seed}/${name}`) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return mix(hash);
}

/** The n-th draw of a stream, uniform in [0, 1). `n` is an integer within 32 bits. */
export function uniformAt(stream: number, n: number): number {
  return mix(stream ^ mix(Math.imul(n, 0x9e3779b1) + 0x85ebca6b)) / 2 ** 32;
}

/** Finaliser of MurmurHash3. */
function mix(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  between(low: number, high: number): number;
  /** Whole, both ends included. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** Any number of draws for the n-th event of a stream: mulberry32. */
export function randomAt(stream: number, n: number): Random {
  let state = Math.floor(uniformAt(stream, n) * 2 ** 32);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let hash = Math.imul(state ^ (state >>> 15), 1 | state);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + next() * (high - low);
  const whole = (low: number, high: number) => Math.floor(between(low, high + 1));
  return {
    next,
    between,
    whole,
    chance: (probability) => next() < probability,
    pick: (list) => cycle(list, whole(0, list.length - 1)),
  };
}

/** The n-th item of a list that repeats for ever in both directions. */
export function cycle<T>(list: readonly T[], n: number): T {
  const item = list[((n % list.length) + list.length) % list.length];
  if (item === undefined) throw new RangeError('an empty list has no items to choose from');
  return item;
}
