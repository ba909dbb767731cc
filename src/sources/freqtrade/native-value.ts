import { isPlainText } from '../../feed/text.ts';

/** Values as freqtrade writes them; null for what is none. */

export const finite = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

export const positive = (value: unknown): number | null => {
  const number = finite(value);
  return number !== null && number > 0 ? number : null;
};

export const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && isPlainText(value) ? value : null;

/** A pair without the currency that futures settle in: `BTC/USDT` of `BTC/USDT:USDT`. */
export const pair = (value: unknown): string | null => text(text(value)?.replace(/:.*$/, ''));

/** `2018-01-10 07:15:00`, with or without offset (UTC), or a number of seconds or milliseconds; as ISO 8601. */
export function time(value: unknown): string | null {
  if (typeof value === 'string') {
    const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(value);
    return match ? iso(new Date(`${match[1]}T${match[2]}${match[3] ?? ''}${match[4] ?? 'Z'}`)) : null;
  }
  const number = positive(value);
  if (number === null) return null;
  // Seconds reach 1e11 in the year 5138, milliseconds passed it in 1973.
  return iso(new Date(number < 1e11 ? number * 1_000 : number));
}

function iso(at: Date): string | null {
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
