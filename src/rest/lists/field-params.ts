import { Type } from 'typebox';
import { invalidParameter } from '../../errors.ts';
import { type Feed, filterableLeaves, type Leaf, type LeafValue } from '../../feed/feed.ts';
import { compare, type Filter, type Operator, operatorsOf } from '../../feed/query.ts';
import type { TextForm } from '../../feed/text-form.ts';
import { describeKind, parseText } from '../../feed/value.ts';
import { describeField, paramName, valueSchema } from '../openapi/schema.ts';
import { type Param, type Params, spaceToPlus } from '../request/param.ts';

/** What a value of a field means where it is more than equality, e.g. `Sale` for every kind of sale. */
export interface CanonicalQuery {
  readonly description: string;
  /** The texts it has a meaning for. Default: those of the field. */
  readonly form?: TextForm;
  /** @param text of the form; of a closed set its one spelling. */
  readonly filter: (text: string) => Filter;
}

export type Meanings = { readonly [leafName: string]: CanonicalQuery };

/** One parameter per filterable field and operator: `field`, `field_ne`, `field_in`, `field_gte`, … */
export interface FieldParam extends Param<Filter | undefined> {
  readonly leaf: Leaf;
  readonly op: Operator;
}

export function fieldParams(feed: Feed, meanings: Meanings = {}): Readonly<Record<string, FieldParam>> {
  const params: Record<string, FieldParam> = {};
  for (const leaf of filterableLeaves(feed)) {
    for (const op of operatorsOf(leaf)) {
      const name = paramName(feed, leaf) + SUFFIXES[op];
      if (params[name]) throw new Error(`feed ${feed.module}: two fields make the parameter ${name}`);
      params[name] = fieldParam(leaf, op, meanings[leaf.name]);
    }
  }
  return params;
}

/** The parameters of a route that adds some of its own, of which one of the same name replaces a generated one. */
export function generatedParams(route: {
  readonly feed: Feed;
  readonly meanings?: Meanings;
  readonly params?: Params;
  readonly without?: readonly string[];
}): Readonly<Record<string, FieldParam>> {
  const { feed, meanings, params = {}, without = [] } = route;
  return Object.fromEntries(
    Object.entries(fieldParams(feed, meanings)).filter(
      ([name]) => !Object.hasOwn(params, name) && !without.includes(name),
    ),
  );
}

const SUFFIXES: Readonly<Record<Operator, string>> = {
  eq: '',
  ne: '_ne',
  in: '_in',
  gt: '_gt',
  gte: '_gte',
  lt: '_lt',
  lte: '_lte',
  contains: '_contains',
  isNull: '_is_null',
};

const PHRASES: Readonly<Record<Operator, string>> = {
  eq: 'Equals.',
  ne: 'Not equal; records without a value match.',
  in: 'Equals one of these, separated by commas.',
  gt: 'Greater than.',
  gte: 'Greater than or equal.',
  lt: 'Less than.',
  lte: 'Less than or equal.',
  contains: 'Contains this text.',
  isNull: 'true: has no value; false: has one.',
};

const MAX_VALUES = 100;

function fieldParam(leaf: Leaf, op: Operator, canonicalQuery: CanonicalQuery | undefined): FieldParam {
  const special =
    canonicalQuery !== undefined && (op === 'eq' || op === 'ne' || op === 'in') ? canonicalQuery : undefined;
  const { caseless: isCaseless, deprecated } = leaf.field.options;
  const caseless = isCaseless === true && op !== 'isNull' ? ' Case does not matter.' : '';
  return {
    leaf,
    op,
    schema: schemaOf(leaf, op, special),
    description: [
      `${PHRASES[op]}${caseless} ${special?.description ?? describeField(leaf.field)}`,
      ...allowedIn(leaf, op, special),
    ].join(' '),
    ...(deprecated ? { deprecated } : {}),
    read: (text, name) => {
      if (text === undefined) return undefined;
      return special ? meantFilter(leaf, op, special, name, text) : plainFilter(leaf, op, name, text);
    },
  };
}

/** The words of a parameter that its schema does not tell: of a form, and of a list. */
function allowedIn({ field }: Leaf, op: Operator, special: CanonicalQuery | undefined): readonly string[] {
  if (op !== 'eq' && op !== 'ne' && op !== 'in') return [];
  const form = special?.form ?? field.options.form;
  if (form) return [`Takes ${form.says}.`];
  return op === 'in' && field.values.length > 0 ? [`Values are ${field.values.join(', ')}.`] : [];
}

function schemaOf(leaf: Leaf, op: Operator, special: CanonicalQuery | undefined) {
  if (special?.form && op !== 'isNull') return Type.String();
  if (op === 'isNull') return Type.Boolean();
  if (op === 'in') return Type.String();
  // A bound may be a plain day, which the patterns of answers do not allow.
  if (leaf.kind === 'instant' || leaf.kind === 'localDateTime')
    return Type.String({ examples: ['2026-01-31'] });
  return valueSchema(leaf.field);
}

function plainFilter(leaf: Leaf, op: Operator, name: string, text: string): Filter {
  if (op === 'in')
    return compare(
      leaf,
      op,
      valuesIn(name, text).map((one) => equalTo(leaf, name, one)),
    );
  if (op === 'isNull') return compare(leaf, op, isTrue(name, text));
  const read = op === 'eq' || op === 'ne' ? equalTo : parseFor;
  return compare(leaf, op, read(leaf, name, text));
}

function meantFilter(
  leaf: Leaf,
  op: Operator,
  canonicalQuery: CanonicalQuery,
  name: string,
  text: string,
): Filter {
  const one = (value: string): Filter =>
    canonicalQuery.filter(String(equalTo(leaf, name, value, canonicalQuery.form)));
  if (op === 'in') return { op: 'or', of: valuesIn(name, text).map(one) };
  return op === 'ne' ? { op: 'not', of: one(text) } : one(text);
}

function valuesIn(name: string, text: string): readonly string[] {
  const values = text.split(',');
  if (values.length > MAX_VALUES)
    throw invalidParameter(name, text, `at most ${MAX_VALUES} values separated by commas`);
  return values.map((value) => value.trim());
}

function isTrue(name: string, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw invalidParameter(name, text, 'true or false');
}

/** A value that may equal one of the leaf: no other word than those there are. */
function equalTo(leaf: Leaf, name: string, text: string, form = leaf.field.options.form): LeafValue {
  const value = parseFor(leaf, name, text);
  if (form === undefined || form.pattern.test(text)) return value;
  throw invalidParameter(name, text, form.says);
}

function parseFor(leaf: Leaf, name: string, text: string): LeafValue {
  const parsed = parseText(leaf.field, leaf.kind === 'instant' ? spaceToPlus(text) : text);
  if (parsed.ok) return parsed.value;
  throw invalidParameter(name, text, describeKind(leaf.field));
}
