import { FormatError } from '../../core/failure.ts';
import { type Sniffed, UNKNOWN } from '../../core/format.ts';
import { recogniseBook } from './books/recognise.ts';
import { guessLayout, hasPosition } from './guess-layout.ts';

/** Bytes examined: enough for a few hundred rows. */
const HEAD = 16 * 1024;
/** The confidence for a field book: higher than that of any format whose records look like some of its own. */
const BOOK = 0.93;
/** How other text formats begin, but never points. */
const OTHER = /^\uFEFF?\s*(<|\{|\[|%PDF|0\r?\n\s*SECTION|999\r?\n)/;

/**
 * Recognises rows of points. With a matching extension, weak evidence is enough (unreadable rows are then reported one
 * by one); otherwise most rows must have coordinates.
 * @param weight lowers the confidence without a matching extension, so that one of two formats with this sniffer wins
 */
export function sniffPoints(extensions: readonly string[], weight = 1) {
  return (head: Uint8Array, size: number, extension: string): Sniffed => {
    const named = extensions.includes(extension);
    const part = head.subarray(0, HEAD);
    if (size === 0) return named ? { confidence: 0.2, version: '' } : UNKNOWN;
    if (OTHER.test(Buffer.from(part.subarray(0, 64)).toString('latin1').replace(/^ï»¿/, ''))) return UNKNOWN;
    // The reader refuses a field book by its name, unless the caller states the columns.
    if (recogniseBook(head) !== undefined) return { confidence: weight * BOOK, version: '' };
    const guess = guessLayout(part, part.length === size);
    if (guess === undefined)
      return named ? { confidence: 0.2, version: '', refusal: new FormatError('binary-content') } : UNKNOWN;
    const likely = hasPosition(guess.layout.roles.value) ? guess.numericShare : 0;
    if (named) return { confidence: 0.25 + 0.35 * likely, version: '' };
    return likely > 0.7 ? { confidence: weight * 0.35 * likely, version: '' } : UNKNOWN;
  };
}
