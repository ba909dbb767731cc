import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  printType,
} from 'graphql';
import { AppError } from '../../errors.ts';

/**
 * The schema for a reader with little room: what can be asked for, and the fields of every record. Connections, groups, events and
 * inputs are left out; `typeText` tells of each.
 */
export function overviewOf(schema: GraphQLSchema): string {
  const query = schema.getQueryType();
  const subscription = schema.getSubscriptionType();
  const roots = [query, subscription, schema.getMutationType()];
  const records = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && !roots.includes(type) && !isPlumbing(type.name),
  );
  return [
    '# Lists are Relay connections: list(first: 20, after: "…", filter: { field: { eq: … } }, orderBy: { field: …, direction: DESC }) { totalCount nodes { … } pageInfo { endCursor hasNextPage } }',
    '# Without filters and orders here: ask for a type by its name to see all of its arguments and what each field means.',
    ...(isObjectType(query) ? [`type Query {\n${fieldsOf(query.getFields(), true)}\n}`] : []),
    ...records.map((type) =>
      isObjectType(type) ? `type ${type.name} { ${fieldsOf(type.getFields(), false)} }` : '',
    ),
  ].join('\n');
}

/** Parts of lists and of what is not read here. */
const isPlumbing = (name: string): boolean =>
  /^(__|PageInfo$)|(Connection|Edge|Event|Gap|Group|GroupKeys|GroupDistinct|Version|Moment)$/.test(name);

function fieldsOf(fields: Readonly<Record<string, GraphQLField<unknown, unknown>>>, isRoot: boolean): string {
  const texts = Object.values(fields).map(({ name, args, type }) => {
    const required = args.filter((arg) => isRoot || String(arg.type).endsWith('!'));
    const shown = required.filter((arg) => !(isRoot && COMMON_ARGUMENTS.has(arg.name)));
    const given = shown.length > 0 ? `(${shown.map((arg) => `${arg.name}: ${arg.type}`).join(', ')})` : '';
    return `${isRoot ? '  ' : ''}${name}${given}: ${type}`;
  });
  return texts.join(isRoot ? '\n' : ', ');
}

/** Every list has them. */
const COMMON_ARGUMENTS: ReadonlySet<string> = new Set([
  'first',
  'last',
  'after',
  'before',
  'filter',
  'orderBy',
]);

/**
 * A type with all descriptions, and the enums and inputs that it needs to be asked for. For a field of Query, the arguments of that
 * field. Throws NOT_FOUND, with names that are like it.
 */
export function typeText(schema: GraphQLSchema, name: string): string {
  const type = schema.getType(name);
  const field = schema.getQueryType()?.getFields()[name];
  if (type) return [type, ...neededBy(type)].map(printType).join('\n\n');
  if (field) {
    const list = field.args.map((arg) => `  ${arg.name}: ${arg.type}`).join('\n');
    const types = field.args.map((arg) => getNamedType(arg.type)).filter(isWorded);
    const head = `"""\n${field.description ?? ''}\n"""\n${name}(\n${list}\n): ${field.type}`;
    return [head, ...types.map(printType)].join('\n\n');
  }
  const words = wordsOf(name);
  const like = [...Object.keys(schema.getTypeMap()), ...Object.keys(schema.getQueryType()?.getFields() ?? {})]
    .filter((one) => !one.startsWith('__') && words.some((word) => one.toLowerCase().includes(word)))
    .slice(0, 20);
  const hint =
    like.length > 0 ? `; names like it are ${like.join(', ')}` : '; leave type out for an overview';
  throw new AppError('NOT_FOUND', `there is no type or field of Query with the name "${name}"${hint}`);
}

const isWorded = (type: GraphQLNamedType): boolean => isEnumType(type) || isInputObjectType(type);

/** The enums of its fields. */
function neededBy(type: GraphQLNamedType): readonly GraphQLNamedType[] {
  if (!isInputObjectType(type) && !isObjectType(type) && !isInterfaceType(type)) return [];
  const fields: readonly { readonly type: GraphQLType }[] = Object.values(type.getFields());
  return [...new Set(fields.map((field) => getNamedType(field.type)).filter(isEnumType))];
}

/** Of a name in camel case, without the plural. */
const wordsOf = (name: string): readonly string[] =>
  name
    .split(/(?=[A-Z])|[^A-Za-z]+/)
    .filter((word) => word.length > 2)
    .map((word) => word.toLowerCase().replace(/s$/, ''));
