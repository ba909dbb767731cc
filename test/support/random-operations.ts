import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';

/** What random operations may name of the data. */
export interface Vocabulary {
  /** Global ids, by the type of what they name. */
  readonly ids: ReadonlyMap<string, readonly string[]>;
  readonly symbols: readonly string[];
  readonly search: readonly string[];
}

/** Makes valid operations of a schema: fields, arguments, aliases and fragments by chance. */
export function randomOperations(
  schema: GraphQLSchema,
  words: Vocabulary,
  random: () => number,
  root: 'Query' | 'Moment' = 'Query',
): () => string {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // never empty
  const chance = (probability: number) => random() < probability;
  const allIds = [...words.ids.values()].flat();
  let budget = 0;

  const size = () => pick([0, 1, 2, 3, 5, 8, 12, 30, 100]);

  /** Arguments of a field; null when it needs one that nothing is known for. */
  function argumentsOf(field: GraphQLField<unknown, unknown>): string | null {
    const given: string[] = [];
    for (const arg of field.args) {
      const { name } = arg;
      if (name === 'first' && chance(0.8)) given.push(`first: ${size()}`);
      else if (name === 'last' && !given.some((text) => text.startsWith('first')) && chance(0.3))
        given.push(`last: ${size()}`);
      // Now and then what is no id, so that the field fails while others are being read.
      else if (name === 'id') given.push(`id: "${chance(0.8) ? pick(allIds) : 'nope'}"`);
      else if (name === 'by') given.push(`by: [${pick(valuesOf(arg.type))} ${pick(valuesOf(arg.type))}]`);
      else if (name === 'ids')
        given.push(`ids: [${Array.from({ length: size() }, () => `"${pick(allIds)}"`).join(' ')}]`);
      else if (name === 'symbol') given.push(`symbol: "${pick(words.symbols)}"`);
      else if (name === 'slug') given.push(`slug: "${pick(words.search)}"`);
      else if (name === 'search' && chance(0.3)) given.push(`search: "${pick(words.search)}"`);
      else if (name === 'name' && String(arg.type) === 'ScorecardName!')
        given.push(`name: ${pick(['AMS', 'MRS', 'GLS'])}`);
      else if (name === 'name') given.push('name: "ams"');
      else if (isInputObjectType(arg.type) && arg.type.getFields().id && chance(0.2)) {
        const own = words.ids.get(arg.type.name.replace(/Filter$/, '')) ?? allIds;
        given.push(`${name}: { not: { id: { eq: "${pick(own)}" } } }`);
      }
      if (isRequiredArgument(arg) && !given.some((text) => text.startsWith(`${name}:`))) return null;
    }
    return given.length === 0 ? '' : `(${given.join(', ')})`;
  }

  function fieldOf(field: GraphQLField<unknown, unknown>, alias: string, depth: number): string | null {
    budget -= 1;
    const args = argumentsOf(field);
    if (args === null) return null;
    const type = getNamedType(field.type);
    const below = isInterfaceType(type)
      ? nodeSelection(depth - 1)
      : isObjectType(type)
        ? selection(type, depth - 1)
        : '';
    return `${alias}${field.name}${args}${below}`;
  }

  const nodeSelection = (depth: number): string => {
    const types = [...schema.getPossibleTypes(schema.getType('Node') as never)]; // an interface of this schema
    const fragments = [pick(types), pick(types)].map(
      (type) => `... on ${type.name} ${selection(type, depth)}`,
    );
    return `{ id ${[...new Set(fragments.slice(0, 1))].join(' ')} }`;
  };

  function selection(type: GraphQLObjectType, depth: number): string {
    const fields = Object.values(type.getFields());
    const deep = fields.filter((field) => isObjectType(getNamedType(field.type)));
    const flat = fields.filter((field) => !isObjectType(getNamedType(field.type)));
    const chosen = new Map<string, string>();
    const wanted = 1 + Math.floor(random() * 3);
    for (let n = 0; n < wanted && depth > 0 && budget > 0; n += 1) {
      // Connections lead nowhere without their rows.
      const rows = deep.filter(({ name }) => name === 'nodes' || name === 'edges' || name === 'node');
      const field = pick(rows.length > 0 && chance(0.6) ? rows : [...deep, ...flat]);
      const alias = chance(0.2) ? `a${budget}: ` : '';
      const name = alias === '' ? field.name : alias;
      if (chosen.has(name)) continue;
      const text = fieldOf(field, alias, depth);
      if (text !== null) chosen.set(name, text);
    }
    const parts = [...chosen.values()];
    if (parts.length === 0) parts.push('__typename');
    // The same again, as execution merges it.
    if (chance(0.1)) parts.push(`... on ${type.name} { ${parts[0]} }`);
    return ` { ${parts.join(' ')} }`;
  }

  return () => {
    budget = 30;
    return selection(schema.getType(root) as GraphQLObjectType, 9); // every schema has them
  };
}

function valuesOf(type: GraphQLInputType): readonly string[] {
  const named = getNamedType(type);
  return isEnumType(named) ? named.getValues().map(({ name }) => name) : [];
}
