import {
  conditionsOf,
  fieldOf,
  GROUPS,
  type Group,
  type GroupPage,
  groupOrderOf,
  keyTitle,
  periodOf,
  sumOrderOf,
} from '../data/feed-groups.ts';
import { addressWith, type FeedQuery, type PagedFeed, PLACES, writeQuery } from '../data/feed-query.ts';
import { PanelMessage, SourceBadge } from '../ui/feed-panel.tsx';
import { count, exactly, money, NONE, shortAddress } from '../ui/format.ts';
import { useFeed, usePageState } from '../ui/page-context.tsx';
import { useIsPhone } from '../ui/phone.ts';
import { type Column, type Sort, Table } from '../ui/table.tsx';
import { FeedTabs } from './feed-tabs.tsx';
import { noneOf, valueWord } from './feed-words.ts';

/** Whether the page shows rows or groups, and of what. */
export function Grouping({ name, query }: { readonly name: PagedFeed; readonly query: FeedQuery }) {
  const hasKey = usePageState((state) => state.hasKey);
  if (!hasKey) return null;
  const go = (by: string) =>
    location.assign(addressWith(name, { ...query, by: by === '' ? null : by, sort: null }));
  return (
    <select
      class="grouping"
      aria-label="Group by"
      value={query.by ?? ''}
      onChange={({ currentTarget }) => go(currentTarget.value)}
    >
      <option value="">Not grouped</option>
      {GROUPS[name].by.map((key) => (
        <option key={key} value={key}>
          By {keyTitle(name, key).toLowerCase()}
        </option>
      ))}
    </select>
  );
}

/** Groups of the rows of a feed as bars; each leads to its rows. */
export function FeedGroups({
  name,
  by,
  query,
  kinds,
}: {
  readonly name: PagedFeed;
  readonly by: string;
  readonly query: FeedQuery;
  readonly kinds: ReadonlyMap<string, string>;
}) {
  const { source } = useFeed(name);
  const page = usePageState((state) => state.groups);
  const isPhone = useIsPhone();
  const order = groupOrderOf(name, by, query);
  const sort: Sort = {
    by: order.field,
    direction: order.direction === 'ASC' ? 'ascending' : 'descending',
    hrefOf: (field) => {
      const direction = order.field === field && order.direction === 'DESC' ? 'ASC' : 'DESC';
      return `${location.pathname}${writeQuery({ ...query, sort: field, direction })}`;
    },
  };
  const shown = page?.groups ?? [];
  const { sum } = GROUPS[name];
  return (
    <>
      <h2>{page === null ? 'Groups' : groupsOf(shown.length, page)}</h2>
      <div class="tools">
        <FeedTabs name={name} query={query} />
        <Grouping name={name} query={query} />
        <SourceBadge source={source} why="groups stay as loaded" />
      </div>
      <div class="body">
        {isPhone && sum !== undefined && shown.length > 0 && (
          <p class="summed">
            {sum.title}: {sum.help.charAt(0).toLowerCase() + sum.help.slice(1)}
          </p>
        )}
        {shown.length === 0 ? (
          <PanelMessage
            source={page === null ? source : null}
            empty="Nothing matches within the window of this view."
          />
        ) : (
          <Table
            label={`${PLACES[name].title} by ${keyTitle(name, by).toLowerCase()}`}
            columns={columnsOf(name, by, { query, kinds }, shown)}
            rows={shown.map((group) => ({ id: `${group.value} ${group.fallback}`, ...group }))}
            sort={sort}
            isEndless
          />
        )}
      </div>
    </>
  );
}

function groupsOf(shown: number, { total, rows }: GroupPage): string {
  const groups = shown < total ? `${count(shown)} of ${manyOf(total, 'group')}` : manyOf(total, 'group');
  return rows === null ? groups : `${groups}, ${manyOf(rows, 'row')}`;
}

const manyOf = (many: number, word: string): string => `${count(many)} ${word}${many === 1 ? '' : 's'}`;

function columnsOf(
  name: PagedFeed,
  by: string,
  of: { readonly query: FeedQuery; readonly kinds: ReadonlyMap<string, string> },
  groups: readonly Group[],
): readonly Column<Group & { readonly id: string }>[] {
  const { sum } = GROUPS[name];
  const sumOrder = sumOrderOf(name);
  // Counts hardly differ; money does.
  const barOf = (group: Group): number => Math.max(0, sum === undefined ? group.count : (group.sum ?? 0));
  const most = Math.max(...groups.map(barOf), Number.MIN_VALUE);
  const bar = (group: Group) => (
    <span class="bar group-bar" aria-hidden="true">
      <span style={{ transform: `scaleX(${barOf(group) / most})` }} />
    </span>
  );
  const figures: readonly (Column<Group & { readonly id: string }> & { readonly isBar: boolean })[] = [
    {
      title: 'Rows',
      isFigure: true,
      sortBy: 'COUNT',
      isBar: sum === undefined,
      cell: (group) => count(group.count),
    },
    ...(sum === undefined || sumOrder === null
      ? []
      : [
          {
            title: sum.title,
            titleMore: sum.of,
            help: sum.help,
            isFigure: true,
            sortBy: sumOrder,
            isBar: true,
            cell: ({ sum: of }: Group) => (
              // A sum of nothing is no sum: none of the rows states a price.
              <span title={of ? `$${exactly(of)}` : ''}>{of ? money(of) : NONE}</span>
            ),
          },
        ]),
  ];
  return [
    {
      title: keyTitle(name, by),
      sortBy: 'KEY',
      isWhole: true,
      wideChars: 24,
      cell: (group) => <Label name={name} by={by} group={group} query={of.query} kinds={of.kinds} />,
      under: bar,
    },
    // The bar stands beside the figure that it measures; a phone has it below the name.
    ...figures.map(
      ({ isBar, ...column }): Column<Group & { readonly id: string }> =>
        isBar
          ? {
              ...column,
              chars: 44,
              wideChars: 78,
              phoneChars: 10,
              cell: (group) => (
                <span class="measured">
                  <span class="extra">{bar(group)}</span>
                  <span>{column.cell(group)}</span>
                </span>
              ),
            }
          : { ...column, chars: 12, phoneChars: 10 },
    ),
  ];
}

/** What the rows of a group have in common, which leads to them. */
function Label(props: {
  readonly name: PagedFeed;
  readonly by: string;
  readonly group: Group;
  readonly query: FeedQuery;
  readonly kinds: ReadonlyMap<string, string>;
}) {
  const { name, by, group, query, kinds } = props;
  const text = saidOf(name, by, group);
  const own = conditionsOf(name, by, group, kinds);
  if (own === null) return <span>{text}</span>;
  const fields = new Set(own.map(({ field }) => field));
  const conditions = [...query.conditions.filter(({ field }) => !fields.has(field)), ...own];
  return (
    <a
      href={`${location.pathname}${writeQuery({ conditions, by: null, sort: null, direction: 'ASC' })}`}
      title={group.value === null ? (group.fallback ?? text) : text}
    >
      {text}
    </a>
  );
}

/** `2024-07-01` of a month is `2024-07`; a whale without a name is its address; words are those of the columns. */
function saidOf(name: PagedFeed, by: string, { value, fallback }: Group): string {
  if (value === null && fallback !== null) return shortAddress(fallback);
  if (value === null) return periodOf(by) === null ? noneOf(name, fieldOf(by)) : 'No date';
  if (typeof value === 'string' && by.endsWith('_MONTH')) return value.slice(0, 7);
  return valueWord(name, fieldOf(by), String(value));
}
