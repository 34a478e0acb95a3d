import { type AcisRecord, MOST_TOKENS } from './records.ts';

/** Signatures of binary solid models whose whole numbers have four bytes. */
const SIGNATURES = ['ACIS BinaryFile', 'ASM BinaryFile4'];
/** Bytes of the signature and of the four numbers that follow it. */
const HEAD = 15 + 16;

/** Bytes of a field of fixed size, by its mark. */
const FIXED: Readonly<Record<number, number>> = { 2: 1, 3: 2, 5: 4, 21: 4, 22: 16, 23: 8 };
/** Bytes of the length of a text, by its mark. */
const LENGTHS: Readonly<Record<number, 1 | 2 | 4>> = { 7: 1, 8: 2, 9: 4, 13: 1, 14: 1, 18: 4 };
const [WHOLE, DOUBLE, YES, NO, POINTER, TYPE, PART_OF_TYPE, OPEN, CLOSE, END, PLACE, DIRECTION] = [
  4, 6, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20,
] as const;

/**
 * Splits a binary solid model (SAB) into records with the words that its text form would have.
 * @returns the records before the first thing that is not understood; [] if the signature is wrong
 */
export function binaryRecords(bytes: Uint8Array): AcisRecord[] {
  const records: AcisRecord[] = [];
  if (!SIGNATURES.some((signature) => startsWith(bytes, signature))) return records;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const latin = new TextDecoder('latin1');
  let parts: string[] = [];
  let tokens: string[] = [];
  let isOpen = false;
  for (let at = HEAD; at < bytes.length; ) {
    const mark = bytes[at++]!;
    const size = sizeOf(view, mark, at);
    if (size === undefined || at + size > bytes.length) break;
    const text = (): string => latin.decode(bytes.subarray(at + LENGTHS[mark]!, at + size));
    if (mark === PART_OF_TYPE || mark === TYPE) {
      // A type is spelled from the particular to the general. Within a record it is a word that nothing looks at.
      if (!isOpen && parts.length < MOST_TOKENS) parts.push(text());
      isOpen ||= mark === TYPE;
    } else if (mark === END) {
      records.push({ type: parts.join('-'), tokens });
      [parts, tokens, isOpen] = [[], [], false];
    } else if (isOpen && tokens.length < MOST_TOKENS) tokens.push(...wordsOf(view, mark, at));
    at += size;
  }
  return records;
}

/** Bytes of a field after its mark; undefined for an unknown mark. */
function sizeOf(view: DataView, mark: number, at: number): number | undefined {
  const width = LENGTHS[mark];
  if (width !== undefined) {
    if (at + width > view.byteLength) return undefined;
    const length = width === 1 ? view.getUint8(at) : width === 2 ? view.getUint16(at, true) : view.getUint32(at, true);
    return width + length;
  }
  if (mark === WHOLE || mark === POINTER) return 4;
  if (mark === DOUBLE) return 8;
  if (mark === PLACE || mark === DIRECTION) return 24;
  return mark === YES || mark === NO || mark === OPEN || mark === CLOSE || mark === END ? 0 : FIXED[mark];
}

/** The words that the text form has for a field; [] for texts and fields that nothing looks at. */
function wordsOf(view: DataView, mark: number, at: number): string[] {
  if (mark === POINTER) return [`$${view.getInt32(at, true)}`];
  if (mark === WHOLE) return [String(view.getInt32(at, true))];
  if (mark === DOUBLE) return [String(view.getFloat64(at, true))];
  if (mark === PLACE || mark === DIRECTION) return [0, 8, 16].map((step) => String(view.getFloat64(at + step, true)));
  if (mark === YES) return ['reversed'];
  return mark === NO ? ['forward'] : mark === OPEN ? ['{'] : mark === CLOSE ? ['}'] : [];
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[i] !== text.charCodeAt(i)) return false;
  return true;
}
