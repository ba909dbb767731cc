import { parseLocalDateTime } from '../../feed/value.ts';
import type { Item } from '../format.ts';
import { macroInput } from './macro-input.ts';

/** One reading as the provider wrote it. */
export interface Reading {
  /** Where in the file: `line 20`. */
  readonly at: string;
  readonly day: string | undefined;
  readonly value: string | undefined;
  readonly status?: string | undefined;
  readonly raw: unknown;
}

export interface ReadingOptions {
  /** File or URL, for rejections. */
  readonly file: string;
  readonly series: string;
  /** Native names of the fields, for rejections. */
  readonly fields: { readonly day: string; readonly value: string };
  /** Leaves out this day (`YYYY-MM-DD`) and later ones: a price of a day that is not over is no close. */
  readonly before?: string | undefined;
  /** The day or instant of the capture. */
  readonly capturedAt: string;
}

/** When a capture that does not say it was made at the earliest: the newest day in it; empty where it has none. */
export const newestDay = (readings: readonly Pick<Reading, 'day'>[]): string =>
  readings
    .map(({ day }) => day)
    .filter(isDay)
    .reduce((latest, day) => (day > latest ? day : latest), '');

/** Readings of one capture as inputs, one item each; no value or `.` is how FRED says that there was none that day. */
export function toItems(readings: readonly Reading[], options: ReadingOptions): readonly Item[] {
  const { file, series, fields, before, capturedAt } = options;
  const seen = new Map<string, number>();
  return readings.map(({ at, day, value: text = '', status, raw }): Item => {
    const reject = (field: string, reason: string): Item => {
      return { kind: 'rejected', file, at, field, reason, raw };
    };
    if (!isDay(day)) return reject(fields.day, 'not a day YYYY-MM-DD');
    if (before !== undefined && day >= before) return skip('day is not over');
    if (status !== undefined && status.toLowerCase() !== 'ok') return skip(`status is "${status}"`);
    if (text === '' || text === '.') return skip('no value that day');
    const value = NUMBER.test(text) ? Number(text) : Number.NaN;
    if (!Number.isFinite(value)) return reject(fields.value, 'not a number');
    const other = seen.get(day);
    if (other !== undefined && other !== value) return reject(fields.value, 'another value for the same day');
    if (other !== undefined) return skip('same reading twice');
    seen.set(day, value);
    return { kind: 'input', input: macroInput(series, day, capturedAt, value) };
  });
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function isDay(text: string | undefined): text is string {
  return text !== undefined && text.length === 10 && parseLocalDateTime(text) !== null;
}

function skip(reason: string): Item {
  return { kind: 'skipped', reason };
}
