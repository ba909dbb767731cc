import type { Day } from '../../../src/engines/scorecards/day.ts';
import { isoDay, parseDay } from '../../../src/engines/scorecards/day.ts';
import type { Series } from '../../../src/engines/scorecards/observations.ts';
import type { Input } from '../../../src/sources/format.ts';
import { macroInput } from '../../../src/sources/macro/macro-input.ts';

export type Inputs = ReadonlyMap<string, readonly Input[]>;

export function dayOf(text: string): Day {
  const day = parseDay(text);
  if (day === null) throw new Error(`${text} is no day`);
  return day;
}

/** A series whose values are known on their day: `series('2024-01-01', [1, 2])`. */
export function series(first: string, values: readonly number[], everyDays = 1): Series {
  const start = dayOf(first);
  return values.map((value, index) => {
    const day = start + index * everyDays;
    return { day, knownOn: day, value };
  });
}

export const values = (list: Series) => list.map(({ value }) => value);

/** Macro inputs of a series, captured with the last of them. */
export function macro(id: string, first: string, list: readonly number[], everyDays = 1): Input[] {
  const start = dayOf(first);
  const capturedAt = isoDay(start + (list.length - 1) * everyDays);
  return list.map((value, index) => macroInput(id, isoDay(start + index * everyDays), capturedAt, value));
}

export interface CoinFacts {
  readonly id: string;
  readonly name?: string;
  readonly symbol?: string;
  readonly price?: number | null;
  readonly market_cap: number | null;
  readonly perf_24h?: number | null;
  readonly perf_7d?: number | null;
  readonly perf_30d?: number | null;
}

/** One capture of CoinGecko's list, in the shape in which the CoinGecko source stores it. */
export function capture(at: string, coins: readonly CoinFacts[]): Input[] {
  return coins.map(({ id, ...data }) => ({
    kind: 'coin',
    series: id,
    key: at,
    data: { name: id, symbol: id, price: null, ...data },
  }));
}

export function bySeries(...lists: readonly (readonly Input[])[]): Inputs {
  return Map.groupBy(lists.flat(), (input) => input.series);
}
