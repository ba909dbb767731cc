import { type GraphQLSchema, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';

/** A longer list is no help in a message; the reference has it. */
const MOST = 30;

/**
 * The message of an error of validation, with the names that exist: graphql-js names only those of similar spelling. Its errors have no
 * codes, so their kind is read from their message.
 */
export function withKnownNames(schema: GraphQLSchema, message: string): string {
  if (message.includes('Did you mean')) return message;
  const names = knownNames(schema, message);
  if (names === null || names.length > MOST) return message;
  return names.length === 0 ? `${message} It has none.` : `${message} Known: ${names.join(', ')}.`;
}

function knownNames(schema: GraphQLSchema, message: string): readonly string[] | null {
  const [, ofType] = /^Cannot query field "\w+" on type "(\w+)"\.$/.exec(message) ?? [];
  if (ofType !== undefined) return Object.keys(fieldsOf(schema, ofType) ?? {});
  const [, ofField, field] = /^Unknown argument "\w+" on field "(\w+)\.(\w+)"\.$/.exec(message) ?? [];
  if (ofField === undefined || field === undefined) return null;
  const found = fieldsOf(schema, ofField)?.[field];
  return found && 'args' in found ? found.args.map(({ name }) => name) : null;
}

function fieldsOf(schema: GraphQLSchema, name: string) {
  const type = schema.getType(name);
  return isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? type.getFields() : null;
}
