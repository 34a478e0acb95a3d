import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { BlockHeights, type Piece, piecesOf } from '../model/blocks.ts';

/** A list of blocks, of which those near the screen are in the page. */
export interface Windowed {
  readonly pieces: readonly Piece[];
  /** Elements of blocks carry their number as `data-block`. */
  readonly box: RefObject<HTMLElement | null>;
}

/**
 * Keeps the blocks near the screen in the page. The page itself is what scrolls.
 * @param count blocks of the list @param usual height of a block before anything was measured
 * @param onEnd called when the last block comes near the screen
 */
export function useWindow(count: number, usual: number, onEnd?: () => void): Windowed {
  const box = useRef<HTMLElement>(null);
  const [heights] = useState(() => new BlockHeights(usual));
  const [, draw] = useState(0);
  const drawn = useRef('');
  const look = (): Piece[] => {
    const { top } = box.current?.getBoundingClientRect() ?? { top: 0 };
    // A screen more on both sides, so that scrolling finds rows there.
    const focused = box.current?.contains(document.activeElement)
      ? (document.activeElement!.closest('[data-block]') as HTMLElement | null)?.dataset['block']
      : undefined;
    const kept = focused === undefined ? undefined : Number(focused);
    return piecesOf(heights, count, -top - innerHeight, -top + 2 * innerHeight, kept);
  };
  const pieces = look();
  drawn.current = keyOf(pieces);
  useLayoutEffect(() => {
    for (const block of box.current?.querySelectorAll<HTMLElement>('[data-block]') ?? [])
      heights.measure(Number(block.dataset['block']), block.getBoundingClientRect().height);
    // The position of the list is not known before it is first drawn.
    if (keyOf(look()) !== drawn.current) draw((n) => n + 1);
  });
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    let frame = 0;
    const follow = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        const next = look();
        if (keyOf(next) !== drawn.current) draw((n) => n + 1);
        if (next.at(-1)?.kind !== 'room') end.current?.();
      });
    };
    follow();
    addEventListener('scroll', follow, { passive: true });
    addEventListener('resize', follow);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', follow);
      removeEventListener('resize', follow);
    };
  }, [count]);
  return { pieces, box };
}

/** Which blocks are in the page; the heights of the spaces are known once it is drawn. */
function keyOf(pieces: readonly Piece[]): string {
  return pieces.map((one) => (one.kind === 'block' ? one.index : 'room')).join();
}
