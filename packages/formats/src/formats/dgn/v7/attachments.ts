import type { ReadContext } from '../../../core/format.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { attachOrReport } from '../attached-file.ts';
import { ELEMENT } from '../element-types.ts';
import type { Grid } from './grid.ts';
import { int32, uint16, vaxDouble } from './numbers.ts';
import type { DesignRecord } from './record-reader.ts';
import { decodeText } from './text.ts';

/** Level of group data elements that attach a file (ISFF, type 5). */
const LEVEL = 9;
/** Name of the file: its length, and at most 65 characters. */
const [NAME_LENGTH, NAME, MOST_NAME] = [36, 38, 65];
/** Levels that are shown: for each of eight views 64 bits, the lowest for level 1. */
const [LEVELS, VIEWS, LEVEL_BYTES] = [124, 8, 8];
/** Placement: origin in the attached file, rotation, conversion factor, origin in this one. */
const [FROM, MATRIX, FACTOR, TO] = [188, 200, 272, 280];
const LEAST_SIZE = TO + 12;
/** Number of corners of the clip boundary, and the corners; without a boundary they are at the edges of the plane. */
const [CORNERS, FIRST_CORNER] = [492, 494];
const EDGE = 2 ** 31 - 2;

/**
 * Takes a reference attachment (5 on level 9): a position of the attached file is `to + factor × matrix × (position -
 * from)`, in positions of either file. Layout: ISFF; the ten of the corpus agree with it.
 */
export function takeAttachment(
  { bytes, type, level, offset, isDeleted }: DesignRecord,
  grid: Grid,
  context: ReadContext,
) {
  if (type !== ELEMENT.groupData || level !== LEVEL || isDeleted || bytes.length < LEAST_SIZE) return;
  const file = decodeText(bytes.subarray(NAME, NAME + Math.min(MOST_NAME, uint16(bytes, NAME_LENGTH)))).trim();
  if (file === '') return;
  const axes = grid.is3d ? 3 : 2;
  const factor = vaxDouble(bytes, FACTOR);
  const at = (row: number, column: number): number =>
    row < axes && column < axes
      ? factor * vaxDouble(bytes, MATRIX + 8 * (axes * row + column))
      : Number(row === column);
  const frame = [0, 1, 2].flatMap((row) => {
    const columns = [0, 1, 2].map((column) => at(row, column));
    const from = columns.reduce((sum, value, i) => sum + (i < axes ? value * int32(bytes, FROM + 4 * i) : 0), 0);
    const shift = row < axes ? grid.coordinate(int32(bytes, TO + 4 * row), row as 0 | 1 | 2) - grid.length(from) : 0;
    return [...columns, shift];
  });
  const place = { offset };
  if (isClipped(bytes)) context.report({ ...issueOf('dgn-clip-left-out', { file }), ...place });
  attachOrReport({ file, model: '', frame, hides: hidingOf(bytes), to: { positions: grid.ratio }, place }, context);
}

/** Hides levels of the attached design file that no view shows. */
function hidingOf(bytes: Uint8Array): (layer: string) => boolean {
  const shown = new Uint8Array(LEVEL_BYTES);
  for (let i = 0; i < VIEWS * LEVEL_BYTES; i++) shown[i % LEVEL_BYTES]! |= bytes[LEVELS + i]!;
  return (layer) => {
    const bit = Number(/^Level (\d+)$/.exec(layer)?.[1]) - 1;
    return bit >= 0 && bit < 8 * LEVEL_BYTES && ((shown[bit >> 3]! >> (bit & 7)) & 1) === 0;
  };
}

function isClipped(bytes: Uint8Array): boolean {
  const count = bytes.length < FIRST_CORNER ? 0 : uint16(bytes, CORNERS);
  for (let at = FIRST_CORNER; at < FIRST_CORNER + 8 * count && at + 4 <= bytes.length; at += 4)
    if (Math.abs(int32(bytes, at)) < EDGE) return true;
  return false;
}
