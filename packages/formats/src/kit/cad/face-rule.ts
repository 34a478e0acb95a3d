import { isUpright, planOverlap } from '../tin/plan-overlap.ts';
import { VertexIndex } from './vertex-index.ts';

/** Of the faces of a surface at least this share has an edge in common with another one. */
const LEAST_JOINED = 0.9;
/** Faces that a piece of a surface in several pieces has on average at least. */
const LEAST_PER_PIECE = 10;
/** Of the faces of a surface at most this share stands upright. */
const MOST_UPRIGHT = 0.5;
/** Of the faces of a surface at most this share lies below another one; real terrain models have some flaws. */
const MOST_COVERED = 0.05;
/** Faces that are looked at from above. */
const SAMPLES = 2000;

/** Faces as triangles. */
export interface FaceMesh {
  readonly vertices: Float64Array;
  readonly triangles: Int32Array;
  /** Per triangle the face that it is of, from 0. */
  readonly faces: Int32Array;
  readonly faceCount: number;
}

/**
 * Decides whether faces make one surface: nine of ten share an edge with another face; they are connected, in one piece
 * or in pieces of ten faces and more on average; at most half of them are vertical; seen from above hardly any lies
 * over another; and they are not all at elevation 0, as faces in plans are.
 * @returns why they do not, as the end of a sentence; undefined when they do
 */
export function whyNoSurface({ vertices, triangles, faces, faceCount }: FaceMesh): string | undefined {
  const { joined, pieces } = connections(triangles, faces, faceCount);
  if (joined < 2) return faceCount === 1 ? 'it is alone' : 'they share no edges';
  if (joined < LEAST_JOINED * faceCount) return `only ${joined} of ${faceCount} share an edge with another`;
  if (pieces > 1 && faceCount < LEAST_PER_PIECE * pieces) return `they fall into ${pieces} small pieces`;
  if (isAtZero(vertices)) return 'all of them are at elevation 0';
  let upright = 0;
  for (let triangle = 0; triangle < faces.length; triangle++) if (isUpright(vertices, triangles, triangle)) upright++;
  if (upright > MOST_UPRIGHT * faces.length) return 'most of them stand upright';
  const { tried, covered } = planOverlap(vertices, triangles, SAMPLES);
  return covered.length > MOST_COVERED * tried ? 'they lie above each other' : undefined;
}

/** How many faces share an edge with another face, and into how many pieces those fall. */
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
