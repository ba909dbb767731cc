import { useEffect, useRef } from 'preact/hooks';
import type { TypedDocument } from '../../client/client.ts';
import { TICKING_DAY } from '../data/budget.ts';
import {
  addressWith,
  documentOf,
  type FeedQuery,
  isOwnOrder,
  LIST_ORDER,
  type PagedFeed,
  PLACES,
  type Rows,
  tabOf,
  variablesOf,
} from '../data/feed-query.ts';
import { FEEDS, type RowOf } from '../data/feeds.ts';
import { MOMENT } from '../data/moment.ts';
import { namesIn } from '../data/strategy-names.ts';
import { PanelMessage, SourceBadge, takesUnits } from '../ui/feed-panel.tsx';
import { count } from '../ui/format.ts';
import { useFeed, usePage, usePageState } from '../ui/page-context.tsx';
import { useIsPhone } from '../ui/phone.ts';
import { type Column, type Sort, sortMark, Table } from '../ui/table.tsx';
import { columnsOf } from './columns.ts';
import { Grouping } from './feed-groups.tsx';
import { FeedTabs } from './feed-tabs.tsx';

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
  const end = usePageState((state) => state.listEnd);
  const total = usePageState((state) => state.listTotal);
  const unitsADay = usePageState(({ day }) => day?.limit ?? null);
  const isThrifty = unitsADay === null || unitsADay < MANY_UNITS;
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
  const by = query.sort ?? LIST_ORDER[name];
  const direction = query.sort === null || query.direction === 'DESC' ? 'descending' : 'ascending';
  const sort: Sort = {
    by,
    direction,
    hrefOf(other, way = other === by && direction === 'descending' ? 'ascending' : 'descending') {
      const asked = { ...query, sort: other, direction: way === 'ascending' ? 'ASC' : 'DESC' } as const;
      return addressWith(name, asked);
    },
  };
  const columns = columnsOf(name, tabOf(name, query)) as readonly Column<AnyRow>[]; // of this feed
  return (
    <>
      <h2>{all === null ? 'Rows' : rowsOf(all.length, end === null ? all.length : total)}</h2>
      <div class="tools">
        <FeedTabs name={name} query={query} />
        <Sorting columns={columns} sort={sort} />
        <Grouping name={name} query={query} />
        <SourceBadge source={source} why={whyNotLive(name, query, columns, unitsADay)} />
      </div>
      <div class="body">
        {all === null || all.length === 0 ? (
          <PanelMessage
            source={all === null ? source : null}
            empty="Nothing matches within the window of this view."
          />
        ) : (
          <Table label={PLACES[name].title} columns={columns} rows={all} isEndless sort={sort}>
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

/** The marks of the heads would look like the arrow of the choice beside them. */
const ORDER_ARROWS: Readonly<Record<string, string>> = { '▾': '↓', '▴': '↑' };

/** On a phone, where the column that the rows are sorted by may be hidden: which it is, and all others. */
function Sorting({ columns, sort }: { readonly columns: readonly Column<AnyRow>[]; readonly sort: Sort }) {
  const isPhone = useIsPhone();
  const { hrefOf } = sort;
  if (!isPhone || hrefOf === undefined) return null;
  const ways = ['descending', 'ascending'] as const;
  const orders = columns.flatMap(({ title, sortBy, isAge = false }) =>
    sortBy === undefined
      ? []
      : ways.map((way) => ({ title: `${title} ${ORDER_ARROWS[sortMark({ isAge }, way)]}`, sortBy, way })),
  );
  return (
    <select
      class="sorting"
      aria-label="Sorted by"
      value={`${sort.by} ${sort.direction}`}
      onChange={({ currentTarget }) => {
        const chosen = orders[currentTarget.selectedIndex];
        if (chosen) location.assign(hrefOf(chosen.sortBy, chosen.way));
      }}
    >
      {orders.map(({ title, sortBy, way }) => (
        <option key={`${sortBy} ${way}`} value={`${sortBy} ${way}`}>
          Sorted by {title}
        </option>
      ))}
    </select>
  );
}

/** Why rows do not follow what happens; null: they do, or the key has no units for it. */
function whyNotLive(
  name: PagedFeed,
  query: FeedQuery,
  columns: readonly Column<AnyRow>[],
  unitsADay: number | null,
): string | null {
  if (MOMENT !== null) return null;
  if (FEEDS[name].live === null) return `${PLACES[name].title.toLowerCase()} have no live stream`;
  if (unitsADay !== null && unitsADay < TICKING_DAY) return takesUnits();
  if (isOwnOrder(name, query)) return null;
  const own = columns.find(({ sortBy }) => sortBy === LIST_ORDER[name]);
  return own ? `sort by ${own.title} ${sortMark(own, 'descending')} for new rows as they come` : null;
}

const rowsOf = (shown: number, total: number | null): string =>
  total === null
    ? `${count(shown)} rows so far`
    : shown < total
      ? `${count(shown)} of ${count(total)} rows`
      : shown === 1
        ? '1 row'
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
      Loading more rows…
    </p>
  );
}
