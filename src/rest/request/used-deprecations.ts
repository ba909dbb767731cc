import type { Deprecation } from '../../feed/deprecation.ts';
import type { Field } from '../../feed/field.ts';
import type { RestRoute } from '../route.ts';
import type { Query } from './param.ts';

/** What of a request is deprecated: its route, parameters it gives, fields that these name. */
export function usedDeprecations(
  { deprecated, params }: Pick<RestRoute, 'deprecated' | 'params'>,
  query: Query,
): readonly Deprecation[] {
  const used: (Deprecation | undefined)[] = [deprecated];
  for (const [name, text] of query) {
    const param = params[name];
    used.push(param?.deprecated);
    if (param?.deprecatedNames)
      for (const one of text.split(',')) used.push(param.deprecatedNames.get(one.trim()));
  }
  return used.filter((one) => one !== undefined);
}

/** All that a route may tell to be deprecated, with the words it goes by there: `GET /api/v1/congress?sort`. */
export function declaredDeprecations({
  path,
  deprecated,
  params,
}: Pick<RestRoute, 'path' | 'deprecated' | 'params'>): readonly (readonly [Deprecation, string])[] {
  const route = `GET ${path.replace(/:(\w+)/g, '{$1}')}`;
  const ofParams = Object.entries(params).flatMap(([name, param]) => [
    ...(param.deprecated ? [[param.deprecated, `${route}?${name}`] as const] : []),
    ...[...(param.deprecatedNames ?? [])].map(([field, one]) => [one, `${route}?${name}=${field}`] as const),
  ]);
  return deprecated ? [[deprecated, route], ...ofParams] : ofParams;
}

/** For `Param.deprecatedNames`: which of these names stand for a field that goes. */
export const deprecatedNames = <T>(
  all: ReadonlyMap<string, T>,
  fieldOf: (one: T) => Field | undefined,
): ReadonlyMap<string, Deprecation> =>
  new Map(
    [...all].flatMap(([name, one]) => {
      const deprecated = fieldOf(one)?.options.deprecated;
      return deprecated ? [[name, deprecated] as const] : [];
    }),
  );
