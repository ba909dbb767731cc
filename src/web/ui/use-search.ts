import { useEffect, useState } from 'preact/hooks';
import type { TypedDocument } from '../../client/client.ts';
import { FEEDS, type FeedName, type RowOf } from '../data/feeds.ts';
import { MOMENT } from '../data/moment.ts';
import { readOpenFeed } from '../data/open-feeds.ts';
import type { Row } from '../data/rows.ts';
import { useFeed, usePage, usePageState } from './page-context.tsx';

const TYPING_MS = 400;

/** What a filter above a table asks for, over GraphQL and of the open feed. */
export interface Search<F extends FeedName, T, V> {
  readonly document: TypedDocument<T, V>;
  readonly variables: V;
  readonly rowsIn: (data: T) => readonly RowOf[F][] | null;
  readonly params: Readonly<Record<string, string>>;
  /** Whether a row is one of those asked for. */
  readonly matches: (row: RowOf[F]) => boolean;
}

/**
 * Rows of a feed that match a filter: those on the page at once, older ones as soon as they are found. Changes that
 * arrive live are in it. `search` null: everything. A key that sees no more than the open feeds does not pay for it.
 */
export function useSearch<F extends FeedName, T, V>(
  name: F,
  search: Search<F, T, V> | null,
): readonly RowOf[F][] | null {
  const page = usePage();
  const { rows } = useFeed(name);
  const seesMore = usePageState(({ tier }) => tier !== null && (tier.id !== 'free' || MOMENT !== null));
  const [found, setFound] = useState<readonly RowOf[F][]>([]);
  const searchKey = search ? JSON.stringify([search.params, seesMore]) : null;

  useEffect(() => {
    setFound([]);
    if (!search) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const list = seesMore ? await overGraphql(search) : await ofOpenFeed(search);
      if (isCurrent && list) setFound(list);
    }, TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [searchKey]);

  const overGraphql = async ({ document, variables, rowsIn }: Search<F, T, V>) => {
    const data = await page.ask('Filters', 1, document, variables);
    return data && rowsIn(data);
  };
  const ofOpenFeed = async ({ params }: Search<F, T, V>) => {
    const { open, type } = FEEDS[name];
    const answer = open && (await readOpenFeed(open, type, { limit: '50', ...params }));
    return answer?.ok ? (answer.rows as readonly Row[] as readonly RowOf[F][]) : null; // rows of this feed
  };

  if (!search || rows === null) return rows;
  const shown = rows.filter(search.matches);
  const known = new Set(shown.map(({ id }) => id));
  return [...shown, ...found.filter((row) => !known.has(row.id) && search.matches(row))];
}
