import type { Bounds } from './bounds.ts';
import type { Deprecation } from './deprecation.ts';
import type { TextForm } from './text-form.ts';

/**
 * The vocabulary of fields. A field states its type, whether it can be missing, what may be asked of it and
 * how each surface names it; storage, filters, sorting, REST, OpenAPI and GraphQL are derived from that.
 */

/** What a field holds. `group` nests other fields and is flattened (`performance_sharpe`) in storage. */
export type FieldKind =
  | 'id'
  | 'text'
  | 'enum'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'instant'
  | 'localDateTime'
  | 'day'
  | 'decimal'
  | 'texts'
  | 'numbers'
  | 'metrics'
  | 'objects'
  | 'group';

export interface FieldOptions {
  /** The source may not say it: null everywhere. Default: required. */
  readonly nullable?: boolean;
  /** May be filtered by, with every operator its kind supports. */
  readonly filter?: boolean;
  /** May be sorted by. */
  readonly sort?: boolean;
  /** Stored and usable by the core, shown on no surface. */
  readonly internal?: boolean;
  /** Filters compare without regard to case. Of a closed set: REST parameters take its values in any case. */
  readonly caseless?: boolean;
  /** What texts of the field look like; others are refused where they are asked for by equality, and where they come in. */
  readonly form?: TextForm;
  /**
   * Of a closed set that was free text once: a store may hold other words. REST shows them as they are, GraphQL null; no filter
   * finds them by their value.
   */
  readonly wasText?: boolean;
  /**
   * The name in REST when it differs from the declared one. False: REST rows do not show it, since the specification names
   * no such member; REST parameters filter and sort by it, ingestion takes it, and GraphQL shows it.
   */
  readonly rest?: string | false;
  /** The GraphQL name when it is not the declared one in camelCase. False: `graph.ts` of the feed shows it, in its own way. */
  readonly graph?: string | false;
  /** The GraphQL name of the enum made of a closed value set; required for `oneOf`. */
  readonly enumName?: string;
  /** The GraphQL name of the type of an entry; required for `objects`. */
  readonly typeName?: string;
  /** Unit of a number, e.g. `USD`, `%`. Appended to the description. Numbers with a unit are measured in groups. */
  readonly unit?: string;
  /**
   * For a unit that differs from record to record: the leaf that says it. Numbers are added up among records that it has one
   * value of. False: no field says it, and the number is not measured in groups.
   */
  readonly unitBy?: string | false;
  /** For the upper end of a bracket: the leaf of its lower end. Null beside a value of that, the bracket is open. */
  readonly openEndOf?: string;
  /** Groups can be made by it: closed sets and names. Times that can be filtered by need no such word. */
  readonly group?: boolean;
  /**
   * What is taken in of a number, each of several numbers, or the year of a time. Default: of numbers ±1e18, of whole
   * numbers 32 bits, of times the years 1900 to 2199. What is stored already is shown as it is.
   */
  readonly bounds?: Bounds;
  readonly deprecated?: Deprecation;
}

/** Phantom carrier of the TypeScript type of a field's value; never present at run time. */
declare const fieldValue: unique symbol;

export interface Field<Value = unknown, Options extends FieldOptions = FieldOptions> {
  readonly kind: FieldKind;
  readonly description: string;
  readonly options: Options;
  /** Closed value set of an `enum`, as REST spells it. */
  readonly values: readonly string[];
  /** Members of a `group`, and of each entry of `objects`. */
  readonly fields: Fields;
  readonly [fieldValue]?: Value;
}

export type Fields = { readonly [name: string]: Field };

/** The value a field holds in a record: null only when declared nullable. */
export type ValueOf<F extends Field> =
  F extends Field<infer Value, infer Options>
    ? Options extends { readonly nullable: true }
      ? Value | null
      : Value
    : never;

/** The record of a field set, e.g. `RecordOf<typeof congress.fields>`. */
export type RecordOf<F extends Fields> = { readonly [Name in keyof F]: ValueOf<F[Name]> };

function field<Value, Options extends FieldOptions>(
  kind: FieldKind,
  description: string,
  options: Options,
  more: { values?: readonly string[]; fields?: Fields } = {},
): Field<Value, Options> {
  return { kind, description, options, values: more.values ?? [], fields: more.fields ?? {} };
}

// One `const O` parameter per constructor: with a shared options type inference would widen `true` to `boolean`
// and every field would become nullable.
const none = {} as const;
type None = typeof none;

/** The identity of a record: opaque text, unique in its feed, stable for ever. */
export const id = <const O extends FieldOptions = None>(description: string, options: O = none as O) =>
  field<string, O & { readonly filter: true }>('id', description, { ...options, filter: true });

/** Free text. Compared bytewise; see `caseless`. */
export const text = <const O extends FieldOptions = None>(description: string, options: O = none as O) =>
  field<string, O>('text', description, options);

/** One of a closed set of values; an enum in GraphQL. */
export const oneOf = <const V extends string, const O extends FieldOptions & { readonly enumName: string }>(
  description: string,
  values: readonly V[],
  options: O,
) => field<V, O>('enum', description, options, { values });

/** A finite double. */
export const number = <const O extends FieldOptions = None>(description: string, options: O = none as O) =>
  field<number, O>('number', description, options);

/** A whole number within 32 bits. */
export const integer = <const O extends FieldOptions = None>(description: string, options: O = none as O) =>
  field<number, O>('integer', description, options);

export const boolean = <const O extends FieldOptions = None>(description: string, options: O = none as O) =>
  field<boolean, O>('boolean', description, options);

/** A point in time: `Date` inside, ISO 8601 UTC with milliseconds outside. */
export const instant = <const O extends FieldOptions = None>(description: string, options: O = none as O) =>
  field<Date, O>('instant', description, options);

/** A date and time without zone, `YYYY-MM-DDTHH:MM:SS[.mmm]`; kept as that text. */
export const localDateTime = <const O extends FieldOptions = None>(
  description: string,
  options: O = none as O,
) => field<string, O>('localDateTime', description, options);

/** A day of the calendar, `YYYY-MM-DD`; kept as that text. */
export const day = <const O extends FieldOptions = None>(description: string, options: O = none as O) =>
  field<string, O>('day', description, options);

/** A decimal number kept as its text, digit for digit. */
export const decimal = <const O extends FieldOptions = None>(description: string, options: O = none as O) =>
  field<string, O>('decimal', description, options);

/** A list of texts. */
export const texts = <const O extends FieldOptions = None>(description: string, options: O = none as O) =>
  field<readonly string[], O>('texts', description, options);

/** A list of finite doubles. */
export const numbers = <const O extends FieldOptions = None>(description: string, options: O = none as O) =>
  field<readonly number[], O>('numbers', description, options);

/** An open set of named finite doubles. */
export const metrics = <const O extends FieldOptions = None>(description: string, options: O = none as O) =>
  field<Readonly<Record<string, number>>, O>('metrics', description, options);

/** A point in time in an entry of `objects`: ISO 8601 UTC with milliseconds inside, too, as JSON has it. */
export const entryInstant = <const O extends FieldOptions = None>(
  description: string,
  options: O = none as O,
) => field<string, O>('instant', description, options);

/** What an entry of `objects` may hold: values that JSON has, so that they are stored as they are. */
type EntryFields = { readonly [name: string]: Field<string> | Field<number> | Field<boolean> };

/** A list of objects of further fields. It is stored as JSON: neither filtered nor sorted by. */
export const objects = <
  const F extends EntryFields,
  const O extends FieldOptions & { readonly typeName: string },
>(
  description: string,
  fields: F,
  options: O,
) => field<readonly RecordOf<F>[], O>('objects', description, options, { fields });

/** An object of further fields. Groups do not nest in groups. */
export const group = <const F extends Fields>(description: string, fields: F) =>
  field<RecordOf<F>, None>('group', description, none, { fields });

/** Whether a field of this kind holds a time or a day. */
export const isTime = ({ kind }: { readonly kind: FieldKind }): boolean =>
  kind === 'instant' || kind === 'localDateTime' || kind === 'day';
