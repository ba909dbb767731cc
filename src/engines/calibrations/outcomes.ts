import { cell, inDeciles, type Table } from './calibration.ts';

/** A figure from 0 to 100, and the outcome that followed it. */
export interface Outcome {
  readonly said: number;
  readonly came: number;
  /** ISO day that the figure was known. */
  readonly day: string;
}

export interface OutcomeTable {
  readonly title: string;
  /** Heading of the outcome, with its unit. */
  readonly came: string;
  /** How many outcomes share their time: those of daily figures overlap, and tell as much as one of so many. */
  readonly overlap: number;
}

/** Outcomes by deciles of the figure, with the share above the median of all outcomes: 50 where the figure tells nothing. */
export function outcomesByDecile(
  outcomes: readonly Outcome[],
  { title, came, overlap }: OutcomeTable,
): Table {
  const median = medianOf(outcomes.map((one) => one.came));
  return {
    title: `${title}: ${outcomes.length} outcomes, ${periodOf(outcomes)}, with a median of ${cell(median)}`,
    columns: ['decile', 'n', 'figure', 'mean figure', came, '± 2 standard errors', 'above the median, %'],
    rows: inDeciles(outcomes, ({ said }) => said).map(({ decile, group }) => {
      const said = group.map((one) => one.said);
      const values = group.map((one) => one.came);
      const above = values.filter((value) => value > median).length;
      return [
        String(decile),
        String(group.length),
        `${cell(Math.min(...said))} to ${cell(Math.max(...said))}`,
        cell(mean(said)),
        cell(mean(values)),
        cell(2 * deviation(values) * Math.sqrt(overlap / group.length)),
        cell((100 * above) / group.length),
      ];
    }),
  };
}

/** How often a figure lies in each fifth of its range. */
export function spread(title: string, figures: readonly (readonly [string, readonly number[]])[]): Table {
  return {
    title,
    columns: ['figure', 'n', ...FIFTHS.map((from) => `${from} to ${from + 20}, %`), 'mean'],
    rows: figures.map(([name, values]) => [
      name,
      String(values.length),
      ...FIFTHS.map((from) => {
        const within = values.filter((value) => value >= from && (value < from + 20 || from === 80));
        return cell((100 * within.length) / values.length);
      }),
      cell(mean(values)),
    ]),
  };
}

const FIFTHS = [0, 20, 40, 60, 80];

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function deviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return (low + high) / 2;
}

export function periodOf(outcomes: readonly Pick<Outcome, 'day'>[]): string {
  const days = outcomes.map(({ day }) => day).sort();
  return `${days[0]} to ${days.at(-1)}`;
}
