import type { CallerStateFragment } from '../../schema/operations/generated/graphql.ts';
import { readDeclaration } from './data/declaration.ts';
import {
  documentOf,
  PAGE_ROWS,
  type PagedFeed,
  PLACES,
  type Rows,
  readQuery,
  variablesOf,
} from './data/feed-query.ts';
import { FEEDS, type RowOf } from './data/feeds.ts';
import { createPage } from './data/page.ts';
import type { PagePlan } from './data/plan.ts';
import { readKey } from './data/session.ts';
import { createStore, useStore } from './data/store.ts';
import { FeedFilters } from './panels/feed-filters.tsx';
import { FeedHead } from './panels/feed-head.tsx';
import { FeedRows } from './panels/feed-rows.tsx';
import { Caller } from './ui/caller.tsx';
import { fillSlots } from './ui/page-context.tsx';
import { SymbolSearch } from './ui/search.tsx';
import { Strip } from './ui/strip.tsx';

const asked = location.pathname.split('/').at(-1) ?? '';
const name = Object.keys(PLACES).find((one): one is PagedFeed => one === asked) ?? 'signals';
const query = readQuery(location.search);
const declaration = createStore<Awaited<ReturnType<typeof readDeclaration>>>([]);
const declared = readDeclaration(FEEDS[name].type).then((fields) => declaration.update(() => fields));
const kindsOf = () => new Map(declaration.get().map((field) => [field.name, field.kind]));

type Answer = Readonly<Record<string, Rows<RowOf[PagedFeed]>>> & {
  readonly viewer: CallerStateFragment;
};

const PLAN: PagePlan = {
  units: 1,
  // Sorted and filtered as the address says, rows stay as they were read; without a key the open feed shows the newest.
  uses: [{ name, max: PAGE_ROWS, params: readKey() === null ? {} : null, follow: null }],
  async read(client) {
    if (query.conditions.length > 0) await declared; // numbers are told from texts by it
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
        cursors: {},
        rest: { listEnd: hasNextPage ? endCursor : null },
      },
    };
  },
};

/** Their kinds come with the declaration. */
function Filters() {
  return <FeedFilters query={query} fields={useStore(declaration, (fields) => fields)} />;
}
function Head() {
  useStore(declaration, (fields) => fields);
  return <FeedHead name={name} query={query} kinds={kindsOf()} />;
}
function AllRows() {
  useStore(declaration, (fields) => fields);
  return <FeedRows name={name} query={query} kinds={kindsOf()} />;
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
