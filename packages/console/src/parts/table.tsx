import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { go } from '../base/route.ts';
import { BLOCK_ROWS } from '../model/blocks.ts';
import { t } from '../text/index.ts';
import { moveByKeys } from './row-keys.ts';
import { useWindow } from './window.ts';

export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => ComponentChildren;
  /** Numbers are lined up at their last digit. */
  readonly isNumber?: boolean;
  /** A name or a number: it stays on one line, and a very long one is cut off. */
  readonly isName?: boolean;
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
  /** Called when the end of the list comes near the screen: there may be more. */
  readonly onEnd?: () => void;
}

/** Lists up to this length are in the page as a whole, where the browser's own search finds every row. */
const MOST_WHOLE = 200;
/** Assumed height of a row before one was drawn, in pixels. */
const USUAL_ROW = 40;

/** Rows under headings. Of a long list, the rows near the screen are in the page. */
export function Table<T>(props: TableProps<T>) {
  const { label, rows, columns, keyOf, linkOf, onEnd } = props;
  const isLong = rows.length > MOST_WHOLE;
  const count = Math.ceil(rows.length / BLOCK_ROWS);
  const { pieces, box } = useWindow(count, USUAL_ROW * BLOCK_ROWS, onEnd);
  const widths = useWidths(isLong, columns.length, box);
  const shown = isLong ? pieces : Array.from({ length: count }, (_, index) => ({ kind: 'block', index }) as const);
  return (
    // A table that is wider than the page is scrolled, by keys too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling with the keyboard needs focus
    <section class={isLong ? 'table long' : 'table'} tabIndex={0} aria-label={label}>
      {isLong && <p class="print-only">{t('table.printed')}</p>}
      <table
        class={widths === undefined ? '' : 'fixed'}
        ref={box as { current: HTMLTableElement | null }}
        aria-rowcount={isLong ? (onEnd === undefined ? rows.length + 1 : -1) : undefined}
        onKeyDown={moveByKeys}
      >
        {widths !== undefined && (
          <colgroup>
            {widths.map((width) => (
              <col style={{ width }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr aria-rowindex={isLong ? 1 : undefined}>
            {columns.map((column) => (
              <th scope="col" class={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        {shown.map((piece) =>
          piece.kind === 'room' ? (
            <tbody key={`room ${piece.first}`} class="room" aria-hidden="true">
              <tr style={{ height: `${piece.height}px` }} />
            </tbody>
          ) : (
            <Block key={piece.index} {...{ index: piece.index, rows, columns, keyOf, linkOf, isLong }} />
          ),
        )}
      </table>
    </section>
  );
}

interface BlockProps<T> extends Pick<TableProps<T>, 'rows' | 'columns' | 'keyOf' | 'linkOf'> {
  readonly index: number;
  readonly isLong: boolean;
}

/** Some rows. They are redrawn when the rows change, not when others come near the screen. */
function Block<T>({ index, rows, columns, keyOf, linkOf, isLong }: BlockProps<T>) {
  const first = index * BLOCK_ROWS;
  return useMemo(
    () => (
      <tbody data-block={index}>
        {rows.slice(first, first + BLOCK_ROWS).map((row, i) => (
          <tr
            key={keyOf(row)}
            class={linkOf?.(row) === undefined ? '' : 'link'}
            aria-rowindex={isLong ? first + i + 2 : undefined}
            onClick={(event) => follow(event, linkOf?.(row))}
          >
            {columns.map((column) => (
              <td class={classOf(column)}>{column.cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    ),
    [index, rows, columns, isLong],
  );
}

function classOf<T>({ isNumber, isName, isExtra }: Column<T>): string {
  return [isNumber && 'number', isName && 'name', isExtra && 'extra'].filter(Boolean).join(' ');
}

function follow(event: MouseEvent, to: string | undefined): void {
  const onControl = (event.target as Element).closest('a, button, input, select, summary, label') !== null;
  if (to !== undefined && !onControl && getSelection()?.isCollapsed !== false) go(to);
}

/**
 * Widths of the columns of a long list: as the browser has laid out its first rows, so that columns do not move when
 * other rows are added to the page.
 */
function useWidths(isLong: boolean, columns: number, box: { readonly current: HTMLElement | null }) {
  const [widths, setWidths] = useState<readonly string[]>();
  useLayoutEffect(() => {
    const forget = (): void => setWidths(undefined);
    addEventListener('resize', forget);
    return () => removeEventListener('resize', forget);
  }, []);
  useLayoutEffect(() => setWidths(undefined), [isLong, columns]);
  useLayoutEffect(() => {
    if (!isLong || widths !== undefined || box.current === null) return;
    const heads = [...box.current.querySelectorAll<HTMLElement>('thead th')].filter(
      ({ offsetWidth }) => offsetWidth > 0,
    );
    const whole = heads.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0);
    if (whole > 0) setWidths(heads.map(({ offsetWidth }) => `${((100 * offsetWidth) / whole).toFixed(2)}%`));
  });
  return isLong ? widths : undefined;
}
