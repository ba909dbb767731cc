import { type TSchema, Type } from 'typebox';
import { Check } from 'typebox/value';
import { checkText } from '../../core/checks/check-text.ts';
import { DAY_MS } from '../../core/time.ts';
import { invalidParameter } from '../../errors.ts';
import type { Deprecation } from '../../feed/deprecation.ts';
import type { TextForm } from '../../feed/text-form.ts';
import { MAX_QUERIED_TEXT, parseInstant } from '../../feed/value.ts';

/** A query parameter: how OpenAPI shows it and how its text is read. */
export interface Param<T = unknown> {
  readonly schema: TSchema;
  readonly description: string;
  /** A synonym: accepted, but not a parameter of its own in OpenAPI, since forms send every default at once. */
  readonly hidden?: boolean;
  /** A request without it is refused. */
  readonly required?: boolean;
  readonly deprecated?: Deprecation;
  /** Of a parameter that takes names of fields: those that go. */
  readonly deprecatedNames?: ReadonlyMap<string, Deprecation>;
  /** Undefined text: not given. Throws INVALID_PARAMETER, which names parameter, value and what is allowed. */
  readonly read: (text: string | undefined, name: string) => T;
}

export type Params = { readonly [name: string]: Param };

export type ValuesOf<P extends Params> = {
  readonly [N in keyof P]: P[N] extends Param<infer T> ? T : never;
};

/** The text of each given parameter; parameters the route does not know are not in it. */
export type Query = ReadonlyMap<string, string>;

export function readParams<P extends Params>(params: P, query: Query): ValuesOf<P> {
  const values = Object.entries(params).map(([name, param]) => [name, param.read(query.get(name), name)]);
  return Object.fromEntries(values) as ValuesOf<P>; // name by name what each param reads
}

export function textParam(
  description: string,
  maxLength: number = MAX_QUERIED_TEXT,
): Param<string | undefined> {
  return {
    schema: Type.String({ maxLength }),
    description,
    read: (text, name) => (text === undefined ? undefined : checkText(name, text, maxLength)),
  };
}

/** A text of a form, see `FieldOptions.form`. */
export function formParamWithDefault(description: string, form: TextForm, fallback: string): Param<string> {
  return {
    schema: Type.String({ default: fallback, pattern: form.pattern.source }),
    description: `${description} Takes ${form.says}.`,
    read: (text, name) => {
      const given = checkText(name, text ?? fallback, MAX_QUERIED_TEXT);
      if (form.pattern.test(given)) return given;
      throw invalidParameter(name, given, form.says);
    },
  };
}

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

export function integerParam(description: string, bounds: Bounds): Param<number | undefined> {
  const schema = Type.Integer({ ...bounds });
  return {
    schema,
    description,
    read: (text, name) => (text === undefined ? undefined : wholeNumber(name, text, schema, bounds)),
  };
}

export function integerParamWithDefault(
  description: string,
  bounds: Bounds,
  fallback: number,
): Param<number> {
  const schema = Type.Integer({ ...bounds, default: fallback });
  return {
    schema,
    description,
    read: (text, name) => (text === undefined ? fallback : wholeNumber(name, text, schema, bounds)),
  };
}

/** One of a closed set, in any case where `caseless` is set. */
export function choiceParam<T extends string>(
  description: string,
  values: readonly T[],
  options: { readonly caseless?: boolean; readonly default?: T } = {},
): Param<T | undefined> {
  const schema = {
    type: 'string',
    enum: values,
    ...(options.default ? { default: options.default } : {}),
  };
  return { schema, description, read: (text, name) => choose(name, text, values, options.caseless === true) };
}

/** Several of a closed set, separated by commas, in any case. */
export function choicesParam<T extends string>(
  description: string,
  values: readonly T[],
): Param<readonly T[] | undefined> {
  return {
    schema: Type.String({ examples: [values.slice(0, 2).join(',')] }),
    description: `${description} Comma-separated; allowed are ${values.join(', ')}.`,
    read: (text, name) => {
      const chosen = text?.split(',').map((one) => choose(name, one.trim(), values, true));
      return chosen && [...new Set(chosen.filter((one) => one !== undefined))].sort();
    },
  };
}

/** A day or an instant as a bound of a range. `last` takes a day to its end. */
export function timeParam(
  description: string,
  options: { readonly last?: boolean } = {},
): Param<Date | undefined> {
  return {
    schema: Type.String({ examples: ['2026-01-31'] }),
    description: `${description} A day (YYYY-MM-DD, UTC) or an ISO 8601 time with zone.`,
    read: (text, name) => {
      if (text === undefined) return undefined;
      const at = parseInstant(spaceToPlus(text));
      if (!at) throw invalidParameter(name, text, TIME);
      return options.last && text.length === DAY.length ? new Date(at.getTime() + DAY_MS - 1) : at;
    },
  };
}

const TIME = 'a day, e.g. 2026-01-31, or an ISO 8601 time with zone, in the years 0001 to 9999';
const DAY = 'YYYY-MM-DD';

/** An unescaped `+` of a zone offset arrives as a space; no time has one elsewhere. */
export const spaceToPlus = (text: string): string => text.replace(/ (\d\d:\d\d)$/, '+$1');

function wholeNumber(name: string, text: string, schema: TSchema, { minimum, maximum }: Bounds): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : text;
  if (typeof value === 'number' && Check(schema, value)) return value;
  throw invalidParameter(name, text, `a whole number from ${minimum} to ${maximum}`);
}

function choose<T extends string>(
  name: string,
  text: string | undefined,
  values: readonly T[],
  caseless: boolean,
): T | undefined {
  if (text === undefined) return undefined;
  const wanted = caseless ? text.toLowerCase() : text;
  const found = values.find((value) => (caseless ? value.toLowerCase() : value) === wanted);
  if (found !== undefined) return found;
  throw invalidParameter(name, text, `one of ${values.join(', ')}`);
}
