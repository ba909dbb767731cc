import { type TProperties, type TSchema, Type } from 'typebox';
import { type Deprecation, deprecationText } from '../../feed/deprecation.ts';
import type { Feed, Leaf } from '../../feed/feed.ts';
import { publicLeaves, restLeaves } from '../../feed/feed.ts';
import type { Field } from '../../feed/field.ts';
import { boundsOf } from '../../feed/field-bounds.ts';
import { restName } from '../../feed/record.ts';

/** Description of a field with its unit, as every surface prints it. */
export function describeField(field: Field): string {
  const { unit } = field.options;
  return unit === undefined ? field.description : `${field.description} Unit: ${unit}.`;
}

/** A description with what takes the place of what goes. */
export const described = (description: string, deprecated: Deprecation | undefined): string =>
  deprecated ? `${description} ${deprecationText(deprecated)}` : description;

/** JSON Schema (2020-12) of a field's value in an answer. */
function fieldSchema(field: Field): TSchema {
  const { deprecated } = field.options;
  const schema = {
    ...boundedSchema(field),
    description: described(describeField(field), deprecated),
    ...(deprecated ? { deprecated: true } : {}),
  };
  if (field.options.nullable !== true) return schema;
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(schema.enum === undefined ? {} : { enum: [...schema.enum, null] }),
  };
}

/** The schema of a value with its bounds. A parameter may ask for values beyond them: stored ones may be older. */
function boundedSchema(field: Field): ValueSchema {
  const schema = valueSchema(field);
  const bounds = boundsOf(field);
  if (bounds === null) return schema;
  const limits = { minimum: bounds.min, maximum: bounds.max };
  switch (field.kind) {
    case 'number':
    case 'integer':
      return { ...schema, ...limits };
    case 'numbers':
      return { ...schema, items: { type: 'number', ...limits } };
    case 'metrics':
      return { ...schema, additionalProperties: { type: 'number', ...limits } };
    default:
      return schema;
  }
}

interface ValueSchema {
  readonly type: string;
  readonly enum?: readonly (string | null)[];
  readonly [keyword: string]: unknown;
}

/** JSON Schema of a value, without null and description; also the schema of a query parameter that takes one. */
export function valueSchema(field: Field): ValueSchema {
  switch (field.kind) {
    case 'id':
    case 'text':
      return { type: 'string' };
    case 'enum':
      return { type: 'string', enum: field.values };
    case 'decimal':
      return { type: 'string', format: 'decimal', pattern: '^-?\\d+(\\.\\d+)?$' };
    case 'number':
      return { type: 'number' };
    case 'integer':
      return { type: 'integer' };
    case 'boolean':
      return { type: 'boolean' };
    case 'instant':
      return { type: 'string', format: 'date-time' };
    case 'day':
      return { type: 'string', format: 'date' };
    case 'localDateTime':
      return {
        type: 'string',
        format: 'date-time-local',
        pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?$',
      };
    case 'texts':
      return { type: 'array', items: { type: 'string' } };
    case 'numbers':
      return { type: 'array', items: { type: 'number' } };
    case 'metrics':
      return { type: 'object', additionalProperties: { type: 'number' } };
    case 'objects': {
      const members = Object.entries(field.fields).map(([name, member]) => [name, fieldSchema(member)]);
      return { type: 'array', items: exact(Object.fromEntries(members), field.description) };
    }
    case 'group':
      throw new Error('a group has no value of its own; see recordSchema');
  }
}

/** JSON Schema of a record as `toRest` shows it. */
export const recordSchema = (feed: Feed, only?: ReadonlySet<string>): TSchema =>
  leavesSchema(feed, restLeaves(feed), only);

/** JSON Schema of a record as `toJsonRecord` shows it: exports have every public field. */
export const fileSchema = (feed: Feed): TSchema => leavesSchema(feed, publicLeaves(feed));

function leavesSchema(feed: Feed, leaves: readonly Leaf[], only?: ReadonlySet<string>): TSchema {
  const properties: Record<string, TSchema> = {};
  const groups = new Map<string, Record<string, TSchema>>();
  for (const leaf of leaves) {
    const [outer, inner] = leaf.path;
    const field = feed.fields[outer];
    if (!field || (only && !only.has(outer))) continue;
    const name = restName(outer, field);
    if (inner === undefined) {
      properties[name] = fieldSchema(leaf.field);
      continue;
    }
    const members = groups.get(name) ?? {};
    groups.set(name, members);
    members[restName(inner, leaf.field)] = fieldSchema(leaf.field);
    properties[name] = exact(members, field.description);
  }
  return exact(properties, feed.description);
}

/** An object of exactly these members. */
export function exact<P extends TProperties>(properties: P, description: string) {
  return Type.Object(properties, { additionalProperties: false, description });
}

/** A number of things. */
export const count = (description: string) => Type.Integer({ minimum: 0, description });

export const TOTAL = count('Matching rows over all pages.');

/** Members of paged answers. */
export const PAGE_MEMBERS = {
  total: TOTAL,
  page: count('This page, from 0.'),
  page_size: count('Rows of a full page.'),
};

export const HAS_MORE = Type.Boolean({ description: 'Whether there are rows behind this page.' });

/** The name of a leaf in query parameters: `performance_sharpe`. */
export function paramName(feed: Feed, leaf: Leaf): string {
  const [outer, inner] = leaf.path;
  const field = feed.fields[outer];
  const name = field ? restName(outer, field) : outer;
  return inner === undefined ? name : `${name}_${restName(inner, leaf.field)}`;
}
