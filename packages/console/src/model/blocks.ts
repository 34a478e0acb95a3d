/** Rows of one block: blocks near the screen are in the page, others are replaced by empty space. */
export const BLOCK_ROWS = 50;

/** The part of a list that is in the page, or the space for a part that is not. */
export type Piece =
  | { readonly kind: 'block'; readonly index: number }
  /** @property first number of its first block */
  | { readonly kind: 'room'; readonly first: number; readonly height: number };

/**
 * Heights of the blocks of a list: measured for those that were in the page, the average of those for all others.
 */
export class BlockHeights {
  readonly #measured = new Map<number, number>();
  #sum = 0;
  readonly #usual: number;

  /** @param usual height of a block before anything was measured, in pixels */
  constructor(usual: number) {
    this.#usual = usual;
  }

  get average(): number {
    return this.#measured.size === 0 ? this.#usual : this.#sum / this.#measured.size;
  }

  of(index: number): number {
    return this.#measured.get(index) ?? this.average;
  }

  /** @returns whether the height has changed */
  measure(index: number, height: number): boolean {
    const before = this.#measured.get(index);
    if (before === height || height <= 0) return false;
    this.#measured.set(index, height);
    this.#sum += height - (before ?? 0);
    return true;
  }
}

/**
 * The part of a list that is in the page.
 * @param count blocks of the list
 * @param top pixels from the beginning of the list to the wanted part @param bottom where it ends
 * @param kept a block that stays, because the keyboard is in it
 */
export function piecesOf(
  heights: BlockHeights,
  count: number,
  top: number,
  bottom: number,
  kept: number | undefined,
): Piece[] {
  const pieces: Piece[] = [];
  let place = 0;
  for (let index = 0; index < count; index++) {
    const height = heights.of(index);
    const isWanted = (place + height > top && place < bottom) || index === kept;
    place += height;
    const last = pieces.at(-1);
    if (isWanted) pieces.push({ kind: 'block', index });
    else if (last?.kind === 'room') pieces[pieces.length - 1] = { ...last, height: last.height + height };
    else pieces.push({ kind: 'room', first: index, height });
  }
  return pieces;
}
