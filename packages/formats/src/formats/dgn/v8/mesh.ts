import type { Drawn } from '../dialect.ts';
import { ELEMENT } from '../element-types.ts';
import { MeshParts } from '../mesh-parts.ts';
import type { V8Element } from './element.ts';

/** Kind of a mesh, in its header (105): only faces as loops of indices are drawn. */
const KIND = 0x6c;
const FACE_LOOPS = 1;
/** Columns and content of a matrix, in its header (101). */
const [COLUMNS, CONTENT] = [0x6c, 0x74];
const [CORNERS, POSITIONS] = [1, 2];
/** Number of values of a part (102, 103), and its values. */
const [COUNT, VALUES] = [0x68, 0x78];

const TOO_SHORT: Drawn = { fault: 'dgn-element-short' };

/** Begins a mesh; undefined for kinds other than face loops. Layout from v8file.net (MIT), held against three files. */
export function beginMesh({ view, size }: V8Element): MeshParts | undefined {
  return size >= KIND + 4 && view.getUint32(KIND, true) === FACE_LOOPS ? new MeshParts() : undefined;
}

/**
 * Takes a matrix (101) of a mesh, or a part of the current one.
 * @param place puts the number with an index into the job's coordinates: axis 0 to 2
 */
export function addMeshPart(
  { type, view, size }: V8Element,
  parts: MeshParts,
  place: (value: number, axis: number) => number,
): Drawn {
  if (type === ELEMENT.matrix) {
    if (size < CONTENT + 4) return TOO_SHORT;
    const [columns, content] = [view.getUint32(COLUMNS, true), view.getUint32(CONTENT, true)];
    const positions = content === POSITIONS && columns === 3 ? 'positions' : undefined;
    parts.holds = content === CORNERS && columns === 1 ? 'corners' : positions;
    return 'drawn';
  }
  const isReal = type === ELEMENT.matrixReals;
  // Normals, colours and texture coordinates have no place in a job.
  if (parts.holds !== (isReal ? 'positions' : 'corners')) return 'drawn';
  if (size < VALUES) return TOO_SHORT;
  const count = view.getUint32(COUNT, true);
  const bytes = isReal ? 8 : 4;
  if (VALUES + count * bytes > size || parts.isFull(count)) return TOO_SHORT;
  for (let i = 0; i < count; i++) {
    if (isReal) parts.positions.push(place(view.getFloat64(VALUES + 8 * i, true), parts.positions.length % 3));
    else parts.corners.push(view.getInt32(VALUES + 4 * i, true));
  }
  return 'drawn';
}
