import { readFileSync } from 'node:fs';
import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { registry } from '../../src/feeds/index.ts';
import { encodeGlobalId } from '../../src/graphql/schema/global-id.ts';
import { randomOperations, type Vocabulary } from './random-operations.ts';

interface Parameter {
  readonly name?: string;
  readonly $ref?: string;
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly security?: readonly object[];
}

const { paths } = JSON.parse(readFileSync('schema/openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
};

/** Keys of records as the tests write them. */
export const keyOf = (index: number): string => `k${index}`;

const PATH_VALUES = { id: keyOf(1), ticker: 'BAC', scorecard: 'ams' } as const;

/** What a route wants to be asked, and what makes its answer more than empty. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/v1/insider-alpha/clusters': 'days_back=30&min_insiders=1',
  '/api/scorecards/{scorecard}/data': 'timeframe=15m',
  '/api/scorecards/{scorecard}/export': 'timeframe=1D&format=csv',
};

/** Ways to ask a list for less than all of it, where it has these parameters. */
const VARIANTS = ['limit=3&include_stale=true', 'page=1&limit=2', 'days_back=1', 'order=asc&limit=4'];

/** Every GET route that takes one of these parameters, as a path with values: whatever is added to the registry is among them. */
export function restQuestions(
  param: 'as_of' | 'snapshot',
  {
    open = true,
    variants: hasVariants = false,
  }: { readonly open?: boolean; readonly variants?: boolean } = {},
): string[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (get === undefined || (!open && get.security?.length === 0)) return [];
    const names = new Set((get.parameters ?? []).map(nameOf));
    if (!names.has(param)) return [];
    const asked = path.replace(/\{(\w+)\}/g, (_, name: keyof typeof PATH_VALUES) => PATH_VALUES[name]);
    const own = QUERIES[path] ?? queryOf(path);
    const takesAll = (query: string) => query.split('&').every((part) => names.has(part.split('=')[0] ?? ''));
    const variants = !hasVariants || path.endsWith('/groups') ? [] : VARIANTS.filter(takesAll);
    return ['', ...variants].map((variant) => withQuery(asked, own, variant));
  });
}

/** Of one that several routes have in several forms the name is numbered: `sort_by.2`. */
const nameOf = ({ name, $ref = '' }: Parameter): string =>
  name ?? $ref.slice($ref.lastIndexOf('/') + 1).replace(/\.\d+$/, '');

function queryOf(path: string): string {
  if (path.endsWith('/groups')) return 'by=known_precision,known_from_day';
  return path.endsWith('/export') ? 'format=ndjson' : '';
}

/** A path with more of a query. */
export function withQuery(path: string, ...parts: readonly string[]): string {
  const [bare = '', query = ''] = path.split('?');
  const all = [query, ...parts].filter((part) => part !== '').join('&');
  return all === '' ? bare : `${bare}?${all}`;
}

const WORDS: Vocabulary = {
  ids: new Map([
    ...registry.map(
      ({ feed }) =>
        [feed.type, [0, 1, 2, 3].map((index) => encodeGlobalId(feed.type, keyOf(index)))] as const,
    ),
    ['Asset', [encodeGlobalId('Asset', 'stock:BAC')]],
    ['InsiderCluster', [encodeGlobalId('InsiderCluster', '30|1|stock:BAC')]],
    ['Scorecard', [encodeGlobalId('Scorecard', 'ams')]],
  ]),
  symbols: ['BAC', 'NVDA', 'ALPHA'],
  search: ['a', 'doe'],
};

/**
 * Random selections of what can be asked of another time, at least `count` and so many that every field of `Moment` is among
 * them, which has all of `Query` that read.
 */
export function momentQuestions(schema: GraphQLSchema, count: number, random: () => number): string[] {
  const make = randomOperations(schema, WORDS, random, 'Moment');
  const moment = schema.getType('Moment') as GraphQLObjectType; // of this schema
  const missing = new Set(Object.keys(moment.getFields()));
  const questions: string[] = [];
  while (questions.length < count || missing.size > 0) {
    const question = make();
    // Introspection is of no time.
    if (/^ \{ __typename/.test(question)) continue;
    questions.push(question);
    for (const name of missing)
      if (new RegExp(`^ \\{ (\\w+: )?${name}\\b`).test(question)) missing.delete(name);
  }
  return questions;
}
