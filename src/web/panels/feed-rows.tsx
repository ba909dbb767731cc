import { useEffect, useRef } from 'preact/hooks';
import type { TypedDocument } from '../../client/client.ts';
import {
  documentOf,
  type FeedQuery,
  type PagedFeed,
  PLACES,
  type Rows,
  variablesOf,
  writeQuery,
} from '../data/feed-query.ts';
import { FEEDS, type RowOf } from '../data/feeds.ts';
import { namesIn } from '../data/strategy-names.ts';
import { PanelMessage, SourceBadge } from '../ui/feed-panel.tsx';
import { count } from '../ui/format.ts';
import { useFeed, usePage, usePageState } from '../ui/page-context.tsx';
import { type Column, type Sort, Table } from '../ui/table.tsx';
import { COLUMNS_OF } from './columns.ts';
import { Grouping } from './feed-groups.tsx';

/** Keys with fewer units a day do not scroll them away: they press a button. */
const MANY_UNITS = 1_000;

type AnyRow = RowOf[PagedFeed];

/** The rows of a feed, as many as are scrolled to; heads sort them. */
export function FeedRows({
  name,
  query,
  kinds,
}: {
  readonly name: PagedFeed;
  readonly query: FeedQuery;
  readonly kinds: ReadonlyMap<string, string>;
}) {
  const page = usePage();
  const { rows: all, source } = useFeed(name);
  const hasKey = usePageState((state) => state.hasKey);
  const end = usePageState((state) => state.listEnd);
  const total = usePageState((state) => state.listTotal);
  const isThrifty = usePageState(({ day }) => day === null || day.limit < MANY_UNITS);
  const isAsking = useRef(false);

  const askMore = async () => {
    if (isAsking.current || end === null) return;
    isAsking.current = true;
    // A document made here, typed by hand.
    const document = documentOf(name, false) as unknown as TypedDocument<
      Record<string, Rows<AnyRow>>,
      object
    >;
    const data = await page.ask('More rows', 1, document, { ...variablesOf(query, kinds), after: end });
    isAsking.current = false;
    const list = data?.[PLACES[name].list];
    if (!list) return;
    const { hasNextPage, endCursor } = list.pageInfo;
    const names = namesIn(list.nodes);
    page.state.update((state) => ({ ...state, strategyNames: { ...state.strategyNames, ...names } }));
    page.addRows(name, list.nodes ?? [], hasNextPage ? endCursor : null);
  };
  const sort: Sort = {
    by: query.sort,
    direction: query.direction === 'ASC' ? 'ascending' : 'descending',
    hrefOf: (by) => {
      const direction = query.sort === by && query.direction === 'DESC' ? 'ASC' : 'DESC';
      return `${location.pathname}${writeQuery({ ...query, sort: by, direction })}`;
    },
  };
  return (
    <>
      <h2>{all === null ? 'Rows' : rowsOf(all.length, end === null ? all.length : total)}</h2>
      <div class="tools">
        <Grouping name={name} query={query} />
        <SourceBadge
          source={source}
          why={query.sort === null || FEEDS[name].live === null ? null : 'sorted rows stay as loaded'}
        />
      </div>
      <div class="body">
        {all === null || all.length === 0 ? (
          <PanelMessage
            source={all === null ? source : null}
            empty="Nothing matches within the window of this view."
          />
        ) : (
          <Table
            label={PLACES[name].title}
            columns={COLUMNS_OF[name] as readonly Column<AnyRow>[] /* of this feed */}
            rows={all}
            isEndless
            {...(hasKey && { sort })}
          >
            {end !== null &&
              (isThrifty ? (
                <p class="more-rows">
                  <button type="button" onClick={() => void askMore()}>
                    More, for a unit
                  </button>
                </p>
              ) : (
                <Sentinel key={end} onSeen={() => void askMore()} />
              ))}
          </Table>
        )}
      </div>
    </>
  );
}

const rowsOf = (shown: number, total: number | null): string =>
  total === null
    ? `${count(shown)} rows so far`
    : shown < total
      ? `${count(shown)} of ${count(total)} rows`
      : `${count(shown)} rows`;

/** Tells that the end of the rows comes into view. */
function Sentinel({ onSeen }: { readonly onSeen: () => void }) {
  const mark = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onSeen(), {
      rootMargin: '400px',
    });
    if (mark.current) observer.observe(mark.current);
    return () => observer.disconnect();
  }, []);
  return (
    <p ref={mark} class="more-rows" role="status">
      More rows are on their way.
    </p>
  );
}
