import { type Bounds, FIGURE, INTEGER, YEARS } from './bounds.ts';
import type { LeafValue } from './feed.ts';
import type { Field } from './field.ts';

/** The bounds of a field: declared, or the default of its kind; null for kinds without. */
export function boundsOf({ kind, options }: Field): Bounds | null {
  switch (kind) {
    case 'number':
    case 'numbers':
    case 'metrics':
      return options.bounds ?? FIGURE;
    case 'integer':
      return options.bounds ?? INTEGER;
    case 'instant':
    case 'localDateTime':
    case 'day':
      return options.bounds ?? YEARS;
    default:
      return null;
  }
}

/** What is wrong with a value of the field and what is allowed; null for a value within its bounds, and for null. */
export function boundsProblem(field: Field, value: LeafValue): string | null {
  const bounds = boundsOf(field);
  if (bounds === null || value === null) return null;
  const wrong = measures(value).find((one) => !isWithin(bounds, one));
  return wrong === undefined ? null : `must be ${describeBounds(field)}, not ${wrong}`;
}

/** The bounds in words, e.g. `from 0 to 100` or `in the years 1900 to 2199`; empty for a kind without. */
export function describeBounds(field: Field): string {
  const bounds = boundsOf(field);
  if (bounds === null) return '';
  const isTime = ['instant', 'localDateTime', 'day'].includes(field.kind);
  return `${isTime ? 'in the years' : 'from'} ${bounds.min} to ${bounds.max}`;
}

/** NaN is within no bounds. */
export const isWithin = ({ min, max }: Bounds, value: number): boolean => value >= min && value <= max;

/** The numbers that bounds are held against. */
function measures(value: LeafValue): readonly number[] {
  if (value instanceof Date) return [value.getUTCFullYear()];
  if (typeof value === 'string') return [Number(value.slice(0, 4))]; // a day, with a time or without
  if (typeof value === 'object' && value !== null) return Object.values(value).map(Number); // lists and metrics
  return [Number(value)];
}
