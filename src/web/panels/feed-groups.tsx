import {
  conditionsOf,
  fieldOf,
  GROUPS,
  type Group,
  type GroupPage,
  groupOrderOf,
  sumOrderOf,
} from '../data/feed-groups.ts';
import { addressWith, type FeedQuery, type PagedFeed, PLACES, writeQuery } from '../data/feed-query.ts';
import { PanelMessage, SourceBadge } from '../ui/feed-panel.tsx';
import { count, exactly, money, NONE, words } from '../ui/format.ts';
import { useFeed, usePageState } from '../ui/page-context.tsx';
import { type Column, type Sort, Table } from '../ui/table.tsx';
import { codeSaid } from './feed-filters.tsx';

/** `FILING_MONTH` → `Filing month`. */
const titleOf = (key: string): string => words(key.replace(/_NORM$|_DISPLAY$/, ''));

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
          By {titleOf(key).toLowerCase()}
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
  return (
    <>
      <h2>{page === null ? 'Groups' : groupsOf(shown.length, page)}</h2>
      <div class="tools">
        <Grouping name={name} query={query} />
        <SourceBadge source={source} why="groups stay as loaded" />
      </div>
      <div class="body">
        {shown.length === 0 ? (
          <PanelMessage
            source={page === null ? source : null}
            empty="Nothing matches within the window of this view."
          />
        ) : (
          <Table
            label={`${PLACES[name].title} by ${titleOf(by).toLowerCase()}`}
            columns={columnsOf(name, by, { query, kinds }, shown)}
            rows={shown.map((group) => ({ id: String(group.value), ...group }))}
            sort={sort}
            isEndless
          />
        )}
      </div>
    </>
  );
}

function groupsOf(shown: number, { total, rows }: GroupPage): string {
  const groups = shown < total ? `${count(shown)} of ${count(total)} groups` : `${count(total)} groups`;
  return rows === null ? groups : `${groups}, ${count(rows)} rows`;
}

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
              <span title={of === null ? '' : `$${exactly(of)}`}>{of === null ? NONE : money(of)}</span>
            ),
          },
        ]),
  ];
  return [
    {
      title: titleOf(by),
      sortBy: 'KEY',
      isWhole: true,
      wideChars: 24,
      cell: (group) => <Label by={by} group={group} query={of.query} kinds={of.kinds} />,
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
  readonly by: string;
  readonly group: Group;
  readonly query: FeedQuery;
  readonly kinds: ReadonlyMap<string, string>;
}) {
  const { by, group, query, kinds } = props;
  const text = group.value === null ? 'none' : saidOf(by, group.value);
  const own = conditionsOf(by, group, kinds);
  if (own === null) return <span>{text}</span>;
  const fields = new Set(own.map(({ field }) => field));
  const conditions = [...query.conditions.filter(({ field }) => !fields.has(field)), ...own];
  return (
    <a
      href={`${location.pathname}${writeQuery({ conditions, by: null, sort: null, direction: 'ASC' })}`}
      title={text}
    >
      {text}
    </a>
  );
}

/** `2024-07-01` of a month is `2024-07`; words of closed sets are for people. */
function saidOf(by: string, value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (by.endsWith('_MONTH')) return value.slice(0, 7);
  return CLOSED.has(fieldOf(by)) ? codeSaid(fieldOf(by), value) : value;
}

const CLOSED: ReadonlySet<string> = new Set([
  'direction',
  'status',
  'source',
  'assetType',
  'eventType',
  'party',
  'chamber',
  'sector',
  'transactionDirection',
  'categoryNorm',
  'platform',
  'assetClass',
  'signalDirection',
  'signalType',
  'marketPhase',
]);
