import { type ComponentChildren, Fragment } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Row } from '../data/rows.ts';
import type { Column } from './column.ts';
import { useIsPhone } from './phone.ts';
import { type Stacked, stackedOf } from './stacked.ts';
import { Term } from './term.tsx';
import { useSlides } from './use-slides.ts';

export type { Column };

/** What a phone shows of a table at first: there the page scrolls, and has other panels below. A few more are shown at once. */
const PHONE_ROWS = 6;
const FEW_MORE = 2;

/** Rows as they are, or, where there are many, the first. */
export const firstOf = <R,>(rows: readonly R[], isShort: boolean): readonly R[] =>
  isShort && rows.length > PHONE_ROWS + FEW_MORE ? rows.slice(0, PHONE_ROWS) : rows;

/** The columns with one that leads them, on a phone too, where another page has it among the others. */
export const ledBy = <R,>(
  title: string,
  columns: readonly Column<R>[],
  under?: Column<R>['under'],
): readonly Column<R>[] =>
  columns.map((column) =>
    column.title === title
      ? { ...column, isExtra: false, phoneChars: null, ...(under && { under }) }
      : column,
  );

/**
 * Rows of one height under a head that stays, in a region that scrolls by keyboard too. Rows slide to their new places; under
 * the pointer or the focus they stay where they are until it leaves.
 */
export function Table<R extends Row>(props: {
  readonly label: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly sort?: Sort | undefined;
  /** Whether a phone shows all rows at once; otherwise some, and the others that were read on a press. */
  readonly isEndless?: boolean;
  /** Where a phone, which shows a few rows of the list, leads to all of it. */
  readonly all?: { readonly href: string; readonly title: string } | undefined;
  /** Shown behind the last row. */
  readonly children?: ComponentChildren;
}) {
  const { label, sort, all, children, isEndless = false } = props;
  const [isHeld, setHeld] = useState(false);
  const rows = useHeldOrder(props.rows, isHeld);
  const body = useSlides(rows);
  const isPhone = useIsPhone();
  const [isWhole, setWhole] = useState(isEndless);
  const shown = firstOf(rows, isPhone && !isWhole);
  const present = props.columns.filter(({ isIn }) => isIn === undefined || rows.some(isIn));
  const columns: readonly Stacked<R>[] = isPhone ? stackedOf(present, sort?.by ?? null) : present;
  const isBelow = (title: string) => columns.some(({ second }) => second?.title === title);
  const classOf = ({ isFigure, isExtra, isRoomy, isLong, isTall, isWhole }: Column<R>) =>
    [
      isFigure && 'number',
      isExtra && 'extra',
      isRoomy && 'roomy',
      isLong && 'long',
      isTall && 'tall',
      isWhole && 'whole',
    ]
      .filter(Boolean)
      .join(' ') || undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the region
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table style={{ '--columns': columns.length }}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.title}
                scope="col"
                class={classOf(column)}
                style={widthsOf(column)}
                aria-sort={orderOf(column, sort)}
              >
                <Head column={column} sort={sort} />
                {column.second && (
                  <>
                    <br />
                    <Head column={column.second} sort={sort} />
                  </>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          ref={body}
          onPointerEnter={({ pointerType }) => setHeld(pointerType === 'mouse')}
          onPointerLeave={() => setHeld(false)}
          onFocusIn={() => setHeld(true)}
          onFocusOut={() => setHeld(false)}
        >
          {shown.map((row, place) => (
            // Places stay, what is in them changes: nothing on the page moves by itself.
            <tr key={place}>
              {columns.map((column) => (
                <td key={column.title} class={classOf(column)}>
                  <Fragment key={row.id}>
                    {isPhone && <Before>{column.before?.(row)}</Before>}
                    {column.cell(row)}
                    {isPhone && <Under>{column.under?.(row, isBelow)}</Under>}
                    {column.second && <Under>{column.second.cell(row)}</Under>}
                  </Fragment>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <button type="button" class="all-rows" onClick={() => setWhole(true)}>
          Show {rows.length - shown.length} more
        </button>
      )}
      {all && isPhone && shown.length === rows.length && (
        <a class="all-rows" href={all.href}>
          {all.title}
        </a>
      )}
      {children}
    </section>
  );
}

const isNothing = (children: ComponentChildren): boolean => children == null || children === false;

function Before({ children }: { readonly children: ComponentChildren }) {
  return isNothing(children) ? null : <span class="before">{children} </span>;
}

function Under({ children }: { readonly children: ComponentChildren }) {
  return isNothing(children) ? null : <span class="under">{children}</span>;
}

/** How a table is sorted, and where the others of its orders are. */
export interface Sort {
  readonly by: string | null;
  readonly direction: 'ascending' | 'descending';
  /** Unless given, there are no others. */
  readonly hrefOf?: (by: string, direction?: Sort['direction']) => string;
}

/** The direction in which the figures of a column go, of an order of the graph. */
const shownOrder = (
  { isAge = false }: { isAge?: boolean },
  direction: Sort['direction'],
): Sort['direction'] => (isAge ? (direction === 'ascending' ? 'descending' : 'ascending') : direction);

/** Of a cell of two lines, that of the one that the rows are sorted by. */
function orderOf<R>(column: Stacked<R>, sort: Sort | undefined): Sort['direction'] | undefined {
  const own = [column, column.second].find((one) => one?.sortBy !== undefined && one.sortBy === sort?.by);
  return sort && own && shownOrder(own, sort.direction);
}

/** Beside the title of what a table is sorted by: which way its figures go. */
export const sortMark = (column: { isAge?: boolean }, direction: Sort['direction']): string =>
  shownOrder(column, direction) === 'ascending' ? '▴' : '▾';

function Head({
  column,
  sort,
}: {
  readonly column: Pick<Column<never>, 'title' | 'titleMore' | 'sortBy' | 'isAge' | 'isWord' | 'help'>;
  readonly sort?: Sort | undefined;
}) {
  const { title, titleMore, sortBy, isWord, help } = column;
  const mark =
    sort && sortBy !== undefined && sort.by === sortBy ? ` ${sortMark(column, sort.direction)}` : '';
  const said = (
    <>
      {title}
      {titleMore && <span class="extra">, {titleMore}</span>}
    </>
  );
  if (sort?.hrefOf && sortBy !== undefined)
    return (
      <a href={sort.hrefOf(sortBy, isWord && sort.by !== sortBy ? 'ascending' : undefined)} data-help={help}>
        {help === undefined ? said : <span class="term">{said}</span>}
        {mark}
      </a>
    );
  return (
    <span>
      {help === undefined ? said : <Term help={help}>{said}</Term>}
      {mark}
    </span>
  );
}

/** Rows as they are now, in the order they had when they were held; those that came since are last. */
function useHeldOrder<R extends Row>(rows: readonly R[], isHeld: boolean): readonly R[] {
  const order = useRef<readonly string[]>([]);
  if (!isHeld) {
    order.current = rows.map(({ id }) => id);
    return rows;
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  const held = order.current.flatMap((id) => byId.get(id) ?? []);
  const known = new Set(order.current);
  return [...held, ...rows.filter(({ id }) => !known.has(id))];
}

const widthsOf = ({
  chars,
  phoneChars,
  tabletChars,
  wideChars,
}: {
  readonly chars?: number;
  readonly tabletChars?: number;
  readonly phoneChars?: number | null;
  readonly wideChars?: number;
}) => ({
  '--chars': chars === undefined ? undefined : widthOf(chars),
  '--phone-chars': phoneChars === null ? 'auto' : phoneChars === undefined ? undefined : widthOf(phoneChars),
  '--tablet-chars': tabletChars === undefined ? undefined : widthOf(tabletChars),
  '--wide-chars': wideChars === undefined ? undefined : widthOf(wideChars),
});

/** Characters and the space beside them. */
const widthOf = (chars: number): string => `calc(${chars}ch + var(--beside))`;
