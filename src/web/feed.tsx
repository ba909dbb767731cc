import type { CallerStateFragment } from '../../schema/operations/generated/graphql.ts';
import { AlphaError, type Client } from '../client/client.ts';
import { readDeclaration, UNDECLARED } from './data/declaration.ts';
import {
  type AnsweredGroups,
  GROUPS,
  groupOrderOf,
  groupsDocument,
  groupsIn,
  keyOf,
} from './data/feed-groups.ts';
import { knownOf, wrongValueIn } from './data/feed-known.ts';
import {
  askedOf,
  documentOf,
  isOwnOrder,
  orderedQuery,
  type PagedFeed,
  PLACES,
  type Rows,
  readQuery,
  variablesOf,
} from './data/feed-query.ts';
import { FEEDS, type RowOf } from './data/feeds.ts';
import { createPage } from './data/page.ts';
import { type PagePlan, readOrThrow } from './data/plan.ts';
import { readOnce } from './data/read-once.ts';
import { restParams, rowOrderParams } from './data/rest-params.ts';
import { readKey } from './data/session.ts';
import { createStore, useStore } from './data/store.ts';
import { namesIn } from './data/strategy-names.ts';
import { FeedFilters } from './panels/feed-filters.tsx';
import { FeedGroups } from './panels/feed-groups.tsx';
import { FeedHead } from './panels/feed-head.tsx';
import { FeedRows } from './panels/feed-rows.tsx';
import { Caller } from './ui/caller.tsx';
import { fillSlots, usePageState } from './ui/page-context.tsx';
import { SymbolSearch } from './ui/search.tsx';
import { Strip } from './ui/strip.tsx';

const last = location.pathname.split('/').at(-1) ?? '';
const name = Object.keys(PLACES).find((one): one is PagedFeed => one === last) ?? 'signals';
const { tabs } = PLACES[name];
const DECLARE_AGAIN_MS = 30_000;

const declaration = createStore(UNDECLARED);
/** Reads what the feed declares. Throws AlphaError. */
const declare = readOnce(async () => {
  const read = await readDeclaration(FEEDS[name].type);
  declaration.update(() => read);
});
/** The kinds of the fields; that of the tabs is known before the feed has declared it. */
const kindsOf = () =>
  new Map([
    ...(tabs ? [[tabs.field, tabs.kind] as const] : []),
    ...declaration.get().fields.map((field) => [field.name, field.kind] as const),
  ]);

/** Filters and orders of the address need the declaration: it has the fields with their kinds, and the orders. */
const { conditions: filters, sort } = readQuery(location.search);
const needsDeclaration = filters.length > 0 || sort !== null;

/** What the address asks for: rows, as the feed orders them, or groups with orders of their own. */
function asked() {
  const { query, unknown } = knownOf(name, readQuery(location.search), declaration.get());
  const asIs = askedOf(name, query, location.search);
  const key = keyOf(name, asIs);
  const rows = orderedQuery(name, key === null ? asIs : { ...asIs, sort: null });
  return { asIs, key, rows, unknown };
}

/** What the page shows now: the open feed has no groups. */
function shown(hasKey = readKey() !== null) {
  const { asIs, key, rows } = asked();
  return key === null || !hasKey ? { by: null, query: rows } : { by: key, query: asIs };
}

/** Why a value of the address is refused, in a sentence without its period; null: nothing is wrong with them. */
const wrongValue = () => wrongValueIn(asked().rows, declaration.get().fields);

/**
 * Parameters of the open feed: it filters and orders as the list does, and has no groups. Null: with the key the page shows
 * groups. What is wrong is left out without a key, which is refused nothing.
 */
function openParams() {
  const { key, rows } = asked();
  if (readKey() !== null && key !== null) return null;
  const { fields } = declaration.get();
  const conditions = rows.conditions.filter((one) => wrongValueIn({ conditions: [one] }, fields) === null);
  return Object.fromEntries([...restParams(name, { conditions }, kindsOf()), ...rowOrderParams(name, rows)]);
}

type Answer = Readonly<Record<string, Rows<RowOf[PagedFeed]>>> & {
  readonly viewer: CallerStateFragment;
};

interface GroupAnswer {
  readonly viewer: CallerStateFragment;
  readonly [list: string]: unknown;
}

/** Groups instead of rows: their keys, counts and sums. */
async function readGroups(client: Client, by: string) {
  const { asIs, rows } = asked();
  const { filter } = variablesOf(rows, kindsOf());
  const { data, ...answer } = await client.query<GroupAnswer>(groupsDocument(name, by, true), {
    ...(filter && { filter }),
    orderBy: groupOrderOf(name, by, asIs),
  });
  const { totalCount = null } = (data[PLACES[name].list] ?? {}) as { readonly totalCount?: number | null }; // as its document asks
  const list = readOrThrow(data[GROUPS[name].list], answer) as AnsweredGroups | null; // the same
  const groups = groupsIn(name, by, list, totalCount);
  const none = { [name]: groups === null ? null : [] };
  return { ...answer, data: { tier: data.viewer.tier, rows: none, cursors: {}, rest: { groups } } };
}

const PLAN: PagePlan = {
  units: 1,
  uses: [
    {
      name,
      max: null,
      // Without a key, or while it has no units.
      get params() {
        return openParams();
      },
      isPreview: true,
      isOrdered: true,
      // In the order of the page new rows have a place; in another order rows stay as they were read.
      get follow() {
        const { by, query } = shown();
        return by === null && isOwnOrder(name, query) ? (variablesOf(query, kindsOf()).filter ?? {}) : null;
      },
      isCostly: true,
    },
  ],
  isReady: async () =>
    !needsDeclaration ||
    declare().then(
      () => true,
      () => false,
    ),
  async read(client) {
    if (needsDeclaration) await declare();
    const { by, query } = shown();
    const wrong = wrongValue();
    if (wrong !== null) throw new AlphaError('INVALID_PARAMETER', wrong);
    if (by !== null) return readGroups(client, by);
    const { data, ...answer } = await client.query<Answer>(
      documentOf(name, true),
      variablesOf(query, kindsOf()),
    );
    const list = readOrThrow(data[PLACES[name].list], answer);
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

/** Chips of the filters, and what of the address there is not. */
function Filters() {
  const hasKey = usePageState((state) => state.hasKey);
  const { query } = shown(hasKey);
  const { fields } = useStore(declaration, (read) => read);
  const wrong = hasKey ? null : wrongValue(); // with a key the page is refused
  const leftOut = [
    ...asked().unknown,
    ...(wrong === null ? [] : [`${wrong}. The rows are shown without it.`]),
  ];
  return (
    <>
      <FeedFilters name={name} query={query} fields={fields} />
      {leftOut.map((sentence) => (
        <p key={sentence} class="left-out" role="status">
          {sentence}
        </p>
      ))}
    </>
  );
}
function Head() {
  const { by, query } = shown(usePageState((state) => state.hasKey));
  const { fields } = useStore(declaration, (read) => read);
  return <FeedHead name={name} query={query} by={by} fields={fields} kinds={kindsOf()} />;
}
function AllRows() {
  useStore(declaration, (read) => read);
  const { by, query } = shown(usePageState((state) => state.hasKey));
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

if (needsDeclaration) declare().then(page.start, page.start);
else page.start();
offerFilters();

/** The rows are there without them. */
function offerFilters(): void {
  declare().catch(() => setTimeout(offerFilters, DECLARE_AGAIN_MS));
}
