import { isObject } from '../../feed/json.ts';
import { parseInstant } from '../../feed/value.ts';
import { tidy } from '../stock-watcher/plain-text.ts';
import { FieldFault } from './field-fault.ts';

/**
 * Strict reading of a JSON object. Every method answers null for a field that is absent or null, and throws `FieldFault`
 * for one of another type than it names: a provider that changes its format is noticed, not guessed at.
 */
export class Entry {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly #path: string;

  constructor(raw: Readonly<Record<string, unknown>>, path = '') {
    this.raw = raw;
    this.#path = path;
  }

  /** The value of a field the provider always sends. */
  need<T>(field: string, value: T | null): T {
    if (value === null) throw this.fault(field, 'missing');
    return value;
  }

  fault(field: string, reason: string): FieldFault {
    return new FieldFault(this.#path + field, reason);
  }

  /** One tidy line; null when it is empty. */
  text(field: string): string | null {
    const value = this.raw[field] ?? null;
    if (value === null) return null;
    if (typeof value !== 'string') throw this.fault(field, 'not a text');
    return tidy(value) || null;
  }

  boolean(field: string): boolean | null {
    const value = this.raw[field] ?? null;
    if (value !== null && typeof value !== 'boolean') throw this.fault(field, 'not true or false');
    return value;
  }

  number(field: string): number | null {
    const value = this.raw[field] ?? null;
    if (value === null) return null;
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.fault(field, 'not a number');
    return value;
  }

  /** A number written as text. */
  decimal(field: string): number | null {
    const value = this.raw[field] ?? null;
    return value === null ? null : this.decimalText(field, value);
  }

  /**
   * The number that a text of `field` spells. Providers print as many digits as their database has: Gamma prices of the
   * years before the order book have 40 behind the point.
   */
  decimalText(field: string, value: unknown): number {
    const number = typeof value === 'string' && DECIMAL.test(value) ? Number(value) : Number.NaN;
    if (!Number.isFinite(number)) throw this.fault(field, 'not a number as text');
    return number;
  }

  /** ISO 8601 with zone, or a day. */
  instant(field: string): Date | null {
    const text = this.text(field);
    if (text === null) return null;
    const at = parseInstant(text);
    if (at === null) throw this.fault(field, 'not a time');
    return at;
  }

  /** Milliseconds since 1970. */
  millis(field: string): Date | null {
    const ms = this.number(field);
    if (ms === null) return null;
    if (!Number.isInteger(ms) || ms < 0 || ms > LAST_MS) throw this.fault(field, 'not a time');
    return new Date(ms);
  }

  /** Seconds since 1970, with a fraction. */
  seconds(field: string): Date | null {
    const seconds = this.number(field);
    if (seconds === null) return null;
    if (seconds < 0 || seconds * 1000 > LAST_MS) throw this.fault(field, 'not a time');
    return new Date(Math.floor(seconds * 1000));
  }

  /** An identifier, whole number or text, as text. */
  id(field: string): string {
    const value = this.raw[field];
    const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof text !== 'string' || !ID.test(text)) throw this.fault(field, 'not an identifier');
    return text;
  }

  list(field: string): readonly unknown[] | null {
    const value = this.raw[field] ?? null;
    if (value !== null && !Array.isArray(value)) throw this.fault(field, 'not a list');
    return value;
  }

  object(field: string): Entry | null {
    const value = this.raw[field] ?? null;
    if (value === null) return null;
    if (!isObject(value)) throw this.fault(field, 'not an object');
    return new Entry(value, `${this.#path}${field}.`);
  }

  objects(field: string): readonly Entry[] | null {
    const list = this.list(field);
    if (list === null) return null;
    return list.map((value, index) => {
      const path = `${field}[${index}]`;
      if (!isObject(value)) throw this.fault(path, 'not an object');
      return new Entry(value, `${this.#path}${path}.`);
    });
  }

  texts(field: string): readonly string[] {
    return (this.list(field) ?? []).map((value, index) => {
      if (typeof value !== 'string') throw this.fault(`${field}[${index}]`, 'not a text');
      return tidy(value);
    });
  }

  /** A price read from `field` in its unit of 1. */
  price(field: string, value: number | null): number | null {
    if (value !== null && (value < 0 || value > 1)) throw this.fault(field, 'price not between 0 and 1');
    return value;
  }

  /**
   * An offer read from `field`: null at 0 and 1, where nothing can be traded. Providers write these where nobody offers
   * anything.
   */
  quote(field: string, value: number | null): number | null {
    const price = this.price(field, value);
    return price === 0 || price === 1 ? null : price;
  }

  /** An amount read from `field`. */
  amount(field: string, value: number | null): number | null {
    if (value !== null && value < 0) throw this.fault(field, 'negative amount');
    return value;
  }
}

const DECIMAL = /^-?\d+(\.\d*)?(e[+-]?\d+)?$/i;
const ID = /^[\w.:~-]{1,150}$/;
/** The end of the year 9999: what ISO 8601 writes with four digits. */
export const LAST_MS = 253_402_300_799_999;
