import type { ClausesOf } from '../../core/issues/sentence.ts';
import { isUpright, planOverlap } from '../tin/plan-overlap.ts';
import { VertexIndex } from './vertex-index.ts';

/** Least share of a surface's faces that have an edge in common with another one. */
const LEAST_JOINED = 0.9;
/** Least average number of faces per piece, for a surface in several pieces. */
const LEAST_PER_PIECE = 10;
/** Largest share of a surface's faces that are vertical. */
const MOST_UPRIGHT = 0.5;
/** Largest share of a surface's faces that are below another one; real terrain models have some flaws. */
const MOST_COVERED = 0.05;
/** Faces that are checked from above. */
const SAMPLES = 2000;

/** Why faces are no surface, as parameters of an issue. */
export type FaceReason = ClausesOf<'faces-as-areas'>;

/** Faces as triangles. */
export interface FaceMesh {
  readonly vertices: Float64Array;
  readonly triangles: Int32Array;
  /** Number (from 0) of the face of each triangle. */
  readonly faces: Int32Array;
  readonly faceCount: number;
}

/**
 * Decides whether faces form one surface: nine of ten share an edge with another face; they are connected, in one piece
 * or in pieces of at least ten faces on average; at most half of them are vertical; seen from above hardly any is over
 * another; and they are not all at elevation 0, like faces in plans.
 * @returns why they do not; undefined if they do
 */
export function whyNoSurface({ vertices, triangles, faces, faceCount }: FaceMesh): FaceReason | undefined {
  const { joined, pieces } = connections(triangles, faces, faceCount);
  if (joined < 2) return { reason: faceCount === 1 ? 'alone' : 'no-shared-edge' };
  if (joined < LEAST_JOINED * faceCount) return { reason: 'few-joined', joined, faces: faceCount };
  if (pieces > 1 && faceCount < LEAST_PER_PIECE * pieces) return { reason: 'pieces', pieces };
  if (isAtZero(vertices)) return { reason: 'at-zero' };
  let upright = 0;
  for (let triangle = 0; triangle < faces.length; triangle++) if (isUpright(vertices, triangles, triangle)) upright++;
  if (upright > MOST_UPRIGHT * faces.length) return { reason: 'vertical' };
  const { tried, covered } = planOverlap(vertices, triangles, SAMPLES);
  return covered.length > MOST_COVERED * tried ? { reason: 'above-each-other' } : undefined;
}

/** The number of faces that share an edge with another face, and the number of connected pieces of those. */
function connections(triangles: Int32Array, faces: Int32Array, faceCount: number): { joined: number; pieces: number } {
  const parents = Int32Array.from({ length: faceCount }, (_, face) => face);
  const isJoined = new Uint8Array(faceCount);
  const rootOf = (face: number): number => {
    let root = face;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root]!]!;
      root = parents[root]!;
    }
    return root;
  };
  const edges = new VertexIndex();
  /** Per edge the first face that has it. */
  const owners: number[] = [];
  for (let slot = 0; slot < triangles.length; slot++) {
    const [a, b] = [triangles[slot]!, triangles[slot % 3 === 2 ? slot - 2 : slot + 1]!];
    const face = faces[Math.floor(slot / 3)]!;
    const edge = a < b ? edges.add(a, b, 0) : edges.add(b, a, 0);
    if (edge === owners.length) owners.push(face);
    const owner = owners[edge]!;
    if (owner === face) continue;
    isJoined[face] = isJoined[owner] = 1;
    parents[rootOf(face)] = rootOf(owner);
  }
  let joined = 0;
  let pieces = 0;
  for (let face = 0; face < faceCount; face++) {
    joined += isJoined[face]!;
    if (isJoined[face] === 1 && rootOf(face) === face) pieces++;
  }
  return { joined, pieces };
}

function isAtZero(vertices: Float64Array): boolean {
  for (let i = 2; i < vertices.length; i += 3) if (vertices[i] !== 0) return false;
  return true;
}
