import type { ComponentChildren } from 'preact';
import type { Row } from '../data/rows.ts';

export interface Column<R> {
  readonly title: string;
  readonly cell: (row: R) => ComponentChildren;
  /** Figures stand on the right. */
  readonly isFigure?: boolean;
  /** Left out where there is no room for it. */
  readonly isExtra?: boolean;
  /** Shares of the width in per cent, on a desktop and on a phone; what is left is divided evenly. */
  readonly width?: number;
  readonly phoneWidth?: number;
}

/** Rows of one height under a head that stays, in a region that scrolls by keyboard too. */
export function Table<R extends Row>(props: {
  readonly label: string;
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
}) {
  const { label, columns, rows } = props;
  const classOf = ({ isFigure, isExtra }: Column<R>) =>
    `${isFigure ? 'number' : ''} ${isExtra ? 'extra' : ''}`.trim() || undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard cannot scroll the region
    <section class="scroll" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classOf(column)} style={widthsOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <td key={column.title} class={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const widthsOf = ({ width, phoneWidth }: { readonly width?: number; readonly phoneWidth?: number }) => ({
  '--width': width === undefined ? undefined : `${width}%`,
  '--phone-width': phoneWidth === undefined ? undefined : `${phoneWidth}%`,
});
