import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { useWindow } from './window.ts';

interface CardGridProps<T> {
  readonly rows: readonly T[];
  /** The class of a grid, whose columns it knows. */
  readonly class: string;
  readonly onEnd?: (() => void) | undefined;
  /** A card, with its key. */
  readonly children: (row: T) => ComponentChildren;
}

/** Lines of cards in one block. */
const BLOCK_LINES = 6;
const USUAL_LINE = 270;

/** Cards side by side; of a long list, those near the screen are in the page. */
export function CardGrid<T>({ rows, class: grid, onEnd, children }: CardGridProps<T>) {
  const [columns, setColumns] = useState(1);
  const length = columns * BLOCK_LINES;
  const { pieces, box } = useWindow(Math.ceil(rows.length / length), USUAL_LINE * BLOCK_LINES, onEnd);
  useLayoutEffect(() => {
    const count = (): void => {
      const block = box.current?.querySelector('[data-block]');
      if (block) setColumns(getComputedStyle(block).gridTemplateColumns.split(' ').length);
    };
    count();
    addEventListener('resize', count);
    return () => removeEventListener('resize', count);
  }, [rows.length === 0]);
  return (
    <div ref={box as { current: HTMLDivElement | null }}>
      {pieces.map((piece) =>
        piece.kind === 'room' ? (
          <div key={`room ${piece.first}`} class="room" style={{ height: `${piece.height}px` }} />
        ) : (
          <div key={piece.index} class={grid} data-block={piece.index}>
            {rows.slice(piece.index * length, (piece.index + 1) * length).map((row) => children(row))}
          </div>
        ),
      )}
    </div>
  );
}
