import type { CallerStateFragment } from '../../schema/operations/generated/graphql.ts';
import type { Client } from '../client/client.ts';
import { readDeclaration } from './data/declaration.ts';
import {
  type AnsweredGroups,
  GROUPS,
  groupOrderOf,
  groupsDocument,
  groupsIn,
  keyOf,
} from './data/feed-groups.ts';
import {
  askedOf,
  documentOf,
  isOwnOrder,
  orderedQuery,
  type PagedFeed,
  PLACES,
  type Rows,
  tabOf,
  variablesOf,
} from './data/feed-query.ts';
import { FEEDS, type RowOf } from './data/feeds.ts';
import { createPage } from './data/page.ts';
import type { PagePlan } from './data/plan.ts';
import { readKey } from './data/session.ts';
import { createStore, useStore } from './data/store.ts';
import { namesIn } from './data/strategy-names.ts';
import { FeedFilters } from './panels/feed-filters.tsx';
import { FeedGroups } from './panels/feed-groups.tsx';
import { FeedHead } from './panels/feed-head.tsx';
import { FeedRows } from './panels/feed-rows.tsx';
import { Caller } from './ui/caller.tsx';
import { fillSlots } from './ui/page-context.tsx';
import { SymbolSearch } from './ui/search.tsx';
import { Strip } from './ui/strip.tsx';

const asked = location.pathname.split('/').at(-1) ?? '';
const name = Object.keys(PLACES).find((one): one is PagedFeed => one === asked) ?? 'signals';
const asIs = askedOf(name, location.search);
const declaration = createStore<Awaited<ReturnType<typeof readDeclaration>>>([]);
const declared = readDeclaration(FEEDS[name].type).then((fields) => declaration.update(() => fields));
const kindsOf = () => new Map(declaration.get().map((field) => [field.name, field.kind]));

const by = keyOf(name, asIs);
/** Groups have orders of their own. */
const query = by === null ? orderedQuery(name, asIs) : asIs;
const rowQuery = by === null ? query : { ...query, sort: null };

/** The newest rows, of a tab or all of them, are what the open feed has as well. */
const tab = tabOf(name, query);
const isPlain = by === null && isOwnOrder(name, query) && query.conditions.length === (tab === null ? 0 : 1);
const { tabs, openOrder } = PLACES[name];
const openParams = { ...openOrder, ...(tabs && tab !== null && { [tabs.field]: tab }) };

type Answer = Readonly<Record<string, Rows<RowOf[PagedFeed]>>> & {
  readonly viewer: CallerStateFragment;
};

interface GroupAnswer {
  readonly viewer: CallerStateFragment;
  readonly [list: string]: unknown;
}

/** Groups instead of rows: their keys, counts and sums. */
async function readGroups(client: Client, key: string) {
  const { filter } = variablesOf(rowQuery, kindsOf());
  const { data, ...answer } = await client.query<GroupAnswer>(groupsDocument(name, key), {
    ...(filter && { filter }),
    orderBy: groupOrderOf(name, key, query),
  });
  const { totalCount = null } = (data[PLACES[name].list] ?? {}) as { readonly totalCount?: number | null }; // as its document asks
  const groups = groupsIn(name, key, data[GROUPS[name].list] as AnsweredGroups | null, totalCount); // the same
  const rows = { [name]: groups === null ? null : [] };
  return { ...answer, data: { tier: data.viewer.tier, rows, cursors: {}, rest: { groups } } };
}

const PLAN: PagePlan = {
  units: 1,
  uses: [
    {
      name,
      max: null,
      // Without a key, or while it has no units, the open feed shows the newest rows; it knows no filters.
      params: readKey() === null || isPlain ? openParams : null,
      isPreview: true,
      // In the order of the page new rows have a place; in another order rows stay as they were read.
      get follow() {
        return by === null && isOwnOrder(name, query) ? (variablesOf(query, kindsOf()).filter ?? {}) : null;
      },
      isCostly: true,
    },
  ],
  async read(client) {
    if (query.conditions.length > 0) await declared; // numbers are told from texts by it
    if (by !== null) return readGroups(client, by);
    const { data, ...answer } = await client.query<Answer>(
      documentOf(name, true),
      variablesOf(query, kindsOf()),
    );
    const list = data[PLACES[name].list];
    const { hasNextPage = false, endCursor = null } = list?.pageInfo ?? {};
    return {
      ...answer,
      data: {
        tier: data.viewer.tier,
        rows: { [name]: list?.nodes ?? null },
        cursors: { [name]: list?.liveCursor ?? null },
        rest: {
          listEnd: hasNextPage ? endCursor : null,
          listTotal: list?.totalCount ?? null,
          strategyNames: namesIn(list?.nodes ?? null),
        },
      },
    };
  },
};

/** Their kinds come with the declaration. */
function Filters() {
  return <FeedFilters name={name} query={query} fields={useStore(declaration, (fields) => fields)} />;
}
function Head() {
  return <FeedHead name={name} query={rowQuery} fields={useStore(declaration, (fields) => fields)} />;
}
function AllRows() {
  useStore(declaration, (fields) => fields);
  return by === null ? (
    <FeedRows name={name} query={query} kinds={kindsOf()} />
  ) : (
    <FeedGroups name={name} by={by} query={query} kinds={kindsOf()} />
  );
}

document.title = `${PLACES[name].title} · Alpha Data`;
const page = createPage(PLAN);
fillSlots(page, {
  search: <SymbolSearch />,
  caller: <Caller />,
  strip: <Strip canBeShared />,
  headline: <Head />,
  filters: <Filters />,
  rows: <AllRows />,
});
page.start();
