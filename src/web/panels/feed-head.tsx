import { useState } from 'preact/hooks';
import { alertPlace, subscriptionOf } from '../data/alert-query.ts';
import type { FilterField } from '../data/declaration.ts';
import { curlOf, graphqlOf, pandasOf, restPath, type Shown } from '../data/feed-code.ts';
import { type FeedQuery, type PagedFeed, PLACES } from '../data/feed-query.ts';
import { MOMENT } from '../data/moment.ts';
import { readKey } from '../data/session.ts';
import { closeByEscape, closeWhenLeft } from '../ui/details.ts';
import { usePageState } from '../ui/page-context.tsx';
import { useIsPhone } from '../ui/phone.ts';

/** Name of the feed, and its rows or groups elsewhere: as a file, and as code that asks for the same. */
export function FeedHead({
  name,
  query,
  by,
  fields,
  kinds,
}: {
  readonly name: PagedFeed;
  readonly query: FeedQuery;
  /** What the page groups by; null: it shows rows. */
  readonly by: string | null;
  readonly fields: readonly FilterField[];
  readonly kinds: ReadonlyMap<string, string>;
}) {
  const hasKey = usePageState((state) => state.hasKey);
  const groups = usePageState((state) => state.groups?.total ?? 0);
  const isPhone = useIsPhone();
  const [copied, setCopied] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const byName = new Map(fields.map((field) => [field.name, field]));
  const shown: Shown = { name, query, by, kinds };
  const codes: Readonly<Record<string, () => string>> = {
    GraphQL: () => graphqlOf(shown),
    curl: () => curlOf(shown),
    pandas: () => pandasOf(shown, groups),
  };
  const copy = async (what: string, text: string) => {
    await navigator.clipboard?.writeText(text);
    setCopied(what);
  };
  const save = async (format: string) => setFault(await download(shown, format));
  const elsewhere = (
    <>
      {hasKey &&
        (by === null ? Object.keys(FILES) : GROUP_FILES).map((format) => (
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
        {MOMENT === null && fields.length > 0 && (
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

/** Formats that the rows can be saved in, by what they are called. Groups come in pages, which are put together as text alone. */
const FILES: Readonly<Record<string, string>> = { CSV: 'csv', Parquet: 'parquet' };
const GROUP_FILES: readonly string[] = ['CSV'];

/** Saves what is shown, asked for with the key in a header. Resolves to what is wrong, or null. */
async function download(shown: Shown, format: string): Promise<string | null> {
  const extension = FILES[format] ?? 'csv';
  const path = restPath(shown);
  const file =
    shown.by === null
      ? await read(`${path}${path.includes('?') ? '&' : '?'}format=${extension}`)
      : await readPages(path);
  if (typeof file === 'string') return file;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${shown.name}${shown.by === null ? '' : '-groups'}.${extension}`;
  link.click();
  URL.revokeObjectURL(link.href);
  return null;
}

/** The body of an answer, or what is wrong. */
async function read(path: string): Promise<Blob | string> {
  const response = await answerOf(path);
  return typeof response === 'string' ? response : response.blob();
}

/** All pages of a list as one text, under one head. */
async function readPages(path: string): Promise<Blob | string> {
  const parts: string[] = [];
  for (let next: string | null = path; next !== null; ) {
    const response = await answerOf(next, 'text/csv');
    if (typeof response === 'string') return response;
    const text = await response.text();
    parts.push(parts.length === 0 ? text : text.slice(text.indexOf('\n') + 1));
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
  }
  return new Blob(parts, { type: 'text/csv' });
}

/** An answer that has what was asked for, or what is wrong. */
async function answerOf(path: string, accept = '*/*'): Promise<Response | string> {
  const response = await fetch(path, { headers: { 'x-api-key': readKey() ?? '', accept } }).catch(() => null);
  if (response === null) return 'The server cannot be reached right now.';
  if (response.ok) return response;
  const { detail } = (await response.json().catch(() => ({}))) as { readonly detail?: string };
  return detail ?? `The export failed with status ${response.status}.`;
}
