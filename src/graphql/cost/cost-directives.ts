import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  type GraphQLField,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLString,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  parse,
  parseConstValue,
  print,
  printSchema,
} from 'graphql';
import { DEFAULT_PAGE } from '../lists/page-args.ts';
import { BASE, costOf } from './field-cost.ts';

const NAMES = new GraphQLList(new GraphQLNonNull(GraphQLString));

/** The cost directives of IBM's specification; what they do not say is in `docs/cost.md`. */
export const COST_DIRECTIVES: readonly GraphQLDirective[] = [
  new GraphQLDirective({
    name: 'cost',
    description: 'What a field adds to the cost of an operation, in objects, each time it may be resolved.',
    locations: [
      DirectiveLocation.ARGUMENT_DEFINITION,
      DirectiveLocation.ENUM,
      DirectiveLocation.FIELD_DEFINITION,
      DirectiveLocation.INPUT_FIELD_DEFINITION,
      DirectiveLocation.OBJECT,
      DirectiveLocation.SCALAR,
    ],
    args: { weight: { type: new GraphQLNonNull(GraphQLString), description: 'A decimal number.' } },
  }),
  new GraphQLDirective({
    name: 'listSize',
    description: 'How many rows a list has at most.',
    locations: [DirectiveLocation.FIELD_DEFINITION],
    args: {
      assumedSize: {
        type: GraphQLInt,
        description: 'Number of rows that is assumed when no slicing argument is given.',
      },
      slicingArguments: { type: NAMES, description: 'Arguments that give the number of rows.' },
      sizedFields: { type: NAMES, description: 'Fields of the returned object that hold the rows.' },
      requireOneSlicingArgument: {
        type: GraphQLBoolean,
        defaultValue: true,
        description: 'Whether exactly one slicing argument must be given.',
      },
    },
  }),
];

/** The SDL with the costs its fields declare. `printSchema` leaves directives out. */
export function printWithCosts(schema: GraphQLSchema): string {
  const placed = placesOf(schema);
  const sdl = printSchema(schema);
  let printed = '';
  let from = 0;
  for (const definition of parse(sdl).definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
    const type = schema.getType(definition.name.value);
    for (const node of definition.fields ?? []) {
      const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined;
      const end = node.type.loc?.end;
      if (!isObjectType(type) || field === undefined || end === undefined) continue;
      printed += [sdl.slice(from, end), ...directivesOf(type, field, placed)].join(' ');
      from = end;
    }
  }
  return printed + sdl.slice(from);
}

interface Places {
  /** Types whose fetches are root fetches: `Query` and what is below it for free. */
  readonly root: ReadonlySet<GraphQLObjectType>;
  /** What a row of a connection weighs. */
  readonly rowWeights: ReadonlyMap<GraphQLObjectType, number>;
}

function placesOf(schema: GraphQLSchema): Places {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const rowWeights = new Map<GraphQLObjectType, number>();
  for (const field of types.flatMap(fieldsOf)) {
    const cost = costOf(field);
    const type = getNamedType(field.type);
    if (cost?.kind === 'list' && isObjectType(type)) rowWeights.set(type, cost.weight);
  }
  const root = new Set([schema.getQueryType()].filter((type) => type != null));
  for (const type of root) {
    const free = fieldsOf(type).filter((field) => costOf(field) === undefined);
    for (const below of free.map((field) => getNamedType(field.type)))
      if (isObjectType(below)) root.add(below);
  }
  return { root, rowWeights };
}

function directivesOf(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  { root, rowWeights }: Places,
): string[] {
  const cost = costOf(field);
  switch (cost?.kind) {
    case 'list':
      return [
        weigh(0),
        directive('listSize', {
          assumedSize: DEFAULT_PAGE,
          slicingArguments: ['first', 'last'],
          sizedFields: ['edges', 'nodes'],
          requireOneSlicingArgument: false,
        }),
      ];
    case 'rows': {
      const weight = rowWeights.get(type);
      return weight === undefined
        ? [weigh(0), directive('listSize', { assumedSize: BASE })]
        : [weigh(weight)];
    }
    case 'one':
      return [weigh(root.has(type) ? BASE : 1)];
    case 'sum':
      return [weigh(BASE)];
    case 'few':
      return [weigh(cost.max), directive('listSize', { assumedSize: cost.max })];
    case 'ids':
      return [weigh(1), directive('listSize', { assumedSize: cost.max })];
    default:
      // By default a field that returns objects weighs one, any other nothing.
      return isCompositeType(getNamedType(field.type)) ? [weigh(0)] : [];
  }
}

const fieldsOf = (type: GraphQLObjectType) => Object.values(type.getFields());

const weigh = (weight: number) => directive('cost', { weight: String(weight) });

/** Values are numbers, texts or lists of them, which JSON writes like GraphQL. */
function directive(name: string, args: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(args).map(
    ([key, value]) => `${key}: ${print(parseConstValue(JSON.stringify(value)))}`,
  );
  return `@${name}(${given.join(', ')})`;
}
