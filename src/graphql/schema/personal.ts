import type { GraphQLField } from 'graphql';

/** Options of a field that shows something of the calling key: no answer with it is shared between keys. */
export const PERSONAL = { extensions: { isPersonal: true } } as const;

export const isPersonal = ({ extensions }: GraphQLField<unknown, unknown>): boolean =>
  extensions.isPersonal === true;
