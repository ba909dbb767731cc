import { useState } from 'preact/hooks';
import {
  documentOf,
  type FeedQuery,
  momentParams,
  type PagedFeed,
  PLACES,
  variablesOf,
} from '../data/feed-query.ts';
import { documentAt, MOMENT } from '../data/moment.ts';
import { readKey } from '../data/session.ts';
import { usePageState } from '../ui/page-context.tsx';

/** Name of the feed, and its rows elsewhere: as a file, and as code that asks for the same. */
export function FeedHead({
  name,
  query,
  kinds,
}: {
  readonly name: PagedFeed;
  readonly query: FeedQuery;
  readonly kinds: ReadonlyMap<string, string>;
}) {
  const hasKey = usePageState((state) => state.hasKey);
  const [copied, setCopied] = useState('');
  const variables = variablesOf(query, kinds);
  const codes: Readonly<Record<string, () => string>> = {
    GraphQL: () => graphqlOf(name, variables),
    curl: () => curlOf(name, variables),
    pandas: () => pandasOf(name, query),
  };
  const copy = async (what: string, text: string) => {
    await navigator.clipboard?.writeText(text);
    setCopied(what);
  };
  return (
    <>
      <h1>{PLACES[name].title}</h1>
      <p class="elsewhere">
        {hasKey && (
          <button type="button" onClick={() => void download(name, query)}>
            CSV
          </button>
        )}
        {Object.entries(codes).map(([what, code]) => (
          <button key={what} type="button" onClick={() => void copy(what, code())}>
            {copied === what ? 'Copied' : `Copy as ${what}`}
          </button>
        ))}
      </p>
    </>
  );
}

const graphqlOf = (name: PagedFeed, variables: object): string => {
  const asked = askedAt(documentOf(name, false), variables);
  return `# Variables: ${JSON.stringify(asked.variables)}\n${asked.query}\n`;
};

/** The same at the time of the page. */
const askedAt = (query: string, variables: object): { readonly query: string; readonly variables: object } =>
  MOMENT === null
    ? { query, variables }
    : { query: documentAt(query), variables: { ...variables, ...MOMENT } };

function curlOf(name: PagedFeed, variables: object): string {
  const body = JSON.stringify(askedAt(documentOf(name, false), variables)).replaceAll("'", "'\\''");
  return `curl ${location.origin}/graphql -H "X-API-Key: $ALPHA_KEY" -H 'Content-Type: application/json' -d '${body}'\n`;
}

const pandasOf = (name: PagedFeed, query: FeedQuery): string => `import os
import pandas as pd

rows = pd.read_csv(
    "${location.origin}${exportPath(name, query)}",
    storage_options={"X-API-Key": os.environ["ALPHA_KEY"], "Accept": "text/csv"},
)
`;

/** The export of the same rows; REST has the names of the graph in small letters with underscores. */
export function exportPath(name: PagedFeed, { conditions, sort, direction }: FeedQuery): string {
  const params = new URLSearchParams();
  for (const { field, op, value } of conditions) {
    const snake = field.replace(/[A-Z]|(?<=[a-z])\d+/g, (part) => `_${part.toLowerCase()}`);
    params.append(op === 'eq' ? snake : `${snake}_${op}`, value);
  }
  if (sort !== null) {
    params.set('sort_by', sort.toLowerCase());
    params.set('order', direction.toLowerCase());
  }
  for (const [param, value] of Object.entries(momentParams())) params.set(param, value);
  const text = params.toString();
  return `${PLACES[name].path}/export${text === '' ? '' : `?${text}`}`;
}

/** The key goes in a header, so it is no mere link. */
async function download(name: PagedFeed, query: FeedQuery): Promise<void> {
  const response = await fetch(exportPath(name, query), {
    headers: { accept: 'text/csv', 'x-api-key': readKey() ?? '' },
  });
  if (!response.ok) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
