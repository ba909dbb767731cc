import type { Format } from '../../sources/format.ts';
import type { InputReader } from '../engine.ts';

/** How the figures of an engine compare with outcomes, or spread, over given inputs: tables for its methodology page. */
export interface Calibration {
  /** Name of the engine and of its page, `docs/methodology/<name>.md`. */
  readonly name: string;
  /** What `calibrate <name> --data <folder>` reads: formats with the files below that folder, `*` for the rest of a path. */
  readonly samples: readonly { readonly format: Format; readonly files: readonly string[] }[];
  /** Made of the inputs alone: the same inputs give the same tables. */
  tables(inputs: Pick<InputReader, 'list' | 'series'>): Promise<readonly Table[]>;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** `12.3`, with a minus sign; `-` for what is not known. */
export const cell = (value: number | null, digits = 1): string =>
  value === null || Number.isNaN(value) ? '-' : value.toFixed(digits).replace(/^-(0(?:\.0+)?)$/, '$1');

/** A probability in %, and whether the outcome was right. */
export interface Judged {
  readonly saidPct: number;
  readonly isRight: boolean;
}

/**
 * Reliability of probabilities: probabilities in ten groups of about equal size, lowest first, with their outcomes. Those of one
 * value stay in one group, so there can be fewer.
 */
export const reliabilityByDecile = (judged: readonly Judged[]): readonly (readonly string[])[] =>
  inDeciles(judged, ({ saidPct }) => saidPct).map(({ decile, group }) => reliabilityRow(decile, group));

/** Ten groups of about equal size by a value, lowest first; equal values stay in one group, so there can be fewer. */
export function inDeciles<T>(
  entries: readonly T[],
  valueIn: (entry: T) => number,
): readonly { readonly decile: number; readonly group: readonly T[] }[] {
  const byValue = [...Map.groupBy(entries, valueIn)].sort(([a], [b]) => a - b);
  const groups = new Map<number, T[]>();
  let before = 0;
  for (const [, same] of byValue) {
    // By its middle, so that a value that many share lies where most of them do.
    const decile = Math.min(10, 1 + Math.floor((10 * (before + same.length / 2)) / entries.length));
    groups.set(decile, [...(groups.get(decile) ?? []), ...same]);
    before += same.length;
  }
  return [...groups].map(([decile, group]) => ({ decile, group }));
}

export const RELIABILITY_COLUMNS = [
  'decile',
  'n',
  'said, %',
  'mean said, %',
  'right, %',
  '± 2 standard errors',
];

function reliabilityRow(decile: number, group: readonly Judged[]): readonly string[] {
  const said = group.map(({ saidPct }) => saidPct);
  const right = rightPct(group);
  return [
    String(decile),
    String(group.length),
    `${cell(Math.min(...said))} to ${cell(Math.max(...said))}`,
    cell(said.reduce((sum, one) => sum + one, 0) / said.length),
    cell(right),
    cell(2 * Math.sqrt((right * (100 - right)) / group.length)),
  ];
}

/** Share that was right, %. */
export const rightPct = (judged: readonly { readonly isRight: boolean }[]): number =>
  (100 * judged.filter(({ isRight }) => isRight).length) / judged.length;

/** Mean square of probability less outcome, as fractions (Brier 1950): 0.25 for 50 % every time, 0 for an oracle. */
export const brierScore = (judged: readonly Judged[]): number =>
  judged.reduce((sum, { saidPct, isRight }) => sum + (saidPct / 100 - (isRight ? 1 : 0)) ** 2, 0) /
  judged.length;
