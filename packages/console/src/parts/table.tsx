import type { ComponentChildren } from 'preact';
import { go } from '../base/route.ts';

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Numbers are lined up at their last digit. */
  readonly isNumber?: boolean;
  /** Left out on a phone. */
  readonly isExtra?: boolean;
}

interface TableProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly keyOf: (row: T) => string;
  /** Where a click on a row goes; the first cell must have a link to it for the keyboard. */
  readonly linkOf?: (row: T) => string | undefined;
}

/** Rows under headings. */
export function Table<T>({ label, rows, columns, keyOf, linkOf }: TableProps<T>) {
  const follow = (event: MouseEvent, row: T): void => {
    const to = linkOf?.(row);
    const onControl = (event.target as Element).closest('a, button, input, select, summary, label') !== null;
    if (to !== undefined && !onControl && getSelection()?.isCollapsed !== false) go(to);
  };
  const classOf = (column: Column<T>): string =>
    `${column.isNumber ? 'number' : ''} ${column.isExtra ? 'extra' : ''}`.trim();
  return (
    // A table that is wider than the page is scrolled, by keys too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling with the keyboard needs focus
    <section class="table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" class={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              class={linkOf?.(row) === undefined ? '' : 'link'}
              onClick={(event) => follow(event, row)}
            >
              {columns.map((column) => (
                <td class={classOf(column)}>{column.cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
