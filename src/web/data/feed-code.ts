import { GROUPS, groupOrderOf, groupsDocument, keysOf } from './feed-groups.ts';
import { documentOf, type FeedQuery, type PagedFeed, PLACES, variablesOf } from './feed-query.ts';
import { documentAt, MOMENT } from './moment.ts';
import { type Params, restName, restParams, rowOrderParams } from './rest-params.ts';

type Kinds = ReadonlyMap<string, string>;

/** What a page shows, to ask for the same elsewhere: its rows, or their groups by a key. */
export interface Shown {
  readonly name: PagedFeed;
  readonly query: FeedQuery;
  /** Null: rows. */
  readonly by: string | null;
  readonly kinds: Kinds;
}

/** A document of the graph with its variables, at the time of the page. */
export function questionOf({ name, query, by, kinds }: Shown): {
  readonly query: string;
  readonly variables: object;
} {
  const asked =
    by === null
      ? { query: documentOf(name, false), variables: variablesOf(query, kinds) }
      : {
          query: groupsDocument(name, by, false),
          variables: {
            ...variablesOf({ ...query, sort: null }, kinds),
            orderBy: groupOrderOf(name, by, query),
          },
        };
  return MOMENT === null
    ? asked
    : { query: documentAt(asked.query), variables: { ...asked.variables, ...MOMENT } };
}

export function graphqlOf(shown: Shown): string {
  const { query, variables } = questionOf(shown);
  return `# Variables: ${JSON.stringify(variables)}\n${query}\n`;
}

export function curlOf(shown: Shown): string {
  const body = JSON.stringify(questionOf(shown)).replaceAll("'", "'\\''");
  return `curl ${location.origin}/graphql -H "X-API-Key: $ALPHA_KEY" -H 'Content-Type: application/json' -d '${body}'\n`;
}

/** An export has all rows; groups come in pages. `groups`: how many there are. */
export function pandasOf(shown: Shown, groups: number): string {
  const url = `${location.origin}${restPath(shown)}`;
  const options = 'storage_options={"X-API-Key": os.environ["ALPHA_KEY"], "Accept": "text/csv"}';
  const pages = shown.by === null ? 1 : Math.ceil(groups / GROUPS_OF_REST);
  if (pages > 1)
    return `import os
import pandas as pd

groups = pd.concat(
    pd.read_csv(
        f"${url.replaceAll('{', '{{').replaceAll('}', '}}')}&page={page}",
        ${options},
    )
    for page in range(${pages})
)
`;
  return `import os
import pandas as pd

${shown.by === null ? 'rows' : 'groups'} = pd.read_csv(
    "${url}",
    ${options},
)
`;
}

/** Groups that one page over REST has at most. */
const GROUPS_OF_REST = 100;

/** Where REST has the same: an export of the rows, or a page of their groups. */
export function restPath({ name, query, by, kinds }: Shown): string {
  const { path } = PLACES[name];
  const asked = new URLSearchParams();
  const grouped = by === null ? [] : groupParams(name, by);
  for (const [param, value] of [
    ...grouped,
    ...restParams(name, query, kinds),
    ...orderParams(name, query, by),
  ])
    asked.append(param, value);
  const text = asked.toString();
  return `${path}/${by === null ? 'export' : 'groups'}${text === '' ? '' : `?${text}`}`;
}

function groupParams(name: PagedFeed, by: string): Params {
  const { sum } = GROUPS[name];
  const keys = keysOf(name, by).map((key) => restName(name, key.toLowerCase()));
  const measures = ['count', ...(sum === undefined ? [] : [`${restName(name, sum.field)}_sum`])];
  return [
    ['by', keys.join(',')],
    ['measures', measures.join(',')],
    ['limit', String(GROUPS_OF_REST)],
  ];
}

function orderParams(name: PagedFeed, query: FeedQuery, by: string | null): Params {
  if (by === null) return rowOrderParams(name, query);
  const { field, direction } = groupOrderOf(name, by, query);
  return [
    ['sort_by', field.toLowerCase()],
    ['order', direction.toLowerCase()],
  ];
}
