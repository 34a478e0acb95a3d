import type { Surface } from '../surface.ts';
import { changedFields } from './changed-fields.ts';
import type { Difference, FieldChange } from './difference.ts';
import { movedBy } from './moved.ts';
import { pairRows } from './pair-rows.ts';

/** The differences between two surfaces. */
export interface SurfaceDiff {
  /** The vertex that moved farthest, in plan or in height. */
  readonly moved?: Difference['moved'];
  readonly fields: readonly FieldChange[];
}

/**
 * Compares two surfaces by their vertices in plan, whatever their order, and by the triangles between them.
 * @param tolerance in the unit of the surfaces
 */
export function diffSurfaces(a: Surface, b: Surface, tolerance: number): SurfaceDiff {
  const side = ({ vertices }: Surface) => ({
    length: vertices.length / 3,
    name: () => '',
    easting: (row: number) => vertices[3 * row]!,
    northing: (row: number) => vertices[3 * row + 1]!,
  });
  const delta = (rowA: number, rowB: number, part: number): number =>
    b.vertices[3 * rowB + part]! - a.vertices[3 * rowA + part]!;
  const moves = (rowA: number, rowB: number) =>
    movedBy(delta(rowA, rowB, 0), delta(rowA, rowB, 1), delta(rowA, rowB, 2), tolerance);
  const isSame = (rowA: number, rowB: number): boolean => moves(rowA, rowB) === undefined;
  const { partner, taken } = pairRows({ a: side(a), b: side(b), isSame, tolerance });
  let moved: Difference['moved'];
  let [count, onlyA] = [0, 0];
  for (const [row, other] of partner.entries()) {
    if (other < 0) onlyA++;
    const found = other < 0 ? undefined : moves(row, other);
    if (found === undefined) continue;
    count++;
    if (found.distance > (moved?.distance ?? 0)) moved = found;
  }
  const onlyB = taken.reduce((sum, one) => sum + 1 - one, 0);
  const fields = changedFields(stated(a), stated(b), tolerance);
  const note = (field: string, ofA: number, ofB: number): void => {
    if (ofA + ofB > 0) fields.push({ field, a: ofA, b: ofB });
  };
  note('vertices that moved', 0, count);
  note('vertices without a partner', onlyA, onlyB);
  const [apartA, apartB] = trianglesApart(a, b, partner);
  note('triangles without a partner', apartA, apartB);
  return { moved, fields };
}

/** Everything but vertices and triangles. */
function stated({ vertices: _v, triangles: _t, neighbours: _n, edges, ...rest }: Surface): object {
  return { ...rest, edges: edges.length / 2 };
}

/** Number of triangles of each surface that the other one lacks. */
function trianglesApart(a: Surface, b: Surface, partner: Int32Array): readonly [number, number] {
  const inB = new Map<string, number>();
  for (let i = 0; i < b.triangles.length; i += 3) {
    const key = keyOf(b.triangles[i]!, b.triangles[i + 1]!, b.triangles[i + 2]!);
    inB.set(key, (inB.get(key) ?? 0) + 1);
  }
  let onlyA = 0;
  let left = b.triangles.length / 3;
  for (let i = 0; i < a.triangles.length; i += 3) {
    const corner = (slot: number): number => partner[a.triangles[i + slot]!]!;
    const key = keyOf(corner(0), corner(1), corner(2));
    const found = inB.get(key) ?? 0;
    if (found === 0) onlyA++;
    else {
      inB.set(key, found - 1);
      left--;
    }
  }
  return [onlyA, left];
}

/** The corners of a triangle in ascending order. */
function keyOf(a: number, b: number, c: number): string {
  const [low, high] = [Math.min(a, b, c), Math.max(a, b, c)];
  return `${low} ${a + b + c - low - high} ${high}`;
}
