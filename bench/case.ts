/** A figure of the benchmark: a ratio, or what a name cannot be compared by. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** `ratio`, or a unit like `ms` and `MB`. */
  readonly unit: string;
  /** At least so much of a ratio, at most so much of anything else; null: told for comparison. */
  readonly target: number | null;
}

export interface CaseOptions {
  /** Of each contestant; default: what the case needs. */
  readonly rounds: number | undefined;
  /** Only shows that everything works; the figures mean nothing. */
  readonly quick: boolean;
  /** Distinct ones, after which memory is looked at. */
  readonly queries: number;
  /** Subscribers of the fan-out. */
  readonly sockets: readonly number[];
}

export interface CaseReport {
  readonly figures: readonly Figure[];
  /** What the figures were made of. */
  readonly measured: readonly Readonly<Record<string, string | number>>[];
}

/** Measures some figures in interleaved rounds of one run. */
export interface BenchCase {
  readonly name: string;
  /** Whether it starts servers of `bench/package.json`. */
  readonly needsPeers: boolean;
  run(options: CaseOptions): Promise<CaseReport>;
}

export const ratioOf = (name: string, value: number, target: number | null = null): Figure => ({
  name,
  value,
  unit: 'ratio',
  target,
});

/** Something that is told for its own sake. */
export const reported = (name: string, value: number, unit: string): Figure => ({
  name,
  value: Math.round(value * 100) / 100,
  unit,
  target: null,
});

export function verdictOf({ value, unit, target }: Figure): 'pass' | 'falls short' | '' {
  if (target === null) return '';
  return (unit === 'ratio' ? value >= target : value <= target) ? 'pass' : 'falls short';
}
