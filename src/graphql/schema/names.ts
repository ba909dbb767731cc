import { deprecationText } from '../../feed/deprecation.ts';
import type { Leaf } from '../../feed/feed.ts';
import type { Field } from '../../feed/field.ts';
import { camelCase } from '../../feed/name-case.ts';

/** GraphQL name of a field: its own, or the declared one in camelCase. */
export const graphName = (name: string, field: Field): string => field.options.graph || camelCase(name);

/** Name of a leaf in filters: members of groups are flattened (`performanceSharpe`). */
export const leafGraphName = (leaf: Leaf): string => leaf.field.options.graph || camelCase(leaf.name);

/** `an Asset`, `a Signal`: names are read as words. */
export const withArticle = (name: string): string => `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;

export function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

/** A field's description with its unit. */
export function describe(field: Field): string {
  const { unit } = field.options;
  return unit === undefined ? field.description : `${field.description} Unit: ${unit}.`;
}

/** Options of whatever shows a field: `@deprecated`, and what HTTP says of it. */
export const deprecating = ({ options: { deprecated } }: Field) =>
  deprecated ? { deprecationReason: deprecationText(deprecated), extensions: { deprecated } } : {};
