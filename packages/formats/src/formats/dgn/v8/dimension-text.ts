import type { V8Element } from './element.ts';
import { decodeV8Text } from './text.ts';

/** Place of the number that says where a point's text begins, in the point. */
const TEXT_AT = 0x28;
const NO_TEXT = 0xffff;
/** Longest text of a dimension. */
const MOST_BYTES = 1000;

/** A text stored with a point of a dimension; `*` stands for the measured value. */
export interface DimensionText {
  readonly point: number;
  readonly text: string | undefined;
}

/** A block of options of a dimension. */
export interface DimensionBlock {
  readonly kind: number;
  readonly at: number;
  readonly size: number;
}

/** The blocks {u8 words, u8 kind, …} that follow the points. @param first place of the first block */
export function blocksOf({ view, size }: V8Element, first: number): DimensionBlock[] {
  const blocks: DimensionBlock[] = [];
  for (let at = first; at + 2 <= size; ) {
    const words = view.getUint8(at);
    const kind = view.getUint8(at + 1);
    // FF begins a text with its encoding; a block of one word is the first character of one without.
    if (words === 0xff || words < 2 || at + 2 * words > size || kind === 0) break;
    blocks.push({ kind, at, size: 2 * words });
    at += 2 * words;
  }
  return blocks;
}

/**
 * The texts stored with a dimension. They follow its blocks, each ended by 0.
 * @param first place of the first point @param size of a point
 */
export function dimensionTexts(element: V8Element, count: number, first: number, step: number): DimensionText[] {
  const { view, size } = element;
  const last = blocksOf(element, first + count * step).at(-1);
  const pool = last === undefined ? first + count * step : last.at + last.size;
  return Array.from({ length: count }, (_, point) => {
    const at = view.getUint16(first + point * step + TEXT_AT, true);
    if (at === NO_TEXT || pool + at >= size) return { point, text: undefined };
    const bytes = new Uint8Array(view.buffer, view.byteOffset + pool + at, Math.min(MOST_BYTES, size - pool - at));
    const isCoded = bytes[0] === 0xff;
    const end = bytes.indexOf(0, isCoded ? 4 : 0);
    return { point, text: decodeV8Text(end < 0 ? bytes : bytes.subarray(0, end)) };
  });
}
