import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type FeedModule, registry } from '../../src/feeds/index.ts';
import { EXAMPLES } from '../../src/graphql/graphiql/examples.ts';
import { listsOf } from '../support/feed-lists.ts';
import { MODULES } from './access-modules.ts';

/** A place that names every feed, and what of a feed it has to name. */
interface Place {
  readonly what: string;
  readonly file: string;
  readonly names: (module: FeedModule) => readonly string[];
  readonly has: (name: string) => boolean;
}

const modulesOf = ({ feed, ingestModules: takes }: FeedModule): readonly string[] =>
  takes?.map(({ name }) => name) ?? [feed.module];

/** A section of a page, with names in backticks. */
function section(file: string, heading: string): Pick<Place, 'file' | 'has'> {
  const [text = ''] = readFileSync(file, 'utf8').split(`\n## ${heading}\n`)[1]?.split('\n## ') ?? [];
  return { file, has: (name) => text.includes(`\`${name}\``) };
}

const PLACES: readonly Place[] = [
  {
    what: 'access matrix and live streams of all tiers',
    file: 'test/contract/access-modules.ts',
    names: ({ feed }) => [feed.type],
    has: (name) => MODULES.some(({ type }) => type === name),
  },
  {
    what: 'examples of GraphiQL',
    file: 'src/graphql/graphiql/examples.ts',
    names: modulesOf,
    has: (name) => EXAMPLES.some(({ module }) => module === name),
  },
  {
    what: 'table of routes',
    names: (module) => listsOf(module).flatMap(({ path, open }) => (open ? [path, open] : [path])),
    ...section('docs/rest.md', 'Routes'),
  },
  { what: 'table of history windows', names: modulesOf, ...section('docs/access.md', 'History window') },
  {
    what: 'table of what is known since when',
    names: modulesOf,
    ...section('docs/quants.md', "Never tomorrow's data"),
  },
  {
    what: 'table of when records are known',
    names: ({ feed }) => [feed.module],
    ...section('docs/data.md', 'When a record was known'),
  },
  {
    what: 'list of subscriptions',
    file: 'docs/live.md',
    names: ({ feed }) => [feed.plural],
    has: (name) => readFileSync('docs/live.md', 'utf8').split('\n## ')[0]?.includes(`\`${name}\``) === true,
  },
  { what: 'modules of ingestion', names: modulesOf, ...section('docs/data.md', 'Ingesting records') },
];

test.each(PLACES)('every feed is in the $what', ({ what, file, names, has }) => {
  const missing = registry.flatMap((module) =>
    names(module)
      .filter((name) => !has(name))
      .map((name) => `the feed "${module.feed.module}" is missing in the ${what}: add ${name} to ${file}`),
  );
  expect(missing, missing.join('\n')).toEqual([]);
});
