import { useState } from 'preact/hooks';
import { alertPlace, subscriptionOf } from '../data/alert-query.ts';
import type { FilterField } from '../data/declaration.ts';
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
import { closeByEscape, closeWhenLeft } from '../ui/details.ts';
import { usePageState } from '../ui/page-context.tsx';
import { useIsPhone } from '../ui/phone.ts';

/** Name of the feed, and its rows elsewhere: as a file, and as code that asks for the same. */
export function FeedHead({
  name,
  query,
  fields,
}: {
  readonly name: PagedFeed;
  readonly query: FeedQuery;
  readonly fields: readonly FilterField[];
}) {
  const hasKey = usePageState((state) => state.hasKey);
  const isPhone = useIsPhone();
  const [copied, setCopied] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const variables = variablesOf(query, new Map(fields.map(({ name: field, kind }) => [field, kind])));
  const codes: Readonly<Record<string, () => string>> = {
    GraphQL: () => graphqlOf(name, variables),
    curl: () => curlOf(name, variables),
    pandas: () => pandasOf(name, query),
  };
  const copy = async (what: string, text: string) => {
    await navigator.clipboard?.writeText(text);
    setCopied(what);
  };
  const save = async (format: string) => setFault(await download(name, query, format));
  const elsewhere = (
    <>
      {hasKey &&
        Object.keys(FILES).map((format) => (
          <button key={format} type="button" onClick={() => void save(format)}>
            {format}
          </button>
        ))}
      {Object.entries(codes).map(([what, code]) => (
        <button key={what} type="button" onClick={() => void copy(what, code())}>
          {copied === what ? 'Copied' : `Copy as ${what}`}
        </button>
      ))}
      {fault !== null && <span role="alert">{fault}</span>}
    </>
  );
  return (
    <>
      <h1>{PLACES[name].title}</h1>
      <div class="elsewhere">
        {MOMENT === null && (
          <a class="button" href={alertPlace(name, subscriptionOf(name, query, byName))}>
            Alert me
          </a>
        )}
        {isPhone ? (
          <details class="quota" onKeyDown={closeByEscape} onFocusOut={closeWhenLeft}>
            <summary>{hasKey ? 'Save' : 'Copy'} ▾</summary>
            {/* Focusable by clicks, so that they do not leave it. */}
            <div class="sheet" tabIndex={-1}>
              {elsewhere}
            </div>
          </details>
        ) : (
          elsewhere
        )}
      </div>
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
    params.append(op === 'eq' ? snake : `${snake}_${op === 'isNull' ? 'is_null' : op}`, value);
  }
  if (sort !== null) {
    params.set('sort_by', sort.toLowerCase());
    params.set('order', direction.toLowerCase());
  }
  for (const [param, value] of Object.entries(momentParams())) params.set(param, value);
  const text = params.toString();
  return `${PLACES[name].path}/export${text === '' ? '' : `?${text}`}`;
}

/** Formats that the rows can be saved in, by what they are called. */
const FILES: Readonly<Record<string, string>> = { CSV: 'csv', Parquet: 'parquet' };

/** Saves the export, whose key goes in a header. Resolves to what is wrong, or null. */
async function download(name: PagedFeed, query: FeedQuery, format: string): Promise<string | null> {
  const extension = FILES[format] ?? 'csv';
  const path = exportPath(name, query);
  const response = await fetch(`${path}${path.includes('?') ? '&' : '?'}format=${extension}`, {
    headers: { 'x-api-key': readKey() ?? '' },
  }).catch(() => null);
  if (response === null) return 'The server cannot be reached right now.';
  if (!response.ok) {
    const { detail } = (await response.json().catch(() => ({}))) as { readonly detail?: string };
    return detail ?? `The export failed with status ${response.status}.`;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = `${name}.${extension}`;
  link.click();
  URL.revokeObjectURL(link.href);
  return null;
}
